//! Members of vectors, colors, boxes and matrices: their names, and JSON notations that differ from the file.
//!
//! `numbers` converts single numbers.

use super::conversion::{Converted, expected, has_only_keys, owned};
use serde_json::{Map, Value};
use unity_fields::by_rule;
use unity_yaml::Node;

/// Returns true if the last name of the path is an axis of a vector or a channel of a color.
pub(super) fn is_axis(names: &str) -> bool {
    let last = names.rsplit('.').next();
    matches!(last, Some("x" | "y" | "z" | "w" | "r" | "g" | "b" | "a"))
}

/// A function that converts one axis or channel. Its arguments are the name, the path and the given value.
pub(super) type Part<'p> = &'p dyn Fn(&str, &str, &Value) -> Converted;

/// Converts a vector from an object or array; `part` converts each number.
pub(super) fn parts_of(path: &str, keys: &[&str], json: &Value, part: Part<'_>) -> Converted {
    let what = || {
        let object: Vec<String> = keys.iter().map(|key| format!("\"{key}\": …")).collect();
        format!("{{{}}} or an array of {} numbers", object.join(", "), keys.len())
    };
    let values: Vec<&Value> = match json {
        Value::Array(items) if items.len() == keys.len() => items.iter().collect(),
        Value::Object(map) if has_only_keys(map, keys) => keys.iter().filter_map(|key| map.get(*key)).collect(),
        _ => return Err(expected(path, &what(), json)),
    };
    if values.len() != keys.len() {
        return Err(expected(path, &what(), json));
    }
    let parts = keys
        .iter()
        .zip(values)
        .map(|(key, value)| Ok((owned(key), part(key, &format!("{path}.{key}"), value)?)));
    parts.collect::<Result<_, String>>().map(Node::Map)
}

/// Returns true if the value has an entry at the path `way`, by serialized or C# property names.
pub(super) fn is_given(json: &Value, way: &str) -> bool {
    let mut steps = way.split('.');
    steps
        .try_fold(json, |at, key| at.get(key).or_else(|| at.get(by_rule(key)?)))
        .is_some()
}

/// Returns true if the members are those of a `Bounds`. A script's structure can have these names and a member `size`.
pub(super) fn is_box(has: &dyn Fn(&str) -> bool) -> bool {
    has("m_Center") && has("m_Extent") && !has("size")
}

fn says_extent(map: &Map<String, Value>) -> bool {
    ["m_Extent", "extent", "extents"]
        .iter()
        .any(|name| map.contains_key(*name))
}

/// Translates values that files store differently: the rows of a matrix, and the `size` or `extents` of a box. Invalid
/// members stay, so that their conversion reports the error. `None` if nothing is to be translated.
pub(super) fn in_file_form(has: &dyn Fn(&str) -> bool, json: &Value) -> Option<Value> {
    match json {
        Value::Object(map) if is_box(has) && map.contains_key("size") && !says_extent(map) => {
            let half = |part: &Value| {
                part.as_f64()
                    .map_or_else(|| part.clone(), |part| Value::from(part / 2.0))
            };
            let mut map = map.clone();
            let size = map.shift_remove("size")?;
            let extent = match &size {
                Value::Array(parts) => parts.iter().map(half).collect(),
                _ => size,
            };
            map.insert("m_Extent".to_owned(), extent);
            Some(Value::Object(map))
        }
        Value::Object(map) if is_box(has) && map.contains_key("extents") && !map.contains_key("size") => {
            let mut map = map.clone();
            let extents = map.shift_remove("extents")?;
            // If both names of a member are given, the value stays, so that the conversion reports the error.
            let is_one = !map.contains_key("m_Extent") && !map.contains_key("extent");
            map.insert("m_Extent".to_owned(), extents);
            is_one.then_some(Value::Object(map))
        }
        Value::Array(rows) if has("e00") && has("e33") && rows.len() == 4 => {
            let mut map = Map::new();
            for (row, parts) in rows.iter().enumerate() {
                let parts = parts.as_array().filter(|parts| parts.len() == 4)?;
                let named = parts.iter().enumerate();
                map.extend(named.map(|(column, part)| (format!("e{row}{column}"), part.clone())));
            }
            Some(Value::Object(map))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn converts_size_to_half_extents_only_for_unity_bounds() {
        let of = |keys: &'static [&'static str], value: Value| in_file_form(&move |key| keys.contains(&key), &value);
        let sent = json!({"m_Center": [0, 0, 0], "size": [2, 4, 6]});
        assert_eq!(
            of(&["m_Center", "m_Extent"], sent.clone()),
            Some(json!({"m_Center": [0, 0, 0], "m_Extent": [1.0, 2.0, 3.0]}))
        );
        assert_eq!(of(&["m_Center", "m_Extent", "size"], sent.clone()), None);
        assert_eq!(of(&["m_Extent"], sent), None);
        let sent = json!({"extents": [1, 2, 3]});
        assert_eq!(
            of(&["m_Center", "m_Extent"], sent.clone()),
            Some(json!({"m_Extent": [1, 2, 3]}))
        );
        assert_eq!(of(&["m_Center", "m_Extent", "size"], sent), None);
        let twice = json!({"extents": [1, 2, 3], "m_Extent": [1, 2, 3]});
        assert_eq!(of(&["m_Center", "m_Extent"], twice), None);
        for other in ["m_Extent", "extents"] {
            let both = json!({"size": [2, 4, 6], other: [9, 9, 9]});
            assert_eq!(of(&["m_Center", "m_Extent"], both), None, "{other}");
        }
    }
}
