//! Slicing that cannot panic: a range that is out of bounds or splits a character gives the empty text.

/// `text[start..end]`, or nothing.
pub(super) fn slice(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// The byte at `at`, or 0 behind the end (0 never means anything in the dialect).
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or_default()
}

/// Position of `needle` in `bytes[from..end]`, or `end`.
pub(super) fn find(needle: u8, bytes: &[u8], from: usize, end: usize) -> usize {
    bytes
        .get(from..end)
        .and_then(|part| memchr::memchr(needle, part))
        .map_or(end, |found| from + found)
}

/// First position at or after `from` that holds no space, at most `end`.
pub(super) fn skip_spaces(bytes: &[u8], mut from: usize, end: usize) -> usize {
    while from < end && byte(bytes, from) == b' ' {
        from += 1;
    }
    from
}

/// 1-based line of a byte position.
pub(super) fn line_of(text: &str, at: usize) -> u32 {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let lines = memchr::memchr_iter(b'\n', before).count();
    u32::try_from(lines + 1).unwrap_or(u32::MAX)
}
