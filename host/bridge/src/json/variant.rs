//! A variant as JSON, taken apart into its name and what it holds, and put together again.
//!
//! Belongs here: how serde writes a variant by default (`"name"`, `{"name":value}`). Does not: the members that carry both
//! over a link (`json`, `reply`).
//!
//! serde can write such members itself (`tag`, `content`), but then has to take a value before its tag into a tree, and to
//! read every type from text, from that tree and from `Value`: compiling that took longer than all the rest of this crate.

use serde::de::Error;
use serde_json::de::StrRead;

/// Writes into a text.
pub(crate) type Writer<'a> = serde_json::Serializer<&'a mut Vec<u8>>;
/// Reads a text.
pub(crate) type Reader<'a> = serde_json::Deserializer<StrRead<'a>>;

/// The name of the variant that `write` writes, and the JSON of what it holds, if it holds something.
///
/// # Errors
/// What serde gives for a member that cannot be written.
///
/// # Panics
/// Where it is no enum of serde's default form.
pub(crate) fn apart(
    write: impl FnOnce(&mut Writer<'_>) -> serde_json::Result<()>,
) -> serde_json::Result<(String, Option<String>)> {
    let mut text = Vec::new();
    write(&mut Writer::new(&mut text))?;
    let mut text = String::from_utf8(text).map_err(serde_json::Error::custom)?;
    if let Some(name) = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return Ok((name.to_owned(), None));
    }
    // Names of ours have no character that JSON escapes.
    let colon = text.find("\":").expect("a variant that holds something has a name");
    let name = text[2..colon].to_owned();
    text.truncate(text.len() - 1);
    text.drain(..colon + 2);
    Ok((name, Some(text)))
}

/// The variant called `name` that holds `value`, read by `read`.
///
/// # Errors
/// An unknown name, a value that does not fit, one that is missing or that it has no place for.
pub(crate) fn together<T>(
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
