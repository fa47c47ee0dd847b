//! Writes JSON objects as text, and finds the ends of JSON strings.
//!
//! Belongs here: fast versions of these steps with the same result as `serde_json`. `serde_json` checks each byte
//! separately, which is the most expensive step of a call with long arguments.

use serde_json::{Map, Value};
use std::fmt::Write;

/// Number of bytes that one step of the search for escapes checks.
const STEP: usize = 32;

/// Returns the byte index after the string that opens at byte `start`, or the length of `json` if it never ends.
pub fn end_of_text(json: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(found) = json.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found;
        match json.get(at) {
            Some(b'"') => return at + 1,
            _ => at += 2,
        }
    }
    json.len()
}

/// Writes an object as compact JSON text.
pub fn object_text(members: &Map<String, Value>) -> String {
    let mut out = String::with_capacity(128);
    object(&mut out, members);
    out
}

fn object(out: &mut String, members: &Map<String, Value>) {
    out.push('{');
    for (at, (name, value)) in members.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        string(out, name);
        out.push(':');
        any(out, value);
    }
    out.push('}');
}

fn any(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => expect_written(write!(out, "{number}")),
        Value::String(text) => string(out, text),
        Value::Array(values) => {
            out.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                any(out, value);
            }
            out.push(']');
        }
        Value::Object(members) => object(out, members),
    }
}

fn string(out: &mut String, mut text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    while let Some((plain, escaped, rest)) = up_to_an_escape(text) {
        out.push_str(plain);
        match escaped {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            control => expect_written(write!(out, "\\u{control:04x}")),
        }
        text = rest;
    }
    out.push_str(text);
    out.push('"');
}

/// Splits `text` at the first byte that needs an escape: the text before, the byte, the text after.
fn up_to_an_escape(text: &str) -> Option<(&str, u8, &str)> {
    let bytes = text.as_bytes();
    let (steps, _) = bytes.as_chunks::<STEP>();
    let has_none = |step: &&[u8; STEP]| !step.iter().fold(false, |found, byte| found | is_escaped(*byte));
    let looked_at = STEP * steps.iter().take_while(has_none).count();
    let at = looked_at + bytes[looked_at..].iter().position(|byte| is_escaped(*byte))?;
    // Both sides are valid UTF-8, because the escaped character has one byte.
    Some((&text[..at], bytes[at], &text[at + 1..]))
}

/// Returns true if JSON requires an escape for this byte. It has no branches, so that many bytes are checked at once.
fn is_escaped(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

fn expect_written(result: std::fmt::Result) {
    result.expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn assert_same_text(value: Value) {
        let object = Map::from_iter([("a\"b".to_owned(), value.clone()), (String::new(), value)]);
        let expected = serde_json::to_string(&object).expect("a map of JSON values always serialises");
        assert_eq!(object_text(&object), expected);
    }

    #[test]
    fn writes_every_character_as_serde_json_does_at_any_position() {
        let characters = (0..0x180)
            .chain([0x2028, 0xd7ff, 0xfffd, 0x1f600])
            .filter_map(char::from_u32);
        for character in characters {
            for before in [0, 1, STEP - 1, STEP, STEP + 1, 3 * STEP - 1] {
                let text = format!("{}{character}{}", "x".repeat(before), "é".repeat(STEP));
                assert_same_text(json!([text, character.to_string()]));
            }
        }
    }

    #[test]
    fn writes_numbers_and_empty_values_as_serde_json_does() {
        assert_same_text(json!([
            0,
            -1,
            u64::MAX,
            i64::MIN,
            0.1,
            -0.0,
            1e300,
            1e-7,
            1.0,
            f64::MIN_POSITIVE,
            123_456_789.125
        ]));
        assert_same_text(json!([null, true, false, [], {}, "", [[]], {"a": {"b": []}}]));
        assert_eq!(object_text(&Map::new()), "{}");
    }

    proptest! {
        #[test]
        fn writes_arbitrary_text_as_serde_json_does(text in "\\PC*|[\\x00-\\x7f]{0,200}") {
            assert_same_text(json!({ text.clone(): [text] }));
        }
    }
}
