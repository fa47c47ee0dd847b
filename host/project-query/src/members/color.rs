//! Conversion of colors from JSON: channels by name, channels in order, or hexadecimal digits.

use super::conversion::{Converted, expected, has_only_keys, owned, text};
use super::numbers::{float, whole};
use serde_json::Value;
use unity_fields::{CHANNELS, channel_byte, channel_text};
use unity_yaml::Node;

/// Parses `#RRGGBB` or `#RRGGBBAA` to the bytes red, green, blue and alpha.
pub(crate) fn hex(json: &Value) -> Option<[u8; 4]> {
    let digits = json.as_str()?.strip_prefix('#')?;
    let plain = matches!(digits.len(), 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = plain.then(|| u32::from_str_radix(digits, 16).ok()).flatten()?;
    let number = if digits.len() == 6 { number << 8 | 0xff } else { number };
    Some(number.to_be_bytes())
}

/// Returns the channels r, g, b and a from an object or array; a missing a becomes `opaque`.
pub(crate) fn channels<'v>(json: &'v Value, opaque: &'v Value) -> Option<[&'v Value; 4]> {
    match json {
        Value::Object(map) if has_only_keys(map, &["r", "g", "b", "a"]) => Some([
            map.get("r")?,
            map.get("g")?,
            map.get("b")?,
            map.get("a").unwrap_or(opaque),
        ]),
        Value::Array(items) => match items.as_slice() {
            [r, g, b] => Some([r, g, b, opaque]),
            [r, g, b, a] => Some([r, g, b, a]),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn color(path: &str, json: &Value) -> Converted {
    let names = ["r", "g", "b", "a"];
    let parts: Vec<Node<'static>> = match hex(json) {
        Some(bytes) => bytes
            .iter()
            .map(|byte| text(&(f32::from(*byte) / 255.0).to_string()))
            .collect(),
        None => {
            let opaque = Value::from(1);
            let what = "{\"r\": …, \"g\": …, \"b\": …, \"a\": …}, an array of 3 or 4 numbers, or \"#RRGGBB\"";
            let values = channels(json, &opaque).ok_or_else(|| expected(path, what, json))?;
            let parts = names.iter().zip(values);
            parts
                .map(|(name, value)| float(&format!("{path}.{name}"), value))
                .collect::<Result<_, _>>()?
        }
    };
    Ok(Node::Map(names.iter().map(|name| owned(name)).zip(parts).collect()))
}

/// Converts a `Color` that the file stores as four bytes: each channel is rounded to the nearest byte.
pub(super) fn packed_color(path: &str, current: Option<&Node<'_>>, json: &Value) -> Converted {
    let bytes = match hex(json) {
        Some(bytes) => bytes,
        None => {
            let opaque = Value::from(1);
            let what =
                "{\"r\": …, \"g\": …, \"b\": …, \"a\": …} from 0 to 1, an array of 3 or 4 numbers, or \"#RRGGBB\"";
            let values = channels(json, &opaque).ok_or_else(|| expected(path, what, json))?;
            let mut bytes = [0; 4];
            for ((byte, name), value) in bytes.iter_mut().zip(CHANNELS).zip(values) {
                *byte = channel(&format!("{path}.{name}"), value)?;
            }
            bytes
        }
    };
    // Files from before Unity 5 have no `serializedVersion`.
    let version = current.map_or(Some(text("2")), |current| {
        current.get("serializedVersion").map(Node::to_static)
    });
    let version = version.map(|version| (owned("serializedVersion"), version));
    let packed = (owned("rgba"), text(&u32::from_le_bytes(bytes).to_string()));
    Ok(Node::Map(version.into_iter().chain([packed]).collect()))
}

/// Converts one channel of a `Color` that the file stores as four bytes.
pub(super) fn packed_part(path: &str, json: &Value) -> Converted {
    channel(path, json).map(|byte| text(&channel_text(byte)))
}

fn channel(path: &str, json: &Value) -> Result<u8, String> {
    let byte = json.as_f64().and_then(channel_byte);
    byte.ok_or_else(|| expected(path, "a number from 0 to 1", json))
}

pub(super) fn color32(path: &str, json: &Value) -> Converted {
    let what = "{\"r\": …, \"g\": …, \"b\": …, \"a\": …} from 0 to 255, an array of those, or \"#RRGGBB\"";
    let opaque = Value::from(255);
    let bytes = hex(json).or_else(|| {
        let [r, g, b, a] = channels(json, &opaque)?.map(|value| whole(value).and_then(|byte| u8::try_from(byte).ok()));
        Some([r?, g?, b?, a?])
    });
    let bytes = bytes.ok_or_else(|| expected(path, what, json))?;
    Ok(Node::Map(vec![
        (owned("serializedVersion"), text("2")),
        (owned("rgba"), text(&u32::from_le_bytes(bytes).to_string())),
    ]))
}
