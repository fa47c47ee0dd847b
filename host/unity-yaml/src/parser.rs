//! Parser for block structure: maps, lists, explicit keys, plain scalars over several lines. Reads line by line.

use super::bounds::{byte, find, line_of, skip_spaces, slice};
use super::flow::Flow;
use super::node::Node;
use super::problem::{Fault, MAX_DEPTH, MAX_VALUES, TreeProblem, TreeProblemKind};
use super::scalar;
use std::borrow::Cow;

/// A YAML parser with its cursor. `at` is the position in the current line; it moves within the line for `- ` items.
pub(super) struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    end: usize,
    at: usize,
    /// The column of the cursor position `at` in its line.
    indent: usize,
    /// Byte position at which the current line ends, before CR and LF.
    eol: usize,
    /// Byte position of the start of the next line.
    next: usize,
    /// Number of blank lines that the cursor skipped directly before the current line.
    blanks: usize,
    done: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, start: usize, end: usize) -> Self {
        Self {
            text,
            bytes: text.as_bytes().get(..end).unwrap_or(text.as_bytes()),
            end: end.min(text.len()),
            at: start,
            indent: 0,
            eol: start,
            next: start,
            blanks: 0,
            done: false,
        }
    }

    pub(super) fn document(mut self) -> Result<Node<'a>, TreeProblem> {
        let result = self.check_size().and_then(|()| self.whole());
        self.with_line(result)
    }

    /// Parses the value of a key. The text of the value begins at the position `after`; the key is at column `indent`.
    pub(super) fn value(mut self, after: usize, indent: usize) -> Result<Node<'a>, TreeProblem> {
        self.measure(after);
        let result = self.check_size().and_then(|()| self.value_after(after, indent, 1));
        self.with_line(result)
    }

    /// Parses a list item whose content begins at the position `at` in column `column`. The dash is in column `dash`.
    pub(super) fn item(mut self, at: usize, column: usize, dash: usize) -> Result<Node<'a>, TreeProblem> {
        self.measure(at);
        self.indent = column;
        let result = self.check_size().and_then(|()| {
            if at >= self.eol {
                self.below_dash(dash, 1)
            } else {
                self.compact(dash, 1)
            }
        });
        self.with_line(result)
    }

    /// Returns an error if the text is so long that it could contain more than `MAX_VALUES` values. Creates no value.
    fn check_size(&self) -> Result<(), Fault> {
        let text = self.bytes.get(self.at..).unwrap_or_default();
        if text.len() / 2 <= MAX_VALUES {
            return Ok(());
        }
        // Each value after the first of its line follows one of these signs; a dash can also be a minus sign.
        let values =
            memchr::memchr3_iter(b'\n', b',', b'-', text).count() + memchr::memchr2_iter(b'{', b'[', text).count();
        if values > MAX_VALUES {
            return Err((self.at, TreeProblemKind::TooMany));
        }
        Ok(())
    }

    fn with_line(&self, result: Result<Node<'a>, Fault>) -> Result<Node<'a>, TreeProblem> {
        result.map_err(|(at, kind)| TreeProblem {
            line: line_of(self.text, at),
            kind,
        })
    }

    fn whole(&mut self) -> Result<Node<'a>, Fault> {
        self.line(self.next);
        self.skip_comments();
        if self.done {
            return Ok(Node::EMPTY);
        }
        let node = self.block(0, 0)?;
        if self.done {
            Ok(node)
        } else {
            Err((self.at, TreeProblemKind::StrayIndent))
        }
    }

    /// Moves the cursor to the first line with content at or after `from`.
    fn line(&mut self, from: usize) {
        let mut start = from;
        self.blanks = 0;
        loop {
            let at = skip_spaces(self.bytes, start, self.end);
            if at >= self.end {
                self.done = true;
                (self.at, self.eol, self.next) = (self.end, self.end, self.end);
                return;
            }
            let first = byte(self.bytes, at);
            if first == b'\n' {
                start = at + 1;
            } else if first == b'\r' && matches!(byte(self.bytes, at + 1), b'\n' | 0) {
                start = at + 2;
            } else {
                self.indent = at - start;
                self.measure(at);
                return;
            }
            self.blanks += 1;
        }
    }

    /// Moves the cursor to the position `at` and finds the end of its line.
    fn measure(&mut self, at: usize) {
        let newline = find(b'\n', self.bytes, at, self.end);
        self.at = at;
        self.next = (newline + 1).min(self.end);
        self.eol = newline;
        if newline > at && byte(self.bytes, newline - 1) == b'\r' {
            self.eol -= 1;
        }
    }

    fn skip_comments(&mut self) {
        while !self.done && byte(self.bytes, self.at) == b'#' {
            self.line(self.next);
        }
    }

    fn is_dash(&self) -> bool {
        self.marked_by(b'-')
    }

    fn marked_by(&self, mark: u8) -> bool {
        byte(self.bytes, self.at) == mark && (self.at + 1 >= self.eol || byte(self.bytes, self.at + 1) == b' ')
    }

    /// Parses the map, list or single value that starts at the cursor and continues on further lines. Its lines are at
    /// column `min` or deeper.
    fn block(&mut self, min: usize, depth: usize) -> Result<Node<'a>, Fault> {
        if self.is_dash() {
            self.list(self.indent, depth)
        } else if self.marked_by(b'?') || self.key()?.is_some() {
            self.map(self.indent, depth)
        } else {
            self.inline(min, depth)
        }
    }

    fn check_depth(&self, depth: usize) -> Result<(), Fault> {
        if depth > MAX_DEPTH {
            return Err((self.at, TreeProblemKind::TooDeep));
        }
        Ok(())
    }

    fn list(&mut self, column: usize, depth: usize) -> Result<Node<'a>, Fault> {
        self.check_depth(depth)?;
        let mut items = Vec::new();
        while !self.done && self.indent == column && self.is_dash() {
            let content = skip_spaces(self.bytes, self.at + 1, self.eol);
            if content >= self.eol {
                items.push(self.below_dash(column, depth + 1)?);
            } else {
                self.indent = column + (content - self.at);
                self.at = content;
                items.push(self.compact(column, depth + 1)?);
            }
        }
        Ok(Node::List(items))
    }

    /// Parses a list item whose content is on the lines below its dash. An item may be empty.
    fn below_dash(&mut self, dash: usize, depth: usize) -> Result<Node<'a>, Fault> {
        self.line(self.next);
        self.skip_comments();
        if !self.done && self.indent > dash {
            self.block(dash + 1, depth)
        } else {
            Ok(Node::EMPTY)
        }
    }

    /// Parses the content of a list item on the line of its dash. Columns of a nested block are counted from there.
    fn compact(&mut self, dash: usize, depth: usize) -> Result<Node<'a>, Fault> {
        self.block(dash + 1, depth)
    }

    fn map(&mut self, column: usize, depth: usize) -> Result<Node<'a>, Fault> {
        self.check_depth(depth)?;
        let mut entries = Vec::new();
        while !self.done && self.indent == column && !self.is_dash() {
            let entry = if self.marked_by(b'?') {
                self.explicit_entry(column, depth)?
            } else {
                let (key, after) = self.key()?.ok_or((self.at, TreeProblemKind::NoKey))?;
                (key, self.value_after(after, column, depth)?)
            };
            entries.push(entry);
        }
        Ok(Node::Map(entries))
    }

    /// Parses an explicit map entry: `? key`, and `: value` on a line of its own.
    fn explicit_entry(&mut self, column: usize, depth: usize) -> Result<(Cow<'a, str>, Node<'a>), Fault> {
        let start = self.at;
        let key = match self.value_after(self.at + 1, column, depth)? {
            Node::Text(text) => text,
            // A key that is itself a structure is kept as written.
            _ => Cow::Borrowed(slice(self.text, start + 1, self.at.max(start + 1)).trim()),
        };
        if !self.done && self.indent == column && self.marked_by(b':') {
            let value = self.value_after(self.at + 1, column, depth)?;
            return Ok((key, value));
        }
        Ok((key, Node::EMPTY))
    }

    /// Returns the key at the cursor and the position after its colon; `None` if the line does not begin with a key.
    fn key(&self) -> Result<Option<(Cow<'a, str>, usize)>, Fault> {
        let first = byte(self.bytes, self.at);
        if first == b'\t' {
            return Err((self.at, TreeProblemKind::Tab));
        }
        if first == b'"' || first == b'\'' {
            let (key, after) = scalar::parse_quoted(self.text, self.at, self.end)?;
            let colon = skip_spaces(self.bytes, after, self.eol);
            return Ok(self.colon_at(colon).then_some((key, colon + 1)));
        }
        if first == b'{' || first == b'[' {
            return Ok(None);
        }
        let mut from = self.at;
        loop {
            let colon = find(b':', self.bytes, from, self.eol);
            if colon >= self.eol {
                return Ok(None);
            }
            if self.colon_at(colon) {
                let key = slice(self.text, self.at, colon).trim_end();
                return Ok(Some((Cow::Borrowed(key), colon + 1)));
            }
            from = colon + 1;
        }
    }

    fn colon_at(&self, at: usize) -> bool {
        at < self.eol
            && byte(self.bytes, at) == b':'
            && (at + 1 >= self.eol || matches!(byte(self.bytes, at + 1), b' ' | b'\t'))
    }

    /// Parses the value of a key, on the key's line or as a block below it. A list may be at the column of the key.
    fn value_after(&mut self, after: usize, column: usize, depth: usize) -> Result<Node<'a>, Fault> {
        let at = skip_spaces(self.bytes, after, self.eol);
        if at < self.eol {
            self.at = at;
            return self.inline(column + 1, depth + 1);
        }
        self.line(self.next);
        self.skip_comments();
        if self.done {
            Ok(Node::EMPTY)
        } else if self.indent > column {
            self.block(column + 1, depth + 1)
        } else if self.indent == column && self.is_dash() {
            self.list(column, depth + 1)
        } else {
            Ok(Node::EMPTY)
        }
    }

    /// Parses a single value at the cursor: a text, list or map. Lines at column `min` or deeper can continue it.
    fn inline(&mut self, min: usize, depth: usize) -> Result<Node<'a>, Fault> {
        match byte(self.bytes, self.at) {
            b'{' | b'[' => {
                let (node, after) = Flow::read(self.text, self.at, self.end, depth)?;
                self.finish(after)?;
                Ok(node)
            }
            b'"' | b'\'' => {
                let (text, after) = scalar::parse_quoted(self.text, self.at, self.end)?;
                self.finish(after)?;
                Ok(Node::Text(text))
            }
            b'|' | b'>' if scalar::is_block_header(slice(self.text, self.at, self.eol)) => {
                let (text, next) = scalar::block(self.text, self.at, self.next, self.end, min);
                self.line(next);
                self.skip_comments();
                Ok(Node::Text(Cow::Owned(text)))
            }
            _ => Ok(Node::Text(self.plain(min))),
        }
    }

    fn plain(&mut self, min: usize) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(slice(self.text, self.at, self.eol).trim_end_matches([' ', '\t']));
        self.line(self.next);
        while !self.done && self.indent >= min {
            let folded = text.to_mut();
            match self.blanks {
                0 => folded.push(' '),
                blanks => folded.extend(std::iter::repeat_n('\n', blanks)),
            }
            folded.push_str(slice(self.text, self.at, self.eol).trim_end_matches([' ', '\t']));
            self.line(self.next);
        }
        self.skip_comments();
        text
    }

    /// Moves the cursor to the next line after a closing quote or bracket. Only a comment may follow on the line.
    fn finish(&mut self, after: usize) -> Result<(), Fault> {
        let at = skip_spaces(self.bytes, after, self.end);
        match byte(self.bytes, at) {
            _ if at >= self.end => {}
            b'\n' | b'\r' => {}
            b'#' if at > after => {}
            _ => return Err((at, TreeProblemKind::Trailing)),
        }
        let newline = find(b'\n', self.bytes, at, self.end);
        self.line((newline + 1).min(self.end));
        self.skip_comments();
        Ok(())
    }
}
