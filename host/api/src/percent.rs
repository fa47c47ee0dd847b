//! Strict decoding of percent escapes in URIs (RFC 3986, 2.1).
//!
//! Belongs here: parsing and decoding escapes. Does not: the selection of the part of a URI that contains them. Callers
//! that keep invalid escapes unchanged use `percent_encoding` directly.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The reason why percent escapes in a text cannot be decoded. The message ends a sentence that begins with the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEscape {
    /// A `%` without two hexadecimal digits after it, such as `%4`, `%zz` and `%+1`.
    #[error("contains a `%` that is not followed by two hexadecimal digits")]
    NoDigits,
    /// The decoded bytes are not valid UTF-8.
    #[error("is not UTF-8 after decoding")]
    NoText,
}

/// Decodes the percent escapes of `text`: `a b` for `a%20b`.
///
/// # Errors
/// The text contains an invalid escape, or the decoded bytes are not UTF-8.
pub fn decoded(text: &str) -> Result<Cow<'_, str>, BadEscape> {
    let are_escapes = text.split('%').skip(1).all(|behind| decode_escape(behind).is_some());
    match are_escapes {
        true => percent_decode_str(text).decode_utf8().map_err(|_| BadEscape::NoText),
        false => Err(BadEscape::NoDigits),
    }
}

/// Decodes one escape. `behind` is the text after the `%`. `None` if it does not begin with two hexadecimal digits.
pub fn decode_escape(behind: &str) -> Option<u8> {
    let [high, low, ..] = behind.as_bytes() else {
        return None;
    };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_percent_escapes_and_rejects_invalid_ones() {
        for (text, plain) in [
            ("", ""),
            ("a", "a"),
            ("%41%c3%A4", "Aä"),
            ("%2541", "%41"),
            ("a+b", "a+b"),
        ] {
            assert_eq!(decoded(text).as_deref(), Ok(plain), "{text}");
        }
        for text in ["%", "%4", "a%%41", "%+1", "%-1", "% 1", "%zz", "%4é", "%é", "%41%"] {
            assert_eq!(decoded(text), Err(BadEscape::NoDigits), "{text}");
        }
        assert_eq!(decoded("%FF"), Err(BadEscape::NoText));
        assert_eq!(
            (decode_escape("7Eb"), decode_escape("7"), decode_escape("+1")),
            (Some(b'~'), None, None)
        );
    }
}
