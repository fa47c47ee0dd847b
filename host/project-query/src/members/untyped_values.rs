//! Conversion of values for fields whose type is unknown, with notes about values that cannot be checked.

use super::conversion::{Converted, expected, text};
use super::from_json::Converter;
use super::numbers::{is_kept_as_float, special, whole};
use super::parts::is_axis;
use serde_json::Value;
use unity_fields::{Kind, is_json_number, shape};
use unity_yaml::Node;

impl Converter<'_> {
    /// Converts a scalar whose type no source declares. A string becomes the file's text; a number is accepted only if
    /// the file contains a number.
    pub(super) fn convert_untyped(
        &mut self,
        path: &str,
        names: &str,
        current: Option<&Node<'_>>,
        json: &Value,
    ) -> Converted {
        let form = current
            .map(shape)
            .filter(|form| matches!(form, Kind::Number | Kind::Float));
        match (json, form) {
            (Value::String(given), form) => {
                let is_number = is_json_number(given) || special(json).is_some();
                let stands = current.and_then(Node::text).unwrap_or_default();
                if form.is_some() && !is_number {
                    if let Some(type_name) = self.chosen.type_name(names) {
                        return Err(format!(
                            "{path}: no source here declares its type {type_name}, and the file holds {stands}: Unity stores it as a \
                             number; give the number for {json}"
                        ));
                    }
                    self.unchecked.push(format!(
                        "{path}: no source declares its C# type, and the file holds {stands}: if it is a number, Unity does not keep {json}"
                    ));
                }
                Ok(text(given))
            }
            (Value::Number(_) | Value::Bool(_), Some(form)) => self.value(path, names, &form, current, json),
            (_, Some(_)) => Err(expected(
                path,
                "a text or a number (no source declares its C# type)",
                json,
            )),
            (_, None) => Err(expected(path, "a text (no source declares its C# type)", json)),
        }
    }

    /// Returns true if the type of the field is unknown: neither the engine class nor a script declares it.
    pub(super) fn is_untold(&self, names: &str) -> bool {
        matches!(self.chosen.declared_kind(names), None | Some(Kind::List(None)))
    }

    /// Adds a note if the file contains a whole number, the type is unknown, and the new value does not fit 32 bits.
    pub(super) fn compare_with_file(&mut self, path: &str, current: Option<&Node<'_>>, json: &Value) {
        let Some(stands) = current.and_then(Node::text) else {
            return;
        };
        let fits = |number: &i128| (i128::from(i32::MIN)..=i128::from(u32::MAX)).contains(number);
        if whole(json).is_none_or(|number| !fits(&number)) && stands.parse().is_ok_and(|number| fits(&number)) {
            self.unchecked.push(format!(
                "{path}: no source declares its C# type, and the file contains {stands}: if it is a whole number there, Unity does not keep {json}"
            ));
        }
    }

    /// Adds a note if the type is unknown, the file contains a number with a point, and a `float` does not preserve the
    /// new value.
    pub(super) fn compare_with_float(&mut self, path: &str, names: &str, json: &Value) {
        if !is_kept_as_float(json) && self.chosen.declared_kind(names).is_none() && !is_axis(names) {
            self.unchecked.push(format!(
                "{path}: no source declares its C# type: it was stored as a float, the nearest to {json}; a double would keep more digits"
            ));
        }
    }
}
