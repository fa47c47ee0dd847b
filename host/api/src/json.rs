//! JSON text that was checked once and is passed on unparsed.

use serde_json::value::RawValue;
use std::sync::Arc;

/// A well-formed JSON document, shared and never parsed again on its way to the client.
#[derive(Clone, Debug)]
pub struct Json(Arc<RawValue>);

impl Json {
    /// Checks that `text` is one JSON value. The error says where it is not.
    pub fn parse(text: String) -> Result<Self, serde_json::Error> {
        RawValue::from_string(text).map(|raw| Self(Arc::from(raw)))
    }

    /// From a value built by the host itself.
    pub fn from_value(value: &serde_json::Value) -> Self {
        let raw = serde_json::value::to_raw_value(value).expect("a Value always serialises");
        Self(Arc::from(raw))
    }

    /// The text as it was given.
    pub fn get(&self) -> &str {
        self.0.get()
    }

    /// True where the document is an object; MCP's `structuredContent` was nothing else before 2026-07-28.
    pub fn is_object(&self) -> bool {
        self.get().trim_start().starts_with('{')
    }

    /// Parses into a tree, for the few places that look inside.
    pub fn to_value(&self) -> serde_json::Value {
        serde_json::from_str(self.get()).unwrap_or(serde_json::Value::Null)
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
