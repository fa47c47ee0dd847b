//! Parser for quoted scalars and block scalars: escapes, joined lines, and both kinds of line ends.

use super::bounds::{byte, slice};
use super::problem::{Fault, TreeProblemKind};
use std::borrow::Cow;

/// Parses the quoted text whose opening quote is at `start`. Returns it with the position after the closing quote.
pub(super) fn parse_quoted(text: &str, start: usize, end: usize) -> Result<(Cow<'_, str>, usize), Fault> {
    let bytes = text.as_bytes().get(..end).unwrap_or(text.as_bytes());
    let double = byte(bytes, start) == b'"';
    let inner = start + 1;
    let rest = bytes.get(inner..).unwrap_or_default();
    let stop = if double {
        memchr::memchr3(b'"', b'\\', b'\n', rest)
    } else {
        memchr::memchr2(b'\'', b'\n', rest)
    };
    let stop = inner + stop.ok_or((start, TreeProblemKind::OpenQuote))?;
    let closes = if double {
        byte(bytes, stop) == b'"'
    } else {
        byte(bytes, stop) == b'\'' && byte(bytes, stop + 1) != b'\''
    };
    if closes {
        return Ok((Cow::Borrowed(slice(text, inner, stop)), stop + 1));
    }
    Unquoter {
        text,
        bytes,
        at: stop,
        out: slice(text, inner, stop).to_owned(),
        kept: 0,
        start,
    }
    .run(double)
}

struct Unquoter<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    out: String,
    /// Length in bytes of the start of `out` that must not be trimmed at a line end, because escapes produced its end.
    kept: usize,
    start: usize,
}

