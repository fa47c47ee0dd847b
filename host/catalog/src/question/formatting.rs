//! Formats values so that they cannot be misread: quoted, on one line, complete or with a mark for omitted text.

use data_encoding::HEXLOWER;
use host_api::visible;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Maximum number of characters of a value that a question to the user shows complete (`WHOLE`). Of a longer value, it
/// shows the first `HEAD` and the last `TAIL` characters.
const WHOLE: usize = 2000;
const HEAD: usize = 1000;
const TAIL: usize = 500;
/// Maximum number of characters of a value in a question that is already long, and the parts shown of a longer value.
const SHORT: usize = 200;
const SHORT_HEAD: usize = 80;
const SHORT_TAIL: usize = 40;
/// Maximum size in bytes of an argument's name that a question shows without quotes; a longer name is quoted.
const NAME: usize = 80;

/// Formats a value for a question: complete if short, otherwise its start and end with its length and SHA-256 digest.
pub(super) fn value(value: &Value) -> String {
    cut(value, WHOLE, HEAD, TAIL)
}

/// Formats a value for a question that is already long: complete only if it has at most 200 characters.
pub(super) fn shortly(value: &Value) -> String {
    cut(value, SHORT, SHORT_HEAD, SHORT_TAIL)
}

/// Formats an argument's name: without quotes if it is short and has only letters, digits, `_`, `-` and `.`.
pub(super) fn name(name: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "_-.".contains(char);
    if name.len() <= NAME && !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    shortly(&Value::String(name.to_owned()))
}

/// Formats a text in quotes, so that its start and end are visible. Escapes invisible characters and line breaks.
pub(super) fn quote(text: &str) -> String {
    visible(&Value::from(text).to_string())
}

fn cut(value: &Value, whole: usize, head: usize, tail: usize) -> String {
    // For a text, its own characters count, so that the digest is that of the file it may become.
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let count = text.chars().count();
    if count <= whole {
        return visible(&value.to_string());
    }
    let at = |nth: usize| text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at);
    let (start, end) = (&text[..at(head)], &text[at(count - tail)..]);
    let (start, end) = match value {
        Value::String(_) => (quote(start), quote(end)),
        _ => (visible(start), visible(end)),
    };
    let digest = HEXLOWER.encode(&Sha256::digest(&text));
    let left_out = count - head - tail;
    format!(
        "{start} … {left_out} characters left out … {end} ({count} characters, {} bytes, SHA-256 {digest})",
        text.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn shows_short_values_in_full() {
        let long = "x".repeat(WHOLE);
        for (given, shown_as) in [
            (json!("obj:12"), "\"obj:12\"".to_owned()),
            (json!(false), "false".to_owned()),
            (json!({ "a": [1, null] }), "{\"a\":[1,null]}".to_owned()),
            (json!(long), format!("\"{long}\"")),
        ] {
            assert_eq!(value(&given), shown_as);
        }
    }

    #[test]
    fn shows_ends_length_and_digest_of_long_values() {
        let script = format!("// harmless{}File.Delete(\"/\");", " ".repeat(100_000));
        let said = value(&json!(script));
        let digest = HEXLOWER.encode(&Sha256::digest(&script));
        for part in [
            "\"// harmless",
            "File.Delete(\\\"/\\\");\"",
            &digest,
            &format!("{} characters", script.len()),
        ] {
            assert!(said.contains(part), "no {part} in {said}");
        }
        assert!(said.len() < 2000, "{}", said.len());
        assert!(shortly(&json!(script)).len() < 400);
        let other = value(&json!(format!("{} ", &script[..script.len() - 1])));
        assert_ne!(said, other, "a change of one character is seen");
        let list = value(&json!(vec!["obj:1"; 10_000]));
        assert!(list.starts_with("[\"obj:1\",") && list.contains("SHA-256"), "{list}");
        assert!(value(&json!("ä".repeat(100_000))).contains("100000 characters, 200000 bytes"));
    }

    #[test]
    fn escapes_line_breaks_and_hidden_characters() {
        let forged = json!("x\"\nactive = false\r\u{202e}evil\u{200b}\u{2028}\u{e0041}");
        let said = value(&forged);
        assert_eq!(
            said,
            "\"x\\\"\\nactive = false\\r\\u{202e}evil\\u{200b}\\u{2028}\\u{e0041}\""
        );
        assert_eq!(name("objectId"), "objectId");
        assert_eq!(name("a = 1\nb"), "\"a = 1\\nb\"");
        assert_eq!(name(""), "\"\"");
        assert!(name(&"n".repeat(10_000)).len() < 400);
    }
}
