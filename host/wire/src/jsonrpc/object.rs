//! Deserialization of members that must be JSON objects.

use super::Fault;
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;

/// A wrapper that deserializes `T` only from a JSON object. Serde alone would also read a struct from a list, by
/// position. An empty list counts as an empty object, because some languages (PHP, Lua) encode it so.
#[derive(Debug, Default)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(members)).map(Object)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Object<T>, A::Error> {
                if list.next_element::<IgnoredAny>()?.is_some() {
                    return Err(A::Error::invalid_type(Unexpected::Seq, &self));
                }
                let nothing = std::iter::empty::<(&str, &str)>();
                T::deserialize(MapDeserializer::new(nothing)).map(Object)
            }
        }
        deserializer.deserialize_any(Members(PhantomData))
    }
}

/// Deserializes `params` by member names. The error is -32602 with the reason.
pub fn read<'a, T: Deserialize<'a>>(params: Option<&'a RawValue>) -> Result<T, Fault> {
    serde_json::from_str(super::object(params)?)
        .map_err(|error| Fault::invalid_params(format!("`params` do not fit: {error}")))
}

pub(super) fn is_empty_list(json: &str) -> bool {
    let inner = json.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| inner.trim_ascii().is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Object, is_empty_list};
    use host_api::Members;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Pair<'a> {
        left: u32,
        #[serde(borrow)]
        right: &'a str,
    }

    #[test]
    fn reads_object_and_rejects_list_of_its_members() {
        let read = serde_json::from_str::<Object<Pair<'_>>>(r#"{"right":"r","left":1}"#).expect("an object");
        assert_eq!(read.0, Pair { left: 1, right: "r" });
        let list = r#"[1,"r"]"#;
        assert!(serde_json::from_str::<Pair<'_>>(list).is_ok(), "a structure is");
        let refused = serde_json::from_str::<Object<Pair<'_>>>(list).expect_err("a list");
        assert!(refused.to_string().contains("expected an object"), "{refused}");
    }

    #[test]
    fn accepts_empty_list_as_empty_object() {
        for empty in ["{}", "[]", "[ \n ]"] {
            let read = serde_json::from_str::<Object<Members<true>>>(empty).expect(empty);
            assert!(read.0.0.is_empty(), "{empty}");
        }
        for other in ["[1]", "[[]]", "null", "\"\"", "7"] {
            let refused = serde_json::from_str::<Object<Members<true>>>(other).expect_err(other);
            assert!(refused.to_string().contains("expected an object"), "{refused}");
        }
        assert!(is_empty_list("[]") && is_empty_list("[\t]"));
        assert!(!is_empty_list("[1]") && !is_empty_list("{}") && !is_empty_list("["));
        let lacking = serde_json::from_str::<Object<Pair<'_>>>("[]").expect_err("its members are required");
        assert!(lacking.to_string().contains("missing field `left`"), "{lacking}");
    }
}
