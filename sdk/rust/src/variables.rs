//! Converts variables of a URI to typed parameters.
//! Belongs here: converting without a schema, as components have no schema generator. Does not: URIs (`template.rs`).

use crate::ToolError;
use crate::arguments::{AllWrong, Wrong};
use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Decodes the variables of a URI to the fields of `T`. `variables` are pairs of name and text.
pub(crate) fn decode<T: DeserializeOwned>(variables: &[(String, String)]) -> Result<T, ToolError> {
    let mut rest = Variables {
        rest: variables,
        at_fault: None,
    };
    T::deserialize(&mut rest).map_err(|problem| explain(rest.at_fault, &problem))
}

/// Creates the error for a wrong variable. Not generic, so that a component contains this code only once.
#[cold]
fn explain(at_fault: Option<&(String, String)>, problem: &Error) -> ToolError {
    let reason = problem.to_string();
    match at_fault {
        Some((name, text)) => ToolError::invalid_argument(format!("{name} is {text:?}, which does not fit: {reason}"))
            .details(Wrong {
                parameter: name,
                value: text,
                reason: &reason,
            }),
        None => {
            ToolError::invalid_argument(format!("the URI does not fit: {reason}")).details(AllWrong { reason: &reason })
        }
    }
}

struct Variables<'de> {
    rest: &'de [(String, String)],
    /// The variable whose value is being read; `None` if no value is being read.
    at_fault: Option<&'de (String, String)>,
}

impl<'de> Deserializer<'de> for &mut Variables<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Variables<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((first, rest)) = self.rest.split_first() else {
            return Ok(None);
        };
        self.rest = rest;
        self.at_fault = Some(first);
        seed.deserialize(BorrowedStrDeserializer::new(&first.0)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let text = self.at_fault.map_or("", |(_, text)| text.as_str());
        let value = seed.deserialize(Text(text))?;
        self.at_fault = None;
        Ok(value)
    }
}

/// A deserializer of one variable's text, which converts it to the requested type.
struct Text<'de>(&'de str);

impl<'de> Text<'de> {
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (self.0.parse::<u64>(), self.0.parse::<i64>()) {
            (Ok(number), _) => visitor.visit_u64(number),
            (_, Ok(number)) => visitor.visit_i64(number),
            _ => self.text(visitor),
        }
    }

    fn float<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.parse() {
            Ok(number) => visitor.visit_f64(number),
            Err(_) => self.text(visitor),
        }
    }
}

/// Defines methods of serde's `Deserializer` that read a number or text: each calls the method given after `by`.
macro_rules! numbers {
    ($($ask:ident by $read:ident),+) => {
        $(fn $ask<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> { self.$read(visitor) })+
    };
}

impl<'de> Deserializer<'de> for Text<'de> {
    type Error = Error;

    /// Passes a whole number as number and any other text as text. Types such as `Limit` need this.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.integer(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.to_ascii_lowercase().as_str() {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => self.text(visitor),
        }
    }

    numbers! {
        deserialize_i8 by integer, deserialize_i16 by integer, deserialize_i32 by integer, deserialize_i64 by integer,
        deserialize_u8 by integer, deserialize_u16 by integer, deserialize_u32 by integer, deserialize_u64 by integer,
        deserialize_f32 by float, deserialize_f64 by float, deserialize_str by text, deserialize_string by text
    }

    /// Reads an optional field as `Some`. This is always right, because absent variables are not in the map.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.0.into_deserializer())
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::paging::Limit;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Params {
        name: String,
        offset: Option<u32>,
        active_only: Option<bool>,
        scale: Option<f64>,
        kind: Option<Kind>,
        #[serde(default)]
        limit: Limit<20, 50>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        SceneFile,
    }

    fn read(variables: &[(&str, &str)]) -> Result<Params, String> {
        let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        let variables: Vec<_> = variables.iter().map(own).collect();
        decode(&variables).map_err(|error| error.message.clone())
    }

    #[test]
    fn converts_texts_to_their_field_types() {
        let all = [
            ("name", "7"),
            ("offset", "7"),
            ("activeOnly", "True"),
            ("scale", "-1.5"),
            ("kind", "scene-file"),
            ("limit", "30"),
            ("unknown", "x"),
        ];
        let read = read(&all).unwrap();
        assert_eq!(
            (read.name.as_str(), read.offset, read.active_only),
            ("7", Some(7), Some(true))
        );
        assert_eq!(
            (read.scale, read.kind, read.limit.get()),
            (Some(-1.5), Some(Kind::SceneFile), 30)
        );
    }

    #[test]
    fn error_names_invalid_variable_and_its_text() {
        for (variable, start, right) in [
            (("offset", "x"), "offset is \"x\"", "u32"),
            (("offset", "-1"), "offset is \"-1\"", "u32"),
            (("offset", "5000000000"), "offset is \"5000000000\"", "u32"),
            (("activeOnly", "yes"), "activeOnly is \"yes\"", "boolean"),
            (("limit", "51"), "limit is \"51\"", "1 to 50"),
            (("limit", "many"), "limit is \"many\"", "1 to 50"),
            (("kind", "other"), "kind is \"other\"", "scene-file"),
        ] {
            let told = read(&[("name", "n"), variable]).unwrap_err();
            assert!(told.starts_with(start) && told.contains(right), "{told}");
        }
        let missing = read(&[("offset", "1")]).unwrap_err();
        assert!(missing.contains("`name`") && !missing.contains("offset"), "{missing}");
    }
}
