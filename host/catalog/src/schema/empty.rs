//! Optional texts for which the empty text means absent: some clients send each unset argument as `""`.
//!
//! Belongs here: which of a schema's arguments these are. Does not: null (`nulls`), the tools to which this applies
//! (`arguments`).

use serde_json::Value;

/// The names of the optional arguments whose type is text. If an argument declares `minLength` 0, the empty text is a
/// value. An argument without a `type` that only has an `enum` is not included.
pub(super) fn absent_as_empty(schema: &Value) -> Vec<String> {
    super::nulls::optional_arguments(schema, |one| {
        is_text(one) && one.get("minLength") != Some(&Value::from(0))
    })
}

/// True if the schema allows a text: alone, or among other types, such as a layer's name or number.
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
    fn names_optional_texts_that_take_no_empty_one() {
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
