//! Decodes JSON text into typed arguments.
//!
//! Belongs here: decoding, and naming the wrong field in errors. The host validates the arguments against the JSON
//! Schema before, so only rules that a schema cannot express remain.

use crate::ToolError;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt;

/// Maximum number of characters of a wrong value that an error message shows.
const SHOWN: usize = 80;

/// Decodes the JSON arguments of a tool call to a Rust type.
///
/// # Errors
/// `InvalidArgument` with the field, its value and the expected value.
///
/// ```
/// use unity_tools::arguments::decode;
/// use unity_tools::prelude::*;
///
/// #[input]
/// #[derive(Debug)]
/// struct Wanted {
///     limit: u8,
/// }
///
/// assert_eq!(decode::<Wanted>(r#"{"limit": 3}"#).unwrap().limit, 3);
/// assert!(decode::<Wanted>(r#"{"limit": 300}"#).unwrap_err().message.contains("limit"));
/// ```
pub fn decode<T: DeserializeOwned>(json: &str) -> Result<T, ToolError> {
    serde_json::from_str(json).map_err(|problem| {
        explain(json, &problem, &|text| {
            serde_json::from_str::<T>(text)
                .err()
                .map(|problem| clean_message(&problem))
        })
    })
}

/// A function that returns the reason why a JSON text does not decode, or `None` if it decodes.
type Refusal<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Machine-readable details of an error about one wrong argument of a tool call.
#[derive(Serialize)]
pub(crate) struct Wrong<'a, V: Serialize + ?Sized> {
    pub(crate) parameter: &'a str,
    pub(crate) value: &'a V,
    pub(crate) reason: &'a str,
}

/// Machine-readable details of an error about the arguments of a tool call, if no single argument is the wrong one.
#[derive(Serialize)]
pub(crate) struct AllWrong<'a> {
    pub(crate) reason: &'a str,
}

/// Creates the error for arguments that do not decode. The wrong field is the one whose removal changes the reason. Not
/// generic, so that a component contains this code only once.
#[cold]
fn explain(json: &str, problem: &serde_json::Error, refusal: Refusal<'_>) -> ToolError {
    let Ok(fields) = serde_json::from_str::<Fields<'_>>(json) else {
        return ToolError::invalid_argument("the arguments are no JSON object").detail(problem.to_string());
    };
    let Some(reason) = refusal(&fields.object_without(fields.0.len())) else {
        // Only the text shows a duplicate field; the parsed fields do not.
        return ToolError::invalid_argument("an argument is given twice").detail(problem.to_string());
    };
    let is_guilty = |at: &usize| refusal(&fields.object_without(*at)).as_ref() != Some(&reason);
    let guilty = (0..fields.0.len()).find(is_guilty).and_then(|at| fields.0.get(at));
    let lacking = reason
        .strip_prefix("missing field `")
        .and_then(|rest| rest.strip_suffix('`'));
    match (guilty, lacking) {
        (None, Some(name)) => ToolError::missing(name, ""),
        (Some((parameter, _)), Some(name)) => ToolError::missing(&format!("{parameter}.{name}"), ""),
        (Some((parameter, value)), None) => ToolError::invalid_argument(match out_of_range(&reason, value.get()) {
            Some(right) => format!("{parameter} is {}, {right}", value.get()),
            None => format!("{parameter} is {}, which does not fit: {reason}", shorten(value.get())),
        })
        .details(Wrong {
            parameter,
            value: *value,
            reason: &reason,
        }),
        (None, None) => ToolError::invalid_argument(format!("the arguments do not fit: {reason}"))
            .details(AllWrong { reason: &reason }),
    }
}

/// Shortens serde's message about `value`, a number out of range, to its part `expected …`; `None` for other messages.
fn out_of_range<'r>(reason: &'r str, value: &str) -> Option<&'r str> {
    let rest = reason.strip_prefix("integer `")?.strip_prefix(value)?;
    rest.strip_prefix("`, ").filter(|right| right.starts_with("expected "))
}

/// The members of a JSON object with unparsed values, in order, each name once (the last duplicate counts). Not a
/// `serde_json::Value`, because most components would contain that type's code only for this purpose.
#[derive(Default)]
pub(crate) struct Fields<'a>(pub(crate) Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
        let mut fields: Vec<(String, &RawValue)> = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
            match fields.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = value,
                None => fields.push((name, value)),
            }
        }
        Ok(Fields(fields))
    }
}

impl Fields<'_> {
    pub(crate) fn object_without(&self, without: usize) -> String {
        let mut text = String::from("{");
        for (_, (name, value)) in self.0.iter().enumerate().filter(|(at, _)| *at != without) {
            if text.len() > 1 {
                text.push(',');
            }
            // A text can always be written as JSON.
            text.push_str(&serde_json::to_string(name).unwrap_or_default());
            text.push(':');
            text.push_str(value.get());
        }
        text.push('}');
        text
    }
}

/// Replacements in serde's error messages: the end of a message that names a Rust type, and a text for the caller.
const NUMBERS: [(&str, &str); 6] = [
    (", expected u32", ", expected a whole number from 0 to 4294967295"),
    (", expected u64", ", expected a whole number from 0 on"),
    (", expected i32", ", expected a whole number of 32 bits"),
    (", expected i64", ", expected a whole number"),
    (", expected f64", ", expected a number"),
    (", expected a sequence", ", expected a list"),
];

/// Returns serde's message without Rust's terms and without the position, which changes when a field is removed.
fn clean_message(problem: &serde_json::Error) -> String {
    let mut text = problem.to_string();
    let place = format!(" at line {} column {}", problem.line(), problem.column());
    if text.ends_with(&place) {
        text.truncate(text.len() - place.len());
    }
    if let Some((rust, plain)) = NUMBERS.iter().find(|(rust, _)| text.ends_with(rust)) {
        text.truncate(text.len() - rust.len());
        text.push_str(plain);
    }
    let prefixes = ["invalid value: ", "invalid type: ", "unknown variant "];
    match prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)) {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
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
    fn decode_errors_name_the_field_and_expected_value() {
        let message = |json: &str| {
            let error = decode::<Args>(json).unwrap_err();
            assert_eq!(error.kind, ErrorKind::InvalidArgument);
            error.message.clone()
        };
        let wide = message(r#"{"objectId":"obj:1","layer":5000000000}"#);
        assert!(
            wide == "layer is 5000000000, expected a whole number from 0 to 4294967295",
            "{wide}"
        );
        let range = message(r#"{"objectId":"obj:1","limit":501}"#);
        assert!(range.contains("limit is 501") && range.contains("1 to 500"), "{range}");
        assert_eq!(message(r#"{"layer":1}"#), "argument `objectId` is missing");
        assert!(message("[]").contains("no JSON object"));
        assert!(message(r#"{"objectId":"a","objectId":"b"}"#).contains("twice"));
    }

    #[test]
    fn treats_null_as_absent() {
        let args = decode::<Args>(r#"{"objectId":"obj:1","layer":null,"limit":null}"#).unwrap();
        assert_eq!(args.limit.get(), 100);
    }
}
