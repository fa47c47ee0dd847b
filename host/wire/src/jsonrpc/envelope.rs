//! The members by which every JSON-RPC message is told apart, each as it stands: the one reader of that shape.
//!
//! Belongs here: finding them in a text, saying what is no such text. Does not: which of them a message must have; strict and
//! forgiving dialects ask each for their own.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

#[derive(Deserialize)]
pub(crate) struct Envelope<'a> {
    #[serde(default, borrow, deserialize_with = "present")]
    pub(super) jsonrpc: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub(crate) method: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub(crate) params: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub(super) result: Option<&'a RawValue>,
    #[serde(default, borrow, deserialize_with = "present")]
    pub(super) error: Option<&'a RawValue>,
}

/// A member that is there stays `Some`, also where its value is null.
pub(crate) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Why a text is no envelope.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoEnvelope {
    /// It is no JSON; what its reader says.
    Malformed(String),
    NoObject,
    /// A member is there twice; what its reader says.
    Odd(String),
}

impl<'a> Envelope<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self, NoEnvelope> {
        // A derived struct would also read an array, member by member.
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

/// The text of a JSON string, borrowed where it holds no escapes; `None` where it is another value.
pub(crate) fn string(raw: &RawValue) -> Option<Cow<'_, str>> {
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
    fn an_object_is_read_and_everything_else_told_apart() {
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
