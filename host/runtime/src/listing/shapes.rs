//! Checks which values in a listing's JSON are objects and arrays, and finds the member with a value of a wrong type.
//!
//! Belongs here: the JSON types of values. Does not: the list of members (`json`), their content (`listing`).

use super::{BadListing, bad, section, shorten};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Deserializes `T` only from a JSON object. Derived code would also accept an array of the field values.
pub(super) struct Object<T>(pub(super) T);

struct Visit<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Visit<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(Object)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Visit(PhantomData))
    }
}

pub(super) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Object::deserialize(from).map(|one| one.0)
}

pub(super) fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    let all: Vec<Object<T>> = Vec::deserialize(from)?;
    Ok(all.into_iter().map(|one| one.0).collect())
}

/// Deserializes an existing member as `Some`, so that `null` is an error and not a missing member.
pub(super) fn deserialize_some<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

/// Checks that the JSON of a component's listing section is an object.
pub(super) fn whole(json: &str) -> Result<(), BadListing> {
    let is_other = kind(json).is_some_and(|kind| kind != "an object");
    match (is_other, kind(json)) {
        (true, Some(kind)) => bad(format!(
            "the section `{}` is wrong: it is {}, {kind}, expected an object such as {{\"tools\": [{{\"name\": …}}]}} with \
             `tools`, and with `resources` and `prompts` if there are any",
            section::NAME,
            shorten(json)
        )),
        _ => Ok(()),
    }
}

/// Splits the JSON array `raw` into its unparsed items; no items if it is missing. `of` is its name in the listing
/// section, for the error if it is no array of objects.
pub(super) fn list<'a>(of: &str, raw: Option<&'a RawValue>) -> Result<Vec<&'a RawValue>, BadListing> {
    let Some(raw) = raw else { return Ok(Vec::new()) };
    serde_json::from_str(raw.get()).or_else(|_| {
        bad(format!(
            "`{of}` of the section `{}` is {}, {}, expected an array of objects",
            section::NAME,
            shorten(raw.get()),
            kind(raw.get()).unwrap_or("another value")
        ))
    })
}

/// Returns the JSON type of a text, such as `an object`, by its first character; `None` for invalid JSON.
fn kind(json: &str) -> Option<&'static str> {
    Some(match json.trim_start().bytes().next()? {
        b'{' => "an object",
        b'[' => "an array",
        b'"' => "a text",
        b't' | b'f' => "a truth value",
        b'n' => "null",
        b'-' | b'0'..=b'9' => "a number",
        _ => return None,
    })
}

/// Returns the name of the member of the object `item` whose value contains the position of `error`; `None` if unknown.
pub(super) fn member_at(item: &str, error: &serde_json::Error) -> Option<String> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(item).ok()?;
    let lines_before = error.line().checked_sub(1)?;
    let line: usize = item.split_inclusive('\n').take(lines_before).map(str::len).sum();
    // Number of bytes read when the error occurred: up to the start of the value, or including the value.
    let read = line + error.column();
    let holds = |value: &RawValue| {
        let start = value.get().as_ptr().addr() - item.as_ptr().addr();
        (start..=start + value.get().len()).contains(&read)
    };
    let mut found = members.into_iter().filter(|(_, value)| holds(value));
    found.next().map(|(name, _)| name)
}
