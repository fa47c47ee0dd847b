//! Finds arguments for which null means that they are absent.
//!
//! This module finds optional arguments, and the keywords that exclude null. `validator` checks values.

use serde_json::{Map, Value};

/// Maximum depth of references and combinations in a schema. At a greater depth, null counts as a possible value.
const FAR: usize = 16;

/// Returns the names of the optional arguments for which null is not a valid value.
pub(super) fn absent_as_null(schema: &Value) -> Vec<String> {
    optional_arguments(schema, |one| refuses_null(one, schema, FAR))
}

/// Returns the names of the arguments that are not required and have a schema for which `fits` returns true.
pub(super) fn optional_arguments(schema: &Value, fits: impl Fn(&Value) -> bool) -> Vec<String> {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &String| required.is_some_and(|names| names.iter().any(|one| one == name));
    let known = super::properties(schema).into_iter().flatten();
    known
        .filter(|(name, one)| !is_required(name) && fits(one))
        .map(|(name, _)| name.clone())
        .collect()
}

/// True if the schema `one` certainly rejects null. `not` and `if` may accept null.
fn refuses_null(one: &Value, root: &Value, far: usize) -> bool {
    let Value::Object(words) = one else {
        return *one == Value::Bool(false);
    };
    let is_null = |word: &Value| word.as_str() == Some("null");
    let Some(near) = far.checked_sub(1) else { return false };
    let each = |key: &str| words.get(key).and_then(Value::as_array).filter(|all| !all.is_empty());
    let refuses = |inner: &Value| refuses_null(inner, root, near);
    let by_type = words.get("type").is_some_and(|kind| match kind {
        Value::Array(kinds) => !kinds.iter().any(is_null),
        kind => !is_null(kind),
    });
    by_type
        || each("enum").is_some_and(|values| !values.contains(&Value::Null))
        || words.get("const").is_some_and(|value| !value.is_null())
        || each("anyOf").is_some_and(|all| all.iter().all(refuses))
        || each("oneOf").is_some_and(|all| all.iter().all(refuses))
        || each("allOf").is_some_and(|all| all.iter().any(refuses))
        || resolve_reference(words, root).is_some_and(refuses)
}

/// Returns the target of a reference to another part of the same schema; `None` without such a reference.
fn resolve_reference<'a>(words: &Map<String, Value>, root: &'a Value) -> Option<&'a Value> {
    root.pointer(words.get("$ref")?.as_str()?.strip_prefix('#')?)
}

#[cfg(test)]
mod tests {
    use super::absent_as_null;
    use serde_json::json;

    #[test]
    fn lists_optional_arguments_that_reject_null() {
        let schema = json!({"type": "object", "required": ["id"], "$defs": {
            "mode": {"enum": ["a", "b"]}, "maybe": {"type": ["string", "null"]}, "turn": {"$ref": "#/$defs/turn"}
        }, "properties": {
            "id": {"type": "string"}, "limit": {"type": "integer"}, "mode": {"$ref": "#/$defs/mode"}, "word": {"enum": ["a"]},
            "either": {"anyOf": [{"type": "string"}, {"type": "number"}]}, "never": false, "fixed": {"const": 1},
            "maybe": {"$ref": "#/$defs/maybe"}, "any": {}, "true": true, "listed": {"enum": ["a", null]},
            "some": {"oneOf": [{"type": "string"}, {"type": "null"}]}, "turn": {"$ref": "#/$defs/turn"}, "size": {"minimum": 1}
        }});
        let mut names = absent_as_null(&schema);
        names.sort();
        assert_eq!(names, ["either", "fixed", "limit", "mode", "never", "word"]);
    }
}
