//! The spelling of numbers in Unity's text format.
//!
//! The rules come from files that Unity 2020.3, 2021.1, 2021.3 and 6000 saved. In these files, a number is the shortest
//! text that is parsed to the same number. 32-bit numbers have an exponent below 1e-9 (`5.2705323e-10`, `1e-45`) and
//! from 1e10 on (`1.3507674e+10`, `3.4028235e+38`). No examined file has a number from 1e9 to 1e10, or a 64-bit number
//! outside `DOUBLES`, so the spelling of such numbers is unknown.

use super::bounds::line_of;

/// The decimal exponents of 32-bit numbers that Unity writes in plain digits. Others have scientific notation.
const PLAIN: std::ops::RangeInclusive<i32> = -9..=8;
/// The decimal exponent of 32-bit numbers whose Unity spelling is unknown, because no examined file contains one.
const UNKNOWN: i32 = 9;

/// The absolute values of 64-bit numbers whose Unity spelling is known. That of zero and the infinities is known, too.
const DOUBLES: std::ops::Range<f64> = 1e-8..1e7;

/// Returns Unity's spelling of a 32-bit number; `None` if it is unknown.
pub fn float_text(value: f32) -> Option<String> {
    if let Some(known) = special(f64::from(value), value.is_sign_negative()) {
        return Some(known);
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e')?;
    match exponent.parse::<i32>().ok()? {
        UNKNOWN => None,
        exponent if PLAIN.contains(&exponent) => Some(value.to_string()),
        exponent => Some(format!("{digits}e{exponent:+}")),
    }
}

/// Returns Unity's spelling of a 64-bit number; `None` if it is unknown.
pub fn double_text(value: f64) -> Option<String> {
    let known = special(value, value.is_sign_negative());
    known.or_else(|| DOUBLES.contains(&value.abs()).then(|| value.to_string()))
}

fn special(value: f64, is_negative: bool) -> Option<String> {
    let text = match value {
        f64::INFINITY => "Infinity",
        f64::NEG_INFINITY => "-Infinity",
        0.0 if is_negative => "-0",
        0.0 => "0",
        _ => return None,
    };
    Some(text.to_owned())
}

/// Returns the first number in a vector, quaternion or color that is not spelled as Unity spells it, with its line
/// number from 1. Older versions wrote such numbers (`.5`, `0.100000001`). Other values are not examined, because any
/// text can look like a number.
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

/// True if `number` is Unity's spelling of `value`. If Unity's spelling is unknown, true for any spelling.
fn is_spelled(value: f32, number: &str) -> bool {
    float_text(value).is_none_or(|text| text == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers as Unity wrote them, from 2020.3.11 (robotics samples), 2021.1.0 (light distances), 2021.3.45 (Mirror)
    /// and 6000.0 to 6000.3 (entity and netcode samples).
    const WRITTEN: [&str; 26] = [
        "-2.6469767e-23",
        "6.352733e-22",
        "-8.8817715e-16",
        "-1.4361848e-11",
        "9.313227e-10",
        "1.4794804e-10",
        "-0.0000000017487918",
        "0.0000000037252899",
        "-0.0000000022698252",
        "0.000000089406925",
        "-2.1878564e-33",
        "1.454004e-18",
        "1.22052054e-17",
        "1.5547e-41",
        "3.4e-44",
        "1e-45",
        "2.3510647e-38",
        "6845859",
        "150000000",
        "1.5e+11",
        "1.3507674e+10",
        "-1.6276911e+13",
        "3.0880801e+29",
        "3.4028235e+38",
        "3.4028233e+38",
        "-0",
    ];

    #[test]
    fn formats_numbers_as_unity_does() {
        for text in WRITTEN {
            let value: f32 = text.parse().expect("a number");
            assert_eq!(float_text(value).as_deref(), Some(text));
        }
        assert_eq!(float_text(1e9), None);
        assert_eq!(float_text(9.99e9), None);
        assert_eq!(float_text(-5e9), None);
        assert_eq!(float_text(f32::NAN), None);
        assert_eq!(float_text(f32::NEG_INFINITY).as_deref(), Some("-Infinity"));
        assert_eq!(double_text(1e-9), None);
        assert_eq!(double_text(-0.25).as_deref(), Some("-0.25"));
    }

    #[test]
    fn formatted_number_parses_to_the_same_value() {
        for bits in (0..u32::MAX).step_by(65_521) {
            let value = f32::from_bits(bits);
            if let Some(text) = float_text(value) {
                assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(bits), "{text}");
            }
        }
    }

    #[test]
    fn detects_noncanonical_number_spellings() {
        for (text, is_other) in [
            ("{x: 1e-10, y: 0, z: 0}", false),
            ("{x: 1e-010, y: 0, z: 0}", true),
            ("{x: 0.0000000001, y: 0, z: 0}", true),
            ("{x: 1e-08, y: 0, z: 0}", true),
            ("{x: 0.00000001, y: 0, z: 0}", false),
            ("{x: 0, y: 1e10, z: 0}", true),
            ("{x: 0, y: 1e+10, z: NaN}", false),
        ] {
            assert_eq!(other_spelling(text).is_some(), is_other, "{text}");
        }
    }
}
