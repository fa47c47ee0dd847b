//! Types for results that are split into pages.
//!
//! Belongs here: the argument and the result type that tools with pages share.

use crate::unity::types::{PageInfo, PageRequest};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A maximum number of items, as a tool argument: 1 to `MAX`, or `DEFAULT` if absent. Use it with `#[serde(default)]`.
///
/// ```
/// use unity_tools::paging::Limit;
/// use unity_tools::serde_json::from_str;
///
/// assert_eq!(from_str::<Limit<20, 50>>("30").unwrap().page(60).limit, 30);
/// assert!(from_str::<Limit<20, 50>>("51").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Limit<const DEFAULT: u32 = 100, const MAX: u32 = 500>(u32);

impl<const DEFAULT: u32, const MAX: u32> Limit<DEFAULT, MAX> {
    /// The limit with the largest page size, `MAX`.
    pub const LARGEST: Self = Self(MAX);

    /// Returns the maximum number of items of a page.
    pub fn get(self) -> u32 {
        self.0
    }

    /// Creates the request for a page of this size that skips the first `offset` matches.
    pub fn page(self, offset: u32) -> PageRequest {
        PageRequest {
            offset,
            limit: self.0,
            ..PageRequest::default()
        }
    }
}

impl<const DEFAULT: u32, const MAX: u32> Default for Limit<DEFAULT, MAX> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<'de, const DEFAULT: u32, const MAX: u32> Deserialize<'de> for Limit<DEFAULT, MAX> {
    /// Reads the limit from JSON: a whole number from 1 to `MAX`. `null` counts as missing, and 2.0 as 2, as in JSON
    /// Schema. A value out of range is an error; it is never clamped.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WithinRange::<DEFAULT, MAX>)
    }
}

struct WithinRange<const DEFAULT: u32, const MAX: u32>;

impl<const DEFAULT: u32, const MAX: u32> Visitor<'_> for WithinRange<DEFAULT, MAX> {
    type Value = Limit<DEFAULT, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 1 to {MAX}")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        match u32::try_from(value) {
            Ok(value) if (1..=MAX).contains(&value) => Ok(Limit(value)),
            _ => Err(E::invalid_value(Unexpected::Unsigned(value), &self)),
        }
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(value), &self)),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be a whole number within range"
    )]
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Self::Value, E> {
        if value.fract() == 0.0 && (1.0..=f64::from(MAX)).contains(&value) {
            return Ok(Limit(value as u32));
        }
        Err(E::invalid_value(Unexpected::Float(value), &self))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Limit::default())
    }
}

impl<const DEFAULT: u32, const MAX: u32> JsonSchema for Limit<DEFAULT, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Limit{DEFAULT}to{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX })
    }
}

/// One page of a list, as a JSON object. An absent `next_offset` is written as null.
///
/// ```
/// use unity_tools::paging::Page;
/// use unity_tools::unity::types::PageInfo;
///
/// let info = PageInfo { total: 3, next_offset: Some(1), next_cursor: None, scanned: None };
/// assert_eq!(Page::new(vec!["Main"], &info).next_offset, Some(1));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Page<T> {
    /// The true number of matches.
    pub total: u32,
    /// The items of this page.
    pub items: Vec<T>,
    /// `offset` of the next page; null at the end.
    pub next_offset: Option<u32>,
}

impl<T> Page<T> {
    /// Creates a page from its items and the page information of Unity's answer.
    pub fn new(items: Vec<T>, info: &PageInfo) -> Self {
        Self {
            total: info.total,
            items,
            next_offset: info.next_offset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;

    fn read(json: &str) -> Result<u32, String> {
        serde_json::from_str::<Limit<20, 50>>(json)
            .map(Limit::get)
            .map_err(|problem| problem.to_string())
    }

    #[test]
    fn accepts_whole_numbers_in_range_and_names_the_range() {
        assert_eq!(
            (read("1"), read("50"), read("2.0"), read("null")),
            (Ok(1), Ok(50), Ok(2), Ok(20))
        );
        for wrong in ["0", "51", "-1", "1.5", "\"x\"", "99999999999", "true"] {
            let told = read(wrong).unwrap_err();
            assert!(told.contains("a whole number from 1 to 50"), "{wrong}: {told}");
        }
    }
}
