//! Optional texts for which the empty text means absent: some clients send each unset argument as `""`.
//!
//! Belongs here: which of a schema's arguments these are. Does not: null (`nulls`), for which tools this applies
//! (`arguments`).

use serde_json::Value;

/// The optional arguments that are texts, by the names that the schema declares. If the schema has a `minLength` of 0,
/// the empty text is a value. An argument with an enumeration is checked against its words.
pub(super) fn absent_as_empty(schema: &Value) -> Vec<String> {
    super::nulls::optional_arguments(schema, |one| {
        is_text(one) && one.get("minLength") != Some(&Value::from(0))
    })
}

/// A text, a text or null, or a text among other forms (a layer's name or number).
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
