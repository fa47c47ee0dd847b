//! Decodes percent escapes of addresses (RFC 3986, 2.1) strictly.
//!
//! Belongs here: parsing and decoding escapes. Does not: which part of an address contains them. Callers that keep
//! invalid escapes as they are use `percent_encoding` directly.

use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// Why a text cannot be decoded; the end of a sentence that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEscape {
    /// Such as `%4`, `%zz` and `%+1`.
    #[error("contains a `%` that is not followed by two hexadecimal digits")]
    NoDigits,
    /// The bytes are not UTF-8.
    #[error("is not UTF-8 after decoding")]
    NoText,
}

/// `a b` for `a%20b`.
///
/// # Errors
/// It contains an invalid escape, or the bytes are not UTF-8.
pub fn decoded(text: &str) -> Result<Cow<'_, str>, BadEscape> {
    let are_escapes = text.split('%').skip(1).all(|behind| decode_escape(behind).is_some());
    match are_escapes {
        true => percent_decode_str(text).decode_utf8().map_err(|_| BadEscape::NoText),
        false => Err(BadEscape::NoDigits),
    }
}

/// The byte of the escape whose `%` precedes `behind`; `None` if the escape is invalid.
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
    fn what_is_no_escape_is_refused_and_nothing_is_guessed() {
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
