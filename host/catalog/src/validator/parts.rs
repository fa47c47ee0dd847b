//! Reads the values of keywords. The error for a wrong value names its path and the accepted values.

use super::keyword::Types;
use super::refusal::Refused;
use super::value::Kind;
use serde_json::{Map, Number, Value};

/// A keyword with its value. `at` is the JSON pointer of the schema that contains the keyword.
#[derive(Clone, Copy)]
pub(super) struct Part<'a, 's> {
    pub(super) at: &'a str,
    pub(super) keyword: &'a str,
    pub(super) value: &'s Value,
}

impl<'s> Part<'_, 's> {
    pub(super) fn unexpected(&self, expected: &str) -> Refused {
        Refused::new(
            &format!("{}/{}", self.at, self.keyword),
            format!(
                "`{}` is {}, expected {expected}",
                self.keyword,
                super::formatting::shorten_value(self.value)
            ),
        )
    }

    pub(super) fn count(&self) -> Result<u64, Refused> {
        let float = || {
            self.value
                .as_f64()
                .filter(|float| float.fract() == 0.0 && *float >= 0.0)
        };
        self.value
            .as_u64()
            .or_else(|| float().map(|float| float as u64))
            .ok_or_else(|| self.unexpected("a whole number, at least 0"))
    }

    pub(super) fn number(&self) -> Result<Number, Refused> {
        match self.value {
            Value::Number(number) => Ok(number.clone()),
            _ => Err(self.unexpected("a number")),
        }
    }

    pub(super) fn positive(&self) -> Result<Number, Refused> {
        let number = self.number()?;
        if number.as_f64().is_some_and(|float| float > 0.0) {
            Ok(number)
        } else {
            Err(self.unexpected("a number above 0"))
        }
    }

    pub(super) fn text(&self) -> Result<&'s str, Refused> {
        self.value.as_str().ok_or_else(|| self.unexpected("a text"))
    }

    pub(super) fn yes(&self) -> Result<bool, Refused> {
        self.value.as_bool().ok_or_else(|| self.unexpected("true or false"))
    }

    pub(super) fn list(&self) -> Result<&'s [Value], Refused> {
        self.value
            .as_array()
            .map(Vec::as_slice)
            .ok_or_else(|| self.unexpected("an array"))
    }

    pub(super) fn filled_list(&self) -> Result<&'s [Value], Refused> {
        match self.list()? {
            [] => Err(self.unexpected("an array with at least one schema")),
            list => Ok(list),
        }
    }

    pub(super) fn object(&self) -> Result<&'s Map<String, Value>, Refused> {
        self.value.as_object().ok_or_else(|| self.unexpected("an object"))
    }

    pub(super) fn names(&self) -> Result<Vec<String>, Refused> {
        let name = |value: &Value| value.as_str().map(str::to_owned);
        self.value
            .as_array()
            .and_then(|list| list.iter().map(name).collect())
            .ok_or_else(|| self.unexpected("an array of texts"))
    }

    /// Reads the value of the keyword `dependentRequired`: for each member, the names of the members that it requires.
    pub(super) fn dependent(&self) -> Result<Vec<(String, Vec<String>)>, Refused> {
        let at = format!("{}/{}", self.at, self.keyword);
        let each = self.object()?.iter().map(|(name, value)| {
            let part = Part {
                at: &at,
                keyword: name,
                value,
            };
            Ok((name.clone(), part.names()?))
        });
        each.collect()
    }

    pub(super) fn types(&self) -> Result<Types, Refused> {
        let words = match self.value {
            Value::String(word) => vec![word.clone()],
            _ => self.names()?,
        };
        let mut types = Types {
            kinds: Vec::new(),
            integer: false,
            words: words.join(" or "),
        };
        for word in &words {
            types.kinds.push(match word.as_str() {
                "null" => Kind::Null,
                "boolean" => Kind::Boolean,
                "number" => Kind::Number,
                "string" => Kind::String,
                "array" => Kind::Array,
                "object" => Kind::Object,
                "integer" => {
                    types.integer = true;
                    continue;
                }
                _ => {
                    return Err(
                        self.unexpected("null, boolean, number, integer, string, array, object, or a list of these")
                    );
                }
            });
        }
        Ok(types)
    }
}
