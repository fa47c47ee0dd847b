//! JSON text that the host checks once and then forwards without parsing.

mod ambiguous;
mod text;
mod tree;

pub use text::{end_of_text as json_text_end, object_text};
pub use tree::{Members, Tree};

use serde::de::Error;
use serde_json::value::RawValue;
use std::sync::Arc;

/// A well-formed JSON document. Clones share its text, which the host forwards to the client unchanged.
#[derive(Clone, Debug)]
pub struct Json(Arc<RawValue>);

impl Json {
    /// Checks that `text` is one JSON value that every parser reads in the same way. Fails for invalid JSON, halves of
    /// surrogate pairs, duplicate members and numbers outside the range of an `f64`. The error contains the position.
    pub fn parse(text: String) -> Result<Self, serde_json::Error> {
        let raw = RawValue::from_string(text)?;
        match ambiguous::find(raw.get()) {
            Some(found) => Err(serde_json::Error::custom(found)),
            None => Ok(Self(Arc::from(raw))),
        }
    }

    /// Describes the first part of `text` that parsers read differently; `None` without one or if it is not JSON.
    pub fn ambiguity(text: &str) -> Option<String> {
        serde_json::from_str::<&RawValue>(text).ok()?;
        Self::ambiguity_of(text)
    }

    /// Describes the first part of the valid JSON `text` that parsers read differently; `None` without one. Unlike
    /// `ambiguity`, it does not check that the JSON is valid.
    pub fn ambiguity_of(text: &str) -> Option<String> {
        ambiguous::find(text).map(|found| found.to_string())
    }

    /// Serializes a JSON value that the host created.
    pub fn from_value(value: &serde_json::Value) -> Self {
        let raw = serde_json::value::to_raw_value(value).expect("a Value always serialises");
        Self(Arc::from(raw))
    }

    /// Returns the JSON text of the document.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// Returns true if the document is an object. MCP before 2026-07-28 allowed only objects as `structuredContent`.
    pub fn is_object(&self) -> bool {
        self.get().trim_start().starts_with('{')
    }

    /// Parses the document into a tree, for callers that need its contents.
    pub fn to_value(&self) -> serde_json::Value {
        Tree::read(self.get()).unwrap_or_default()
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl serde::Serialize for Json {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_lone_surrogate_with_its_byte_position() {
        for (text, at) in [
            (r#"{"a": "\ud83d"}"#, 7),
            (r#""x\uDE00""#, 2),
            (r#""\ud83d\ud83d\ude00""#, 1),
            (r#""\\\ud83dx""#, 3),
        ] {
            let error = Json::parse(text.to_owned()).expect_err(text).to_string();
            assert!(
                error.contains(&format!("at byte {at} is half of a surrogate pair")),
                "{text}: {error}"
            );
        }
        for text in [r#""\ud83d\ude00""#, r#""\\ud83d""#, r#""\u00e9\n\u0041""#, "{}"] {
            assert!(serde_json::from_str::<serde_json::Value>(text).is_ok());
            assert_eq!(Json::parse(text.to_owned()).expect(text).get(), text);
        }
    }
}
