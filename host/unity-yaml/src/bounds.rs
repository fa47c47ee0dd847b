//! Text slices and searches that cannot panic. A range that is out of bounds or splits a character gives an empty text.

/// Returns the part `text[start..end]` of a text, or the empty text if the range is invalid.
pub(super) fn slice(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// Returns the byte at the position `at`, or 0 past the end. The byte 0 has no meaning in this format.
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or_default()
}

/// Returns the position of `needle` in `bytes[from..end]`, counted from the start of `bytes`; `end` if it is absent.
pub(super) fn find(needle: u8, bytes: &[u8], from: usize, end: usize) -> usize {
    bytes
        .get(from..end)
        .and_then(|part| memchr::memchr(needle, part))
        .map_or(end, |found| from + found)
}

/// Returns the first position at or after `from` that is no space, at most `end`.
pub(super) fn skip_spaces(bytes: &[u8], from: usize, end: usize) -> usize {
    let part = bytes.get(from..end.min(bytes.len())).unwrap_or_default();
    from + part.iter().position(|byte| *byte != b' ').unwrap_or(part.len())
}

/// Does the same as `str::trim`, but is faster: it decodes characters only if an end is not ASCII.
pub(super) fn trim(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_text = |byte: &u8| !is_blank(*byte);
    let start = bytes.iter().position(is_text).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(is_text).map_or(start, |last| last + 1);
    let found = slice(text, start, end);
    match (found.as_bytes().first(), found.as_bytes().last()) {
        (Some(first), Some(last)) if !(first.is_ascii() && last.is_ascii()) => found.trim(),
        _ => found,
    }
}

/// Does the same as `str::trim_end`, but is faster: it decodes characters only if the end is not ASCII.
pub(super) fn trim_end(text: &str) -> &str {
    let last = text.as_bytes().iter().rposition(|byte| !is_blank(*byte));
    let found = slice(text, 0, last.map_or(0, |last| last + 1));
    match found.as_bytes().last() {
        Some(last) if !last.is_ascii() => found.trim_end(),
        _ => found,
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// Returns the line number, from 1, of the byte position `at`.
pub(super) fn line_of(text: &str, at: usize) -> u32 {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let lines = memchr::memchr_iter(b'\n', before).count();
    u32::try_from(lines + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{skip_spaces, trim, trim_end};

    #[test]
    fn trims_like_the_standard_library() {
        let ends = [
            "",
            " ",
            "\t\r\n",
            "\u{b}\u{c}",
            "\u{1c}",
            "\u{a0}",
            " \u{2003} ",
            "\u{85}\n",
            "\u{200b}",
            "é",
        ];
        for start in ends {
            for middle in ["", "a", "a b", "é \u{a0} é"] {
                for end in ends {
                    let text = format!("{start}{middle}{end}");
                    assert_eq!(trim(&text), text.trim(), "{text:?}");
                    assert_eq!(trim_end(&text), text.trim_end(), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn skips_spaces_up_to_the_end() {
        let text = b"a   b";
        for (from, end, to) in [(0, 5, 0), (1, 5, 4), (1, 3, 3), (4, 2, 4), (5, 9, 5), (7, 9, 7)] {
            assert_eq!(skip_spaces(text, from, end), to, "{from}..{end}");
        }
        assert_eq!(skip_spaces(b"   ", 1, 9), 3);
    }
}
