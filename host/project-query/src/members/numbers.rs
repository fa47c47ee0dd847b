//! Conversion of numbers: JSON numbers, and their spelling in files.
//!
//! This module has single numbers and masks; `from_json` decides which conversion a field needs.

use super::conversion::{Converted, expected, has_only_keys, owned, text};
use serde_json::{Number, Value};
use unity_fields::IntForm;
use unity_yaml::{Node, float_text};

/// Returns the JSON value as a whole number, also a number such as `3.0`; `None` for any other value.
pub(super) fn whole(json: &Value) -> Option<i128> {
    let Value::Number(number) = json else { return None };
    let exact = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
    exact.or_else(|| {
        let number = number.as_f64()?;
        // Above 2^53, a JSON number with a fraction has lost its last digits.
        (number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0).then_some(number as i128)
    })
}

pub(super) fn int_of(path: &str, form: &IntForm, json: &Value) -> Converted {
    let what = || format!("a whole number from {} to {}", form.min, form.max);
    let number = whole(json).filter(|number| (form.min..=form.max).contains(number));
    number
        .map(|number| text(&number.to_string()))
        .ok_or_else(|| expected(path, &what(), json))
}

pub(super) fn int(path: &str, json: &Value) -> Converted {
    int_of(path, &IntForm::INT, json)
}

/// Converts the JSON texts `"Infinity"`, `"-Infinity"` and `"NaN"` to a field value; `None` for other values.
pub(super) fn special(json: &Value) -> Option<Node<'static>> {
    let written = json.as_str()?;
    matches!(written, "Infinity" | "-Infinity" | "NaN").then(|| text(written))
}

/// Converts a number to the nearest 32-bit floating-point number, as C# converts a number to `float`.
pub(super) fn float(path: &str, json: &Value) -> Converted {
    let what = "a number that fits 32 bits";
    if let Some(special) = special(json) {
        return Ok(special);
    }
    let Some(number) = json.as_f64() else {
        return Err(expected(path, "a number", json));
    };
    let narrow = number as f32;
    match narrow.is_finite() {
        // Unity's spelling is used if it is known, so that a later save does not change the text.
        true => Ok(text(&float_text(narrow).unwrap_or_else(|| narrow.to_string()))),
        false => Err(expected(path, what, json)),
    }
}

/// A floating-point number without fraction below this limit is written as a whole number, without exponent.
const PLAIN: f64 = 1e15;

/// Converts a number to the nearest 64-bit floating-point number; a whole number can have more digits. A whole number
/// written with a point or an exponent is spelled without them, as Unity does.
pub(super) fn double(number: &Number) -> Option<Node<'static>> {
    let nearest = number.as_f64().filter(|nearest| nearest.is_finite())?;
    let is_whole = number.is_i64() || number.is_u64() || nearest.fract() == 0.0 && nearest.abs() < PLAIN;
    Some(text(&if is_whole {
        nearest.to_string()
    } else {
        number.to_string()
    }))
}

/// Returns true if a `float` preserves the given number: it equals the number, or its shortest spelling does.
pub(super) fn is_kept_as_float(json: &Value) -> bool {
    json.as_f64().is_none_or(|given| {
        let narrow = given as f32;
        f64::from(narrow) == given || narrow.to_string().parse() == Ok(given)
    })
}

pub(super) fn layer_mask(path: &str, current: Option<&Node<'_>>, json: &Value) -> Converted {
    let bits = match json {
        Value::Object(map) if has_only_keys(map, &["m_Bits", "serializedVersion"]) => map.get("m_Bits").and_then(whole),
        _ => whole(json),
    };
    // Scripts set -1 for all layers.
    let bits = bits.map(|bits| if bits == -1 { i128::from(u32::MAX) } else { bits });
    let bits = bits.and_then(|bits| u32::try_from(bits).ok());
    let what = "the mask's bits as a number from 0 to 4294967295";
    let bits = bits.ok_or_else(|| expected(path, what, json))?;
    let version = current.map_or(Some(text("2")), |current| {
        current.get("serializedVersion").map(Node::to_static)
    });
    let version = version.map(|version| (owned("serializedVersion"), version));
    let entries = version
        .into_iter()
        .chain([(owned("m_Bits"), text(&bits.to_string()))])
        .collect();
    Ok(Node::Map(entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_whole_numbers_without_decimal_point() {
        for (given, spelled) in [
            ("1", "1"),
            ("1.0", "1"),
            ("1e3", "1000"),
            ("-7777.0", "-7777"),
            ("1.5", "1.5"),
            ("1e-7", "1e-7"),
            ("1e20", "1e+20"),
        ] {
            let Ok(Value::Number(number)) = serde_json::from_str(given) else {
                panic!("{given} is a number");
            };
            let told = double(&number);
            assert_eq!(told.as_ref().and_then(Node::text), Some(spelled), "{given}");
        }
    }
}
