//! From JSON text to typed arguments.
//!
//! Belongs here: decoding, and saying which field is wrong. The host has checked the schema before; what is left are
//! rules that a schema does not say.

use crate::ToolError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// How much of a wrong value an error shows, in characters.
const SHOWN: usize = 80;

/// Decodes the arguments of a call.
///
/// # Errors
/// `InvalidArgument` that names the field, its value and what would be right.
pub fn decode<T: DeserializeOwned>(json: &str) -> Result<T, ToolError> {
    serde_json::from_str(json).map_err(|problem| {
        explain(json, &problem, &|text| {
            serde_json::from_str::<T>(text).err().map(|problem| told(&problem))
        })
    })
}

/// Why a text does not decode, or nothing.
type Refusal<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Finds the field at fault: the one without which the answer is another one. Not generic, to stay small in components.
fn explain(json: &str, problem: &serde_json::Error, refusal: Refusal<'_>) -> ToolError {
    let Ok(fields) = serde_json::from_str::<Map<String, Value>>(json) else {
        return ToolError::invalid_argument("the arguments are no JSON object").detail(problem.to_string());
    };
    let written = Value::Object(fields.clone()).to_string();
    let Some(reason) = refusal(&written) else {
        // The text has what the parsed fields have not: a field that stands there twice.
        return ToolError::invalid_argument("an argument is given twice").detail(problem.to_string());
    };
    let guilty = fields.keys().find(|name| {
        let mut others = fields.clone();
        others.shift_remove(*name);
        refusal(&Value::Object(others).to_string()).as_ref() != Some(&reason)
    });
    match guilty {
        Some(name) => {
            let value = &fields[name];
            ToolError::invalid_argument(format!("{name} is {}, which does not fit: {reason}", shown(value)))
                .details(json!({ "parameter": name, "value": value, "reason": reason }))
        }
        None => ToolError::invalid_argument(format!("the arguments do not fit: {reason}"))
            .details(json!({ "reason": reason })),
    }
}

/// Without the place in the text, which the caller never saw and which moves when a field is left out.
fn told(problem: &serde_json::Error) -> String {
    let text = problem.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::ErrorKind;
    use crate::paging::Limit;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only decoding is tested")]
    struct Args {
        object_id: String,
        layer: Option<u32>,
        #[serde(default)]
        limit: Limit<100>,
    }

    #[test]
    fn names_field_value_and_what_would_be_right() {
        let message = |json: &str| {
            let error = decode::<Args>(json).unwrap_err();
            assert_eq!(error.kind, ErrorKind::InvalidArgument);
            error.message.clone()
        };
        let wide = message(r#"{"objectId":"obj:1","layer":5000000000}"#);
        assert!(
            wide.starts_with("layer is 5000000000") && wide.contains("u32"),
            "{wide}"
        );
        let range = message(r#"{"objectId":"obj:1","limit":501}"#);
        assert!(range.contains("limit is 501") && range.contains("1 to 500"), "{range}");
        assert!(message(r#"{"layer":1}"#).contains("`objectId`"));
        assert!(message("[]").contains("no JSON object"));
        assert!(message(r#"{"objectId":"a","objectId":"b"}"#).contains("twice"));
    }

    #[test]
    fn null_counts_as_absent() {
        let args = decode::<Args>(r#"{"objectId":"obj:1","layer":null,"limit":null}"#).unwrap();
        assert_eq!(args.limit.get(), 100);
    }
}
