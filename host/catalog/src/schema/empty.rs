//! Finds optional texts for which the empty text means absent. Some clients send each unset argument as `""`.
//!
//! This module selects these arguments of a schema. `nulls` handles null; `arguments` applies the rule to tools.

use serde_json::Value;

/// Returns the names of the optional text arguments for which the empty text means absent. With `minLength` 0, the
/// empty text is a value. An argument without a `type` that only has an `enum` is not included.
pub(super) fn absent_as_empty(schema: &Value) -> Vec<String> {
    super::nulls::optional_arguments(schema, |one| {
        is_text(one) && one.get("minLength") != Some(&Value::from(0))
    })
}

/// True if the schema allows a text, alone or among other types (such as the name or number of a layer).
fn is_text(one: &Value) -> bool {
    let is_string = |kind: &Value| kind.as_str() == Some("string");
    match one.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(is_string),
        Some(kind) => is_string(kind),
        None => {
            let forms = one.get("anyOf").and_then(Value::as_array).into_iter().flatten();
            forms.filter_map(|form| form.get("type")).any(is_string)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::absent_as_empty;
    use serde_json::json;

    #[test]
    fn lists_optional_arguments_whose_empty_text_means_absent() {
        let schema = json!({"type": "object", "required": ["target"], "properties": {
            "target": {"type": "string"}, "name": {"type": "string"}, "text": {"type": ["string", "null"]},
            "layer": {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "content": {"type": "string", "minLength": 0},
            "limit": {"type": "integer"}, "files": {"type": "array", "items": {"type": "string"}}, "any": {}
        }});
        let mut names = absent_as_empty(&schema);
        names.sort();
        assert_eq!(names, ["layer", "name", "text"]);
    }
}
