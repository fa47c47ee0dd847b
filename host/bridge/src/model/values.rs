//! Data types that several interfaces share: values, fields, pages with a cursor, files that were not searched.
//!
//! Belongs here: the types. Does not: cutting pages (`paging`), the rules of bounds (`bounds`), the meaning of a value
//! (`wit/value.md`).

use super::ObjectId;
use crate::json::whole_numbers;
use crate::naming;
use host_api::{Json, Tree};
use host_bridge_derive::{Bounds, Weight};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// One JSON value as text, in the grammar of `wit/value.md`. It is serialized once where it is created and stays text
/// from there. Over a link, it is embedded as JSON, not as a JSON string.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueText(Box<str>);

impl ValueText {
    /// Wraps text that the bridge wrote itself; the text must be one JSON value.
    pub fn from_json_text(text: String) -> Self {
        debug_assert!(serde_json::from_str::<&RawValue>(&text).is_ok(), "{text}");
        Self(text.into_boxed_str())
    }

    /// Checks and wraps text that the bridge did not create.
    ///
    /// # Errors
    /// The text is not a JSON value, or a string in it is not valid Unicode.
    pub fn parse(text: String) -> Result<Self, serde_json::Error> {
        Json::parse(text).map(|json| Self(json.get().trim().into()))
    }

    /// Returns the JSON text.
    pub fn get(&self) -> &str {
        &self.0
    }

    /// Returns the value as a tree, for callers that compare it or write it into a field.
    ///
    /// # Errors
    /// The value is nested more deeply than the reader supports.
    pub fn to_value(&self) -> Result<serde_json::Value, serde_json::Error> {
        Tree::read(&self.0)
    }
}

impl From<ValueText> for String {
    fn from(value: ValueText) -> Self {
        value.0.into()
    }
}

impl fmt::Display for ValueText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ValueText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for ValueText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let named = naming::value(&self.0);
        let raw: &RawValue = serde_json::from_str(named.as_deref().unwrap_or(&self.0)).map_err(S::Error::custom)?;
        raw.serialize(to)
    }
}

impl<'de> Deserialize<'de> for ValueText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        Ok(Self(naming::value(raw.get()).map_or_else(|| raw.into(), String::into)))
    }
}

/// Serialization of an optional value, for `#[serde(with)]`. By default, serde would read the value `null` as `None`.
pub(crate) mod optional {
    use super::ValueText;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(value: &Option<ValueText>, to: S) -> Result<S::Ok, S::Error> {
        value.serialize(to)
    }

    /// Deserializes the value as `Some`; serde calls it only if the member exists.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ValueText>, D::Error> {
        ValueText::deserialize(from).map(Some)
    }
}

/// A field of a component. Type and path are separate texts, because both contain dots.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bounds(at = "watched")]
#[serde(rename_all = "kebab-case")]
pub struct FieldPath {
    /// Full or short type name of the component; a base type or an interface also matches.
    #[bounds(listed_name)]
    pub component: String,
    /// Path of the field: serialized or C# name; dots and `[n]` select parts.
    #[bounds(listed_name)]
    pub path: String,
}

/// Selects a part of a long list by the cursor of the previous page.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CursorPage {
    /// Maximum number of rows, 1 to 500.
    #[bounds(within(1..=500))]
    pub limit: u32,
    /// The cursor: `next` of the previous page; `None` for the first page.
    #[bounds(page_cursor("next of the page before"))]
    pub cursor: Option<String>,
    /// Maximum JSON bytes of the rows, from 1 KiB to the page size that the operator configured.
    #[serde(with = "whole_numbers")]
    #[bounds(answer_bytes("bytes, or up to the operator's page size"))]
    pub max_bytes: usize,
}

/// One page of the rows of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Rows<T> {
    /// The number of rows on all pages.
    #[serde(with = "whole_numbers")]
    pub total: u64,
    #[listed]
    pub rows: Vec<T>,
    /// Cursor of the next page; `None` on the last page.
    pub next: Option<String>,
}

/// A file that was not searched.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct Skipped {
    /// Asset path of the file.
    pub file: String,
    /// The reason why the file was not searched, as one sentence.
    pub why: String,
}

/// A request for the values of components.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bounds(at = "")]
#[serde(rename_all = "kebab-case")]
pub struct ValuesRequest {
    /// The objects to read, 1 to 50.
    #[bounds(list_of(1..=50, "ids", by_type))]
    pub objects: Vec<ObjectId>,
    /// The component types to read, by name; an empty list means all types.
    #[bounds(texts(200, "types", listed_name))]
    pub types: Vec<String>,
    /// The paths of the fields to read; an empty list means all fields.
    #[bounds(texts(200, "fields", listed_name))]
    pub paths: Vec<String>,
    /// Maximum number of returned items of an array or list, 1 to 500.
    #[bounds(within(1..=500))]
    pub items: u32,
    pub page: CursorPage,
}

/// The values of one component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Weight)]
#[serde(rename_all = "kebab-case")]
pub struct ComponentValues {
    pub object: ObjectId,
    /// Position of the component on its object, from 0; the Transform is first.
    pub index: u32,
    /// Full type name of the component.
    pub type_name: String,
    /// The flag `enabled` of the component; `None` if the component has no such flag.
    pub enabled: Option<bool>,
    /// Paths and values of the component's fields, in the order of the file, or in the requested order.
    pub fields: Vec<(String, ValueText)>,
    /// Paths of the component's fields of which this answer contains only a part of the value.
    pub cut: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serializes_value_text_verbatim() {
        let written = ValueText::from_json_text("{\"a\":[1.50,\"x\"],\"ref\":null}".to_owned());
        let sent = serde_json::to_string(&[&written]).expect("writable");
        assert_eq!(sent, "[{\"a\":[1.50,\"x\"],\"ref\":null}]");
        let [read]: [ValueText; 1] = serde_json::from_str(&sent).expect("readable");
        assert_eq!(read, written);
    }

    #[test]
    fn rejects_text_that_is_not_one_valid_json_value() {
        assert_eq!(ValueText::parse(" 1 ".to_owned()).expect("a number").get(), "1");
        for wrong in ["", "1 2", "{", "\"\\ud800\"", "nul"] {
            assert!(ValueText::parse(wrong.to_owned()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn distinguishes_null_value_from_absent_value() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct Cell {
            #[serde(default, skip_serializing_if = "Option::is_none", with = "optional")]
            value: Option<ValueText>,
        }
        let null = Some(ValueText::from_json_text("null".to_owned()));
        for (cell, sent) in [(Cell { value: null }, "{\"value\":null}"), (Cell { value: None }, "{}")] {
            assert_eq!(serde_json::to_string(&cell).expect("writable"), sent);
            assert_eq!(serde_json::from_str::<Cell>(sent).expect("readable"), cell);
        }
    }
}
