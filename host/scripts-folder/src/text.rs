//! A script's bytes as text: the BOM is removed, the text is cut at the limit, and notes report each change.

use super::MAX_BYTES;

/// Number of bytes that are read of a script file: the maximum size, a BOM, and a few more to detect a longer file.
pub(super) const READ_BYTES: usize = MAX_BYTES + 8;

/// The decoded text of a script file, with notes about each change that decoding made.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    /// The text of the script, at most `MAX_BYTES` bytes, without BOM.
    pub(super) text: String,
    pub(super) truncated: bool,
    pub(super) notes: Vec<String>,
}

/// Decodes `bytes`: the first `READ_BYTES` of a file, or the complete file if it is shorter. `whole` is the size of the
/// file in bytes.
pub(super) fn decode(bytes: &[u8], whole: u64) -> Decoded {
    let more = whole > bytes.len() as u64;
    match bytes {
        [0xff, 0xfe, body @ ..] => utf16(body, more, u16::from_le_bytes),
        [0xfe, 0xff, body @ ..] => utf16(body, more, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, body @ ..] => utf8(body, more),
        body => utf8(body, more),
    }
}

pub(super) fn without_bom(content: &str) -> &str {
    content.strip_prefix('\u{feff}').unwrap_or(content)
}

fn utf8(body: &[u8], more: bool) -> Decoded {
    let truncated = more || body.len() > MAX_BYTES;
    let body = body.get(..MAX_BYTES).unwrap_or(body);
    let mut text = String::with_capacity(body.len());
    let mut replaced = 0_u64;
    let mut rest = body;
    while !rest.is_empty() {
        match std::str::from_utf8(rest) {
            Ok(good) => {
                text.push_str(good);
                break;
            }
            Err(error) => {
                let (good, bad) = rest.split_at(error.valid_up_to());
                text.push_str(&String::from_utf8_lossy(good));
                // A character that is incomplete only because of the cut is omitted, not replaced.
                if error.error_len().is_none() && truncated {
                    break;
                }
                replaced += 1;
                text.push(char::REPLACEMENT_CHARACTER);
                rest = bad.get(error.error_len().unwrap_or(bad.len())..).unwrap_or_default();
            }
        }
    }
    let mut notes = Vec::new();
    if replaced > 0 {
        notes.push(format!(
            "{replaced} invalid UTF-8 sequences were replaced by U+FFFD; writing this text back would change the file"
        ));
    }
    cut(text, truncated, notes)
}

fn utf16(body: &[u8], more: bool, unit: fn([u8; 2]) -> u16) -> Decoded {
    let (pairs, odd) = body.as_chunks::<2>();
    let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    if more && units.last().is_some_and(|last| (0xd800..0xdc00).contains(last)) {
        units.pop();
    }
    let text = String::from_utf16_lossy(&units);
    let mut notes = vec!["the file is UTF-16; scripts are written as UTF-8".to_owned()];
    if !odd.is_empty() && !more {
        notes.push("the file's last byte is half a UTF-16 unit and was omitted".to_owned());
    }
    if String::from_utf16(&units).is_err() {
        notes.push("unpaired UTF-16 surrogates were replaced by U+FFFD".to_owned());
    }
    cut(text, more, notes)
}

/// Shortens the text to at most `MAX_BYTES` bytes, between two characters.
fn cut(mut text: String, truncated: bool, notes: Vec<String>) -> Decoded {
    let too_long = text.len() > MAX_BYTES;
    if too_long {
        text.truncate(text.floor_char_boundary(MAX_BYTES));
    }
    Decoded {
        text,
        truncated: truncated || too_long,
        notes,
    }
}
