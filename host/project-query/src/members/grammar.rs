//! Forms of `wit/value.md` that only edits accept, in the form that the converter knows.
//!
//! Maps other spellings of a value; `from_json` decides what a field may contain.

use super::conversion::expected;
use super::numbers::whole;
use crate::query_view::QueryView;
use serde_json::{Value, json};
use unity_fields::Kind;
use unity_files::Settings;

impl QueryView<'_> {
    /// The value in a form that the converter accepts for a field of that kind.
    ///
    /// # Errors
    /// The expected and the given value.
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

/// The bits of a layer by its name or number, or of all layers with that name. `None` if no layer of the project has
/// the name.
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

/// The one UTF-16 unit of a `char`.
///
/// # Errors
/// The expected and the given value.
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
