//! The members that identify a JSON-RPC message, each unparsed.
//!
//! This module finds these members in a text, and reports an invalid text. Each dialect, strict or tolerant, checks
//! which members a message must have.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

#[derive(Deserialize)]
pub struct Envelope<'a> {
    #[serde(default, borrow, deserialize_with = "present")]
    pub(super) jsonrpc: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub id: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub method: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub params: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub(super) result: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub(super) error: Option<&'a RawValue>,
}

/// Deserializes an optional JSON member so that a null is `Some`; only a missing member is `None`.
pub fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The reason why a text is not a JSON-RPC envelope.
#[derive(Debug, PartialEq, Eq)]
pub enum NoEnvelope {
    /// The text is not JSON; the value is the message of the JSON parser.
    Malformed(String),
    NoObject,
    /// A member occurs twice; the value is the message of the JSON parser.
    Odd(String),
}

impl<'a> Envelope<'a> {
    pub fn read(text: &'a str) -> Result<Self, NoEnvelope> {
        // A derived `Deserialize` would also accept an array, as the members in order.
        let is_object = text.trim_ascii_start().starts_with('{');
        let why = match serde_json::from_str(text) {
            Ok(envelope) if is_object => return Ok(envelope),
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        Err(match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            Err(error) => NoEnvelope::Malformed(error.to_string()),
            Ok(_) if is_object => NoEnvelope::Odd(why),
            Ok(_) => NoEnvelope::NoObject,
        })
    }
}

/// Returns the text of a JSON string, borrowed if it contains no escapes; `None` if `raw` is another JSON type.
pub fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
    let text = raw.get();
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str::<String>(text).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_object_and_classifies_other_input() {
        let read = Envelope::read(r#" {"method":"p\u0069ng","id":null,"other":[]} "#).expect("an object");
        assert_eq!(read.method.and_then(string).as_deref(), Some("ping"));
        assert_eq!(read.id.map(RawValue::get), Some("null"));
        assert!(read.params.is_none() && read.jsonrpc.is_none());
        let why = |text| Envelope::read(text).err();
        for text in ["", "{", "nonsense", "[1,", "{} {}"] {
            assert!(matches!(why(text), Some(NoEnvelope::Malformed(_))), "{text}");
        }
        for text in ["3", "[]", "[null,null,null,null,null,null]", "\"{}\""] {
            assert_eq!(why(text), Some(NoEnvelope::NoObject), "{text}");
        }
        assert!(matches!(why(r#"{"id":1,"id":2}"#), Some(NoEnvelope::Odd(_))));
    }
}
