//! Converts numbers in files to JSON numbers.

use serde_json::{Number, Value, json};

/// Largest integer that most JSON parsers represent exactly (2^53); larger ones are written as strings.
const EXACT: u64 = 1 << 53;

/// Converts the text of a number to JSON; `None` if the text is no number.
pub fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(whole) = text.parse::<i128>() {
        let exact = whole.unsigned_abs() <= u128::from(EXACT);
        return Some(match i64::try_from(whole).ok().filter(|_| exact) {
            Some(whole) => Value::from(whole),
            None => Value::from(text),
        });
    }
    let first = text.bytes().find(|byte| *byte != b'-' && *byte != b'.')?;
    match text
        .trim_start_matches('-')
        .trim_start_matches('.')
        .to_ascii_lowercase()
        .as_str()
    {
        "infinity" | "inf" if text.starts_with('-') => return Some(json!("-Infinity")),
        "infinity" | "inf" => return Some(json!("Infinity")),
        "nan" => return Some(json!("NaN")),
        _ => {}
    }
    let value: f64 = text.parse().ok().filter(|_| first.is_ascii_digit())?;
    Number::from_f64(value).map(Value::Number)
}

/// Converts a computed number to a JSON number with single precision.
pub fn real(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "Unity's own precision")]
    let single = value as f32;
    number(&single.to_string()).unwrap_or_else(|| Value::from(value))
}
