//! Translation of notations of `wit/value.md` that only writes accept, for the converter.
//!
//! This module translates other spellings of a value; `from_json` decides which values a field accepts.

use super::conversion::expected;
use super::numbers::whole;
use crate::query_view::QueryView;
use serde_json::{Value, json};
use unity_fields::Kind;
use unity_files::Settings;

impl QueryView<'_> {
    /// Translates a JSON value in the grammar of `wit/value.md` to a notation that the converter accepts for a field of
    /// this kind; `None` if it needs no translation.
    pub(super) fn in_grammar(self, path: &str, kind: &Kind, json: &Value) -> Result<Option<Value>, String> {
        Ok(match (kind, json) {
            (Kind::LayerMask, Value::Array(names)) => Some(self.mask(path, names, json)?),
            (Kind::LayerMask, Value::Object(_)) => return Err(expected(path, "a list of layer names", json)),
            (Kind::Enum(names), Value::Array(set)) if names.flags => {
                let what = || format!("a list of {}: {}", names.name, names.list_values());
                let mut bits = 0;
                for item in set {
                    bits |= match item {
                        Value::String(name) => names.value(name),
                        other => other.as_i64(),
                    }
                    .ok_or_else(|| expected(path, &what(), json))?;
                }
                Some(json!(bits))
            }
            (Kind::Int(form), Value::String(digits)) if form.max > i128::from(u32::MAX) => {
                let what = format!("a whole number from {} to {}", form.min, form.max);
                let number: i128 = digits.parse().map_err(|_| expected(path, &what, json))?;
                match (i64::try_from(number), u64::try_from(number)) {
                    (Ok(number), _) => Some(json!(number)),
                    (_, Ok(number)) => Some(json!(number)),
                    _ => return Err(expected(path, &what, json)),
                }
            }
            _ => None,
        })
    }

    fn mask(self, path: &str, names: &[Value], json: &Value) -> Result<Value, String> {
        let settings = &self.library.project().settings;
        let mut bits = 0_u32;
        for item in names {
            let what = || format!("a list of layers, of {}", settings.layer_labels().join(", "));
            bits |= layer_bits(settings, item).ok_or_else(|| expected(path, &what(), json))?;
        }
        Ok(json!(bits))
    }
}

/// Returns the bits of the layer with that name or number, or of all layers for `Everything`. `None` if no layer, or
/// more than one, has the name.
pub(crate) fn layer_bits(settings: &Settings, item: &Value) -> Option<u32> {
    let at = match item {
        Value::String(name) if name == "Everything" => return Some(u32::MAX),
        Value::String(name) => settings.layer_of(name).ok(),
        other => other
            .as_u64()
            .and_then(|at| usize::try_from(at).ok())
            .filter(|at| *at < 32),
    };
    at.map(|at| 1 << at)
}

/// Returns the UTF-16 code unit for a C# `char`, given as text of one unit or as number.
pub(super) fn unit(path: &str, json: &Value) -> Result<u16, String> {
    let unit = match json {
        Value::String(letter) => {
            let mut units = letter.encode_utf16();
            units.next().filter(|_| units.next().is_none())
        }
        _ => whole(json).and_then(|number| u16::try_from(number).ok()),
    };
    unit.ok_or_else(|| expected(path, "a text of one UTF-16 unit, or its number from 0 to 65535", json))
}
