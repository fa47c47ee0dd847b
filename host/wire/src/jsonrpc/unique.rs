//! Objects of a client in which no member comes twice, at any depth: of two with one name a person, a log and a tool might
//! each see another.
//!
//! Belongs here: reading them, in one pass. Does not: what the members mean.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// An object whose members, and theirs, are each there once.
#[derive(Debug, Default)]
pub(crate) struct Unique(pub(crate) Map<String, Value>);

/// Any value made of such objects.
struct Any(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Unique;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Unique, A::Error> {
                members(access).map(Unique)
            }
        }
        deserializer.deserialize_map(Members)
    }
}

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values;
        impl<'de> Visitor<'de> for Values {
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
                while let Some(Any(value)) = access.next_element()? {
                    values.push(value);
                }
                Ok(Value::Array(values))
            }

            fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Value, A::Error> {
                members(access).map(Value::Object)
            }
        }
        deserializer.deserialize_any(Values).map(Self)
    }
}

fn members<'de, A: MapAccess<'de>>(mut access: A) -> Result<Map<String, Value>, A::Error> {
    let mut held = Map::new();
    while let Some(name) = access.next_key::<String>()? {
        if held.contains_key(&name) {
            let name = super::shortened(&name);
            return Err(A::Error::custom(format_args!("`{name}` is there twice: send it once")));
        }
        let Any(value) = access.next_value()?;
        held.insert(name, value);
    }
    Ok(held)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read_as_ever_and_refused_where_they_come_twice() {
        let text = r#"{"a":[1,-2,0.5,1e300,18446744073709551615,null,true,"\u00e9\n"],"b":{"a":{}},"c":""}"#;
        let read: Unique = serde_json::from_str(text).expect("an object");
        assert_eq!(
            Value::Object(read.0),
            serde_json::from_str::<Value>(text).expect("JSON")
        );
        for text in [
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"b":{"a":1,"c":2,"a":3}}"#,
            r#"{"b":[0,[{"a":1,"a":3}]]}"#,
        ] {
            let refused = serde_json::from_str::<Unique>(text).expect_err(text).to_string();
            assert!(refused.contains("`a` is there twice"), "{refused}");
        }
        let deep = format!("{{\"a\":{}1{}}}", "[".repeat(500), "]".repeat(500));
        assert!(
            serde_json::from_str::<Unique>(&deep).is_err(),
            "depth is bounded as before"
        );
        assert!(serde_json::from_str::<Unique>("[]").is_err());
    }
}
