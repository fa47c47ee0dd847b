//! Converts WIT values to JSON text that every JSON parser reads in the same way.
//!
//! Belongs here: the JSON of one value, up to a size limit. Does not: validating it by the schema, which the catalog
//! does for every result.

use super::schema::EXACT;
use serde_json::Value as Json;
use std::fmt::Write;
use wasmtime::component::Val;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unwritten {
    TooLong,
    /// JSON cannot represent values of this type.
    Formless,
}

/// Returns the JSON of `value`. Fails if it has more than `most` bytes or contains a type without a JSON form.
pub(super) fn text(value: &Val, most: usize) -> Result<String, Unwritten> {
    let mut writer = Writer {
        text: String::new(),
        most,
    };
    writer.value(value)?;
    Ok(writer.text)
}

struct Writer {
    text: String,
    most: usize,
}

type Written = Result<(), Unwritten>;

impl Writer {
    fn put(&mut self, part: &str) -> Written {
        if self.text.len() + part.len() > self.most {
            return Err(Unwritten::TooLong);
        }
        self.text.push_str(part);
        Ok(())
    }

    fn put_display(&mut self, number: impl std::fmt::Display) -> Written {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = write!(text, "{number}");
        self.put(&text)
    }

    fn string(&mut self, text: &str) -> Written {
        // The escaped form can be six times as long; a text that is too long even without escapes is not converted.
        if text.len() > self.most {
            return Err(Unwritten::TooLong);
        }
        self.put(&Json::from(text).to_string())
    }

    fn put_list<T>(
        &mut self,
        [open, close]: [&str; 2],
        items: &[T],
        mut one: impl FnMut(&mut Self, &T) -> Written,
    ) -> Written {
        self.put(open)?;
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.put(",")?;
            }
            one(self, item)?;
        }
        self.put(close)
    }

    fn member(&mut self, name: &str, value: &Val) -> Written {
        self.string(name)?;
        self.put(":")?;
        self.value(value)
    }

    fn case(&mut self, name: &str, payload: Option<&Val>) -> Written {
        let Some(payload) = payload else {
            return self.string(name);
        };
        self.put("{")?;
        self.member(name, payload)?;
        self.put("}")
    }

    fn fraction(&mut self, number: f64, shown: String) -> Written {
        match number {
            _ if number.is_finite() => self.put(&shown),
            _ if number.is_nan() => self.put("\"NaN\""),
            _ if number > 0.0 => self.put("\"Infinity\""),
            _ => self.put("\"-Infinity\""),
        }
    }

    /// Appends one WIT value as JSON text. The recursion is as deep as the value's type, which is limited.
    fn value(&mut self, value: &Val) -> Written {
        const LIST: [&str; 2] = ["[", "]"];
        match value {
            Val::Bool(value) => self.put_display(value),
            Val::S8(value) => self.put_display(value),
            Val::U8(value) => self.put_display(value),
            Val::S16(value) => self.put_display(value),
            Val::U16(value) => self.put_display(value),
            Val::S32(value) => self.put_display(value),
            Val::U32(value) => self.put_display(value),
            Val::S64(value) if value.unsigned_abs() <= EXACT.unsigned_abs() => self.put_display(value),
            Val::U64(value) if *value <= EXACT.unsigned_abs() => self.put_display(value),
            Val::S64(value) => self.put_display(format_args!("\"{value}\"")),
            Val::U64(value) => self.put_display(format_args!("\"{value}\"")),
            // The shortest digits that identify the value.
            Val::Float32(value) => self.fraction((*value).into(), format!("{value:?}")),
            Val::Float64(value) => self.fraction(*value, format!("{value:?}")),
            Val::Char(value) => self.string(value.encode_utf8(&mut [0; 4])),
            Val::String(text) | Val::Enum(text) => self.string(text),
            Val::List(items) | Val::Tuple(items) | Val::FixedLengthList(items) => {
                self.put_list(LIST, items, Self::value)
            }
            Val::Flags(names) => self.put_list(LIST, names, |writer, name| writer.string(name)),
            Val::Record(fields) => {
                self.put_list(["{", "}"], fields, |writer, (name, value)| writer.member(name, value))
            }
            Val::Option(None) => self.put("null"),
            Val::Option(Some(value)) if matches!(**value, Val::Option(_)) => self.case("some", Some(value)),
            Val::Option(Some(value)) => self.value(value),
            Val::Variant(name, payload) => self.case(name, payload.as_deref()),
            Val::Result(Ok(payload)) => self.case("ok", payload.as_deref()),
            Val::Result(Err(payload)) => self.case("err", payload.as_deref()),
            _ => Err(Unwritten::Formless),
        }
    }
}
