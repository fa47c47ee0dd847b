//! Splits a serialized enum variant, in serde's default representation, into name and content, and joins them again.
//!
//! Belongs here: the text of a variant. Does not: the members that carry both parts over a link (`json`, `reply`).
//!
//! serde's own `tag` and `content` would have to read every type from a buffered tree, too. Compiling that took longer
//! than the rest of this crate.

use serde::de::Error;
use serde_json::de::StrRead;

pub(crate) type Writer<'a> = serde_json::Serializer<&'a mut Vec<u8>>;
pub(crate) type Reader<'a> = serde_json::Deserializer<StrRead<'a>>;

/// Returns the name of the variant that `write` writes, and the JSON of its content, if it has any. Panics if the
/// written value is not an enum in the default representation of serde.
pub(crate) fn split_variant(
    write: impl FnOnce(&mut Writer<'_>) -> serde_json::Result<()>,
) -> serde_json::Result<(String, Option<String>)> {
    let mut text = Vec::new();
    write(&mut Writer::new(&mut text))?;
    let mut text = String::from_utf8(text).map_err(serde_json::Error::custom)?;
    if let Some(name) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Ok((name.to_owned(), None));
    }
    // Variant names in this project contain no character that JSON escapes.
    let colon = text.find("\":").expect("a variant that holds something has a name");
    let name = text[2..colon].to_owned();
    text.truncate(text.len() - 1);
    text.drain(..colon + 2);
    Ok((name, Some(text)))
}

/// Reads the variant called `name` with the content `value`, by the deserializing function `read`.
pub(crate) fn join_variant<T>(
    name: &str,
    value: Option<&str>,
    read: impl FnOnce(&mut Reader<'_>) -> serde_json::Result<T>,
) -> serde_json::Result<T> {
    let name = serde_json::to_string(name)?;
    let text = value.map_or_else(|| name.clone(), |value| format!("{{{name}:{value}}}"));
    let mut from = Reader::from_str(&text);
    let variant = read(&mut from)?;
    from.end()?;
    Ok(variant)
}
