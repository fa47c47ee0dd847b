//! The forms of `wit/value.md` that only edits take, as the converter knows them.
//!
//! Belongs here: what is another way to write the same. Does not: what a field may hold (`from_json`).

use super::from_json::{expected, whole};
use crate::session::Session;
use host_bridge::ObjectId;
use serde_json::{Map, Value, json};
use unity_project::fields::Kind;

/// The main object of assets that hold one: file id and kind of reference.
const MAIN: [(&str, i64, u32); 12] = [
    ("mat", 2_100_000, 2),
    ("asset", 11_400_000, 2),
    ("anim", 7_400_000, 2),
    ("controller", 9_100_000, 2),
    ("physicmaterial", 13_400_000, 2),
    ("physicsmaterial2d", 6_200_000, 2),
    ("rendertexture", 8_400_000, 2),
    ("png", 2_800_000, 3),
    ("jpg", 2_800_000, 3),
    ("tga", 2_800_000, 3),
    ("wav", 8_300_000, 3),
    ("mp3", 8_300_000, 3),
];

impl Session {
    /// The value in a form that the converter takes for a field of that kind.
    ///
    /// # Errors
    /// What was expected and what came.
    pub(super) fn in_grammar(&self, path: &str, kind: &Kind, json: &Value) -> Result<Option<Value>, String> {
        Ok(match (kind, json) {
            (Kind::Reference(_), Value::String(text)) if ObjectId::parse(text).is_none() => {
                Some(self.main_object(path, text, json)?)
            }
            (Kind::Reference(_), Value::Object(map)) if map.contains_key("ref") => {
                Some(self.reference_of(path, map, json)?)
            }
            (Kind::LayerMask, Value::Array(names)) => Some(self.mask(path, names, json)?),
            (Kind::LayerMask, Value::Object(_)) => return Err(expected(path, "a list of layer names", json)),
            (Kind::Enum(names), Value::Array(set)) if names.flags => {
                let what = || format!("a list of {}: {}", names.name, names.listed());
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
            (Kind::Float, Value::Number(number)) => {
                let given = number.as_f64().unwrap_or(f64::NAN);
                exact(path, given, json)?;
                None
            }
            _ => None,
        })
    }

    fn mask(&self, path: &str, names: &[Value], json: &Value) -> Result<Value, String> {
        let known = &self.library.project().settings.layers;
        let mut bits = 0_u32;
        for item in names {
            let at = match item {
                Value::String(name) if name == "Everything" => {
                    bits = u32::MAX;
                    continue;
                }
                Value::String(name) => known.iter().position(|known| known == name),
                other => other
                    .as_u64()
                    .and_then(|at| usize::try_from(at).ok())
                    .filter(|at| *at < 32),
            };
            let what = || {
                let named: Vec<&str> = known
                    .iter()
                    .map(String::as_str)
                    .filter(|name| !name.is_empty())
                    .collect();
                format!("a list of layers, of {}", named.join(", "))
            };
            bits |= 1 << at.ok_or_else(|| expected(path, &what(), json))?;
        }
        Ok(json!(bits))
    }

    fn reference_of(&self, path: &str, map: &Map<String, Value>, json: &Value) -> Result<Value, String> {
        let what = "{\"ref\": …} as it was read, \"obj:<n>\", an asset path or null";
        let text = map
            .get("ref")
            .and_then(Value::as_str)
            .ok_or_else(|| expected(path, what, json))?;
        if ObjectId::parse(text).is_some() {
            let mut value = json!({"objectId": text});
            if let Some(component) = map.get("component") {
                value["index"] = component.clone();
            }
            return Ok(value);
        }
        let Some(sub) = map.get("sub") else {
            return self.main_object(path, text, json);
        };
        let guid = self.guid_of(path, text, json)?;
        Ok(json!({"guid": guid, "fileID": sub, "type": kind_of(text)}))
    }

    fn main_object(&self, path: &str, asset: &str, json: &Value) -> Result<Value, String> {
        let guid = self.guid_of(path, asset, json)?;
        let end = asset.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let main = MAIN.iter().find(|(known, ..)| *known == end);
        let (_, id, kind) = main.ok_or_else(|| {
            let what = "for this kind of asset, {\"ref\": asset path, \"sub\": file id}";
            expected(path, what, json)
        })?;
        Ok(json!({"guid": guid, "fileID": id, "type": kind}))
    }

    fn guid_of(&self, path: &str, asset: &str, json: &Value) -> Result<String, String> {
        let index = &self.library.project().index;
        let guid = index.guid(asset).filter(|guid| !index.is_gone(*guid));
        guid.map(|guid| guid.to_string())
            .ok_or_else(|| expected(path, "null, \"obj:<n>\" or the path of an asset that is there", json))
    }
}

/// The one UTF-16 unit that a `char` is.
///
/// # Errors
/// What was expected and what came.
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

/// Files that Unity writes itself are referred to as 2, imported ones as 3.
fn kind_of(asset: &str) -> u32 {
    let end = asset.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    MAIN.iter()
        .find(|(known, ..)| *known == end)
        .map_or(3, |(.., kind)| *kind)
}

/// Whether a number of 32 bits is this one: itself, or written with as few digits as tell it from its neighbours.
///
/// # Errors
/// What was expected, with the nearest number that fits.
fn exact(path: &str, given: f64, json: &Value) -> Result<(), String> {
    let narrow = given as f32;
    let shortest = narrow.to_string().parse::<f64>().unwrap_or(f64::NAN);
    if !narrow.is_finite() || f64::from(narrow) == given || shortest == given {
        return Ok(());
    }
    Err(expected(
        path,
        &format!("a number that 32 bits hold, the nearest is {narrow}"),
        json,
    ))
}