impl<'a> Unquoter<'a> {
    fn run(mut self, double: bool) -> Result<(Cow<'a, str>, usize), Fault> {
        let quote = if double { b'"' } else { b'\'' };
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let stop = if double {
                memchr::memchr3(b'"', b'\\', b'\n', rest)
            } else {
                memchr::memchr2(b'\'', b'\n', rest)
            };
            let stop = self.at + stop.ok_or((self.start, TreeProblemKind::OpenQuote))?;
            self.out.push_str(slice(self.text, self.at, stop));
            self.at = stop + 1;
            match byte(self.bytes, stop) {
                b'\n' => self.fold(),
                b'\\' => self.escape()?,
                _ if !double && byte(self.bytes, self.at) == quote => {
                    self.out.push('\'');
                    self.at += 1;
                }
                _ => return Ok((Cow::Owned(self.out), self.at)),
            }
        }
    }

    /// Joins lines: one line break becomes a space, each further one a line feed. Removes white space around it.
    fn fold(&mut self) {
        while self.out.len() > self.kept && self.out.ends_with([' ', '\t', '\r']) {
            self.out.pop();
        }
        let breaks = 1 + self.skip_blank_lines();
        match breaks {
            1 => self.out.push(' '),
            _ => self.out.extend(std::iter::repeat_n('\n', breaks - 1)),
        }
        self.kept = self.out.len();
    }

    /// Skips leading white space and empty lines. Returns the number of skipped line ends.
    fn skip_blank_lines(&mut self) -> usize {
        let mut breaks = 0;
        loop {
            match byte(self.bytes, self.at) {
                b' ' | b'\t' => self.at += 1,
                b'\r' if byte(self.bytes, self.at + 1) == b'\n' => self.at += 1,
                b'\n' => {
                    breaks += 1;
                    self.at += 1;
                }
                _ => return breaks,
            }
        }
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let fault = (self.at, TreeProblemKind::BadEscape);
        let code = byte(self.bytes, self.at);
        self.at += 1;
        let plain = match code {
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\u{b}',
            b'f' => '\u{c}',
            b'r' => '\r',
            b'e' => '\u{1b}',
            b' ' => ' ',
            b'"' => '"',
            b'/' => '/',
            b'\\' => '\\',
            b'N' => '\u{85}',
            b'_' => '\u{a0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            b'x' => self.code_point(2).ok_or(fault)?,
            b'u' => self.code_point(4).ok_or(fault)?,
            b'U' => self.code_point(8).ok_or(fault)?,
            b'\r' if byte(self.bytes, self.at) == b'\n' => {
                self.at += 1;
                self.join();
                return Ok(());
            }
            b'\n' => {
                self.join();
                return Ok(());
            }
            _ => return Err(fault),
        };
        self.out.push(plain);
        self.kept = self.out.len();
        Ok(())
    }

    /// Joins two lines at an escaped line end without a space. Each empty line after it becomes a line feed.
    fn join(&mut self) {
        let breaks = self.skip_blank_lines();
        self.out.extend(std::iter::repeat_n('\n', breaks));
        self.kept = self.out.len();
    }

    /// Reads a character from its hexadecimal number. Combines UTF-16 surrogates, which are in two escapes or packed in
    /// one; a single surrogate becomes U+FFFD.
    fn code_point(&mut self, digits: usize) -> Option<char> {
        let first = self.hex(digits)?;
        if let Some(plain) = char::from_u32(first) {
            return Some(plain);
        }
        if first > 0xffff {
            return Some(join_surrogates(first >> 16, first & 0xffff).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let back = self.at;
        if byte(self.bytes, self.at) == b'\\' && matches!(byte(self.bytes, self.at + 1), b'u' | b'U') {
            let width = if byte(self.bytes, self.at + 1) == b'u' { 4 } else { 8 };
            self.at += 2;
            if let Some(joined) = self.hex(width).and_then(|second| join_surrogates(first, second)) {
                return Some(joined);
            }
            self.at = back;
        }
        Some(char::REPLACEMENT_CHARACTER)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        if !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }
}

fn join_surrogates(high: u32, low: u32) -> Option<char> {
    let is_pair = (0xd800..0xdc00).contains(&high) && (0xdc00..0xe000).contains(&low);
    if !is_pair {
        return None;
    }
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
}

/// True if the line is the header of a block scalar: `|` or `>`, followed only by its indicators.
pub(super) fn is_block_header(line: &str) -> bool {
    let indicators = line.get(1..).unwrap_or("?").trim_end();
    indicators.len() <= 2 && indicators.bytes().all(|b| matches!(b, b'+' | b'-' | b'1'..=b'9'))
}

/// Parses the block scalar with its header at `header` and its lines from `from`. Returns it and its end.
pub(super) fn block(text: &str, header: usize, from: usize, end: usize, min: usize) -> (String, usize) {
    let header = slice(text, header, from).trim_end();
    let folded = header.starts_with('>');
    let mut column = header
        .bytes()
        .find(u8::is_ascii_digit)
        .map(|digit| min.saturating_sub(1) + usize::from(digit - b'0'));
    let mut out = String::new();
    let mut at = from;
    let mut pending = 0;
    let mut last_was_more_indented = true;
    while at < end {
        let newline = super::bounds::find(b'\n', text.as_bytes(), at, end);
        let line = slice(text, at, newline).trim_end_matches('\r');
        let indent = line.len() - line.trim_start_matches(' ').len();
        if line.len() == indent && column.is_none_or(|column| indent <= column) {
            pending += 1;
            at = newline + 1;
            continue;
        }
        let column = *column.get_or_insert(indent);
        if indent < column || indent < min {
            break;
        }
        let content = slice(line, column, line.len());
        let more_indented = content.starts_with([' ', '\t']);
        if !out.is_empty() || pending > 0 {
            let fold = folded && !more_indented && !last_was_more_indented;
            match (fold, pending) {
                (true, 0) => out.push(' '),
                (true, _) => out.extend(std::iter::repeat_n('\n', pending)),
                (false, _) => out.extend(std::iter::repeat_n('\n', pending + usize::from(!out.is_empty()))),
            }
        }
        out.push_str(content);
        last_was_more_indented = more_indented;
        pending = 0;
        at = newline + 1;
    }
    match header {
        _ if header.contains('-') => {}
        _ if header.contains('+') => out.extend(std::iter::repeat_n('\n', pending + usize::from(!out.is_empty()))),
        _ if !out.is_empty() => out.push('\n'),
        _ => {}
    }
    (out, at.min(end))
}
