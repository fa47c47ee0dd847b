//! What has to be written as an object.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A structure alone would be read from a list as well, its members by their places.
#[derive(Debug, Default)]
pub(crate) struct Object<T>(pub(crate) T);

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
        }
        deserializer.deserialize_map(Members(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::Object;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Pair<'a> {
        left: u32,
        #[serde(borrow)]
        right: &'a str,
    }

    #[test]
    fn an_object_is_read_and_a_list_of_its_members_is_not() {
        let read = serde_json::from_str::<Object<Pair<'_>>>(r#"{"right":"r","left":1}"#).expect("an object");
        assert_eq!(read.0, Pair { left: 1, right: "r" });
        let list = r#"[1,"r"]"#;
        assert!(serde_json::from_str::<Pair<'_>>(list).is_ok(), "a structure is");
        let refused = serde_json::from_str::<Object<Pair<'_>>>(list).expect_err("a list");
        assert!(refused.to_string().contains("expected an object"), "{refused}");
    }
}
