//! Numbers as Unity spells them in its text form.
//!
//! Source: the files that Unity 2020.3 to 2022.3 saved. There a number is the shortest text that reads back the same, without
//! an exponent, down to 5.9e-8. How numbers beyond `SMALLEST` and `LARGEST` are spelled differs between versions, and no file
//! that was looked at has one, so none is written.

use super::bounds::line_of;

/// Smallest and largest number whose spelling is certain; zero and the infinities are, too.
const SMALLEST: f64 = 1e-8;
const LARGEST: f64 = 1e7;

/// The text of a 32-bit number; `None` where it is not certain.
pub fn float_text(value: f32) -> Option<String> {
    text(f64::from(value), || value.to_string())
}

/// The text of a 64-bit number; `None` where it is not certain.
pub fn double_text(value: f64) -> Option<String> {
    text(value, || value.to_string())
}

fn text(value: f64, shortest: impl Fn() -> String) -> Option<String> {
    match value {
        f64::INFINITY => Some("Infinity".to_owned()),
        f64::NEG_INFINITY => Some("-Infinity".to_owned()),
        value if value == 0.0 || (SMALLEST..LARGEST).contains(&value.abs()) => Some(shortest()),
        _ => None,
    }
}

/// The first part of a vector, quaternion or color that is spelled in another way, as older versions did (`.5`,
/// `0.100000001`), with its line. Only these are looked at: a text may look like any number.
pub fn other_spelling(text: &str) -> Option<(u32, &str)> {
    let bytes = text.as_bytes();
    for open in memchr::memchr_iter(b'{', bytes) {
        let rest = text.get(open + 1..)?;
        if !rest.starts_with("x: ") && !rest.starts_with("r: ") {
            continue;
        }
        let inner = rest.split('}').next().unwrap_or_default();
        for part in inner.split(',') {
            let number = part.split_once(": ").map_or("", |(_, number)| number.trim());
            if !number.parse::<f32>().is_ok_and(|value| is_spelled(value, number)) {
                return Some((line_of(text, open), number));
            }
        }
    }
    None
}

/// Beyond the range that is certain any spelling that reads back the same will do.
fn is_spelled(value: f32, number: &str) -> bool {
    float_text(value).is_none_or(|text| text == number)
}
