//! JSON text that was checked once and is passed on unparsed.

use serde::de::Error;
use serde_json::value::RawValue;
use std::sync::Arc;

/// A well-formed JSON document, shared and never parsed again on its way to the client.
#[derive(Clone, Debug)]
pub struct Json(Arc<RawValue>);

impl Json {
    /// Checks that `text` is one JSON value whose texts are Unicode: half of a surrogate pair, which JSON's grammar lets
    /// through, is no character, and half of all clients cannot read it. The error says where it is not.
    pub fn parse(text: String) -> Result<Self, serde_json::Error> {
        let raw = RawValue::from_string(text)?;
        match half_a_pair(raw.get()) {
            Some(at) => Err(serde_json::Error::custom(format!(
                "`{}` at byte {at} is half of a surrogate pair, which is no character (a text cut in its middle?)",
                &raw.get()[at..at + 6]
            ))),
            None => Ok(Self(Arc::from(raw))),
        }
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

/// Where the first `\u` of well-formed JSON stands that is half of a surrogate pair without the other half.
fn half_a_pair(json: &str) -> Option<usize> {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut from = 0;
    while let Some(at) = json[from..].find('\\').map(|found| from + found) {
        from = match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => at + 12,
            Some(0xd800..=0xdfff) => return Some(at),
            Some(_) => at + 6,
            // Another escape: the sign behind the backslash, so that `\\` begins nothing.
            None => at + 2,
        };
    }
    None
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
    fn half_a_surrogate_pair_is_told_with_its_place() {
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
