//! Parses untrusted JSON into a tree of values.
//!
//! `serde_json` replaces an object whose first member is `$serde_json::private::RawValue` by the parsed text of that
//! member, with a new depth limit, so that a text can overflow the stack. These types handle the name like any other.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// Maximum number of characters of a member name in an error message.
const SHOWN: usize = 60;

/// A parsed untrusted JSON value, with at most 128 nested levels as in `serde_json`. If a member name occurs twice, the
/// last one is kept; with `ONCE`, parsing fails.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<const ONCE: bool = false>(pub Value);

impl Tree {
    /// Parses `text` as any JSON value. Fails with `serde_json`'s error for invalid JSON.
    pub fn read(text: &str) -> Result<Value, serde_json::Error> {
        serde_json::from_str::<Self>(text).map(|tree| tree.0)
    }

    /// Parses `text` as a JSON object. Fails for invalid JSON, and for other values with their type.
    pub fn members(text: &str) -> Result<Map<String, Value>, serde_json::Error> {
        serde_json::from_str::<Members>(text).map(|members| members.0)
    }
}

/// A parsed untrusted JSON object, at most 128 levels deep. The last of two equal names is kept; an error with `ONCE`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Members<const ONCE: bool = false>(pub Map<String, Value>);

impl<'de, const ONCE: bool> Deserialize<'de> for Members<ONCE> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<const ONCE: bool>;
        impl<'de, const ONCE: bool> Visitor<'de> for Object<ONCE> {
            type Value = Members<ONCE>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Members<ONCE>, A::Error> {
                members::<A, ONCE>(access).map(Members)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

impl<'de, const ONCE: bool> Deserialize<'de> for Tree<ONCE> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any<const ONCE: bool>;
        impl<'de, const ONCE: bool> Visitor<'de> for Any<ONCE> {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON value")
            }

            fn visit_unit<E: Error>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
                Ok(Value::Bool(value))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
                Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
                Ok(value.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
                let mut values = Vec::new();
                while let Some(Tree::<ONCE>(value)) = access.next_element()? {
                    values.push(value);
                }
                Ok(Value::Array(values))
            }

            fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Value, A::Error> {
                members::<A, ONCE>(access).map(Value::Object)
            }
        }
        deserializer.deserialize_any(Any::<ONCE>).map(Self)
    }
}

fn members<'de, A: MapAccess<'de>, const ONCE: bool>(mut access: A) -> Result<Map<String, Value>, A::Error> {
    let mut held = Map::new();
    while let Some(name) = access.next_key::<String>()? {
        if ONCE && held.contains_key(&name) {
            let name = super::ambiguous::short(&name, SHOWN);
            return Err(A::Error::custom(format_args!("`{name}` occurs twice: send it once")));
        }
        let Tree::<ONCE>(value) = access.next_value()?;
        held.insert(name, value);
    }
    Ok(held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Json;

    /// Returns JSON text with about 4,000 nested levels for `Value`, and 21 for parsers without that feature.
    fn nested_arrays(rounds: usize) -> String {
        let escaped = |text: &str| text.replace('\\', "\\u005c").replace('"', "\\u0022");
        (0..rounds).fold("1".to_owned(), |inner, _| {
            let (open, close) = ("[".repeat(20), "]".repeat(20));
            let inner = escaped(&inner);
            format!("{open}{{\"$serde_json::private::RawValue\":\"{inner}\"}}{close}")
        })
    }

    #[test]
    fn reads_values_as_serde_json_does() {
        let text = r#"{"a":[1,-2,0.5,1e300,18446744073709551615,null,true,"\u00e9\n"],"b":{"a":{}},"b":{"c":""}}"#;
        let expected: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(Tree::read(text).expect("JSON"), expected);
        assert_eq!(Value::Object(Tree::members(text).expect("an object")), expected);
        let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
        assert!(Tree::read(&deep).is_err(), "the depth limit equals the library's");
        assert!(Tree::members("[]").is_err() && Tree::read("[1").is_err() && Tree::read("1 2").is_err());
    }

    #[test]
    fn rejects_duplicate_members_where_they_must_be_unique() {
        for text in [
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"b":{"a":1,"c":2,"a":3}}"#,
            r#"{"b":[0,[{"a":1,"a":3}]]}"#,
        ] {
            let refused = serde_json::from_str::<Members<true>>(text).expect_err(text).to_string();
            assert!(refused.contains("`a` occurs twice"), "{refused}");
        }
    }

    #[test]
    fn reads_member_with_raw_value_name_as_plain_text() {
        for name in [
            "$serde_json::private::RawValue",
            "\\u0024serde_json::private::RawV\\u0061lue",
        ] {
            let text = format!("{{\"{name}\":\"[1]\"}}");
            let read = Tree::read(&text).expect("JSON");
            assert_eq!(read["$serde_json::private::RawValue"], "[1]", "{text}");
        }
        let text = nested_arrays(200);
        assert!(Tree::read(&text).is_ok());
        let refused = Json::parse(text).expect_err("other programs with this library would read it");
        assert!(
            refused.to_string().contains("`$serde_json::private::RawValue`"),
            "{refused}"
        );
    }
}
