//! A reader for single fields of a document. It skips lines by their indentation, without parsing the whole document.

use super::bounds::{byte, find, skip_spaces, slice, trim, trim_end};
use super::node::{FileRef, Node};
use super::parser::Parser;
use super::problem::TreeProblem;
use super::reference;
use super::scalar;
use std::borrow::Cow;

/// An iterator over the `key: value` entries of one block map, in file order.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    text: &'a str,
    /// Byte position of the key of the next entry.
    at: usize,
    end: usize,
    indent: usize,
}

impl<'a> Fields<'a> {
    /// Returns the fields below the single top key of a document's body, such as `GameObject`.
    pub(super) fn from_document(text: &'a str, start: usize, end: usize) -> Self {
        let first = find(b'\n', text.as_bytes(), start, end) + 1;
        Self::from_block(text, first, end)
    }

    /// Returns the entries of the block map whose first line begins at `start`.
    fn from_block(text: &'a str, start: usize, end: usize) -> Self {
        let start = start.min(end);
        let at = skip_spaces(text.as_bytes(), start, end);
        Self {
            text,
            at,
            end,
            indent: at - start,
        }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let bytes = self.text.as_bytes();
        while self.at < self.end {
            let start = self.at;
            let line_end = find(b'\n', bytes, start, self.end);
            let mut colon = find(b':', bytes, start, line_end);
            while colon < line_end && !matches!(byte(bytes, colon + 1), b' ' | b'\n' | b'\r' | 0) {
                colon = find(b':', bytes, colon + 1, line_end);
            }
            let value = skip_spaces(bytes, (colon + 1).min(line_end), line_end);
            // A quoted text can contain lines of any form.
            let mut resume = line_end;
            if matches!(byte(bytes, value), b'"' | b'\'') && value < line_end {
                let closed = scalar::parse_quoted(self.text, value, self.end).map_or(line_end, |(_, after)| after);
                resume = find(b'\n', bytes, closed, self.end);
            }
            let next_line = entry_end(bytes, resume + 1, self.end, self.indent);
            self.at = skip_spaces(bytes, next_line, self.end);
            if colon < line_end {
                return Some(Field {
                    text: self.text,
                    start,
                    colon,
                    end: next_line.min(self.end),
                    indent: self.indent,
                });
            }
        }
        None
    }
}

/// Returns the start of the first line from `at` on that begins another entry at column `indent` or is outside.
fn entry_end(bytes: &[u8], mut at: usize, end: usize, indent: usize) -> usize {
    while at < end {
        let content = skip_spaces(bytes, at, end.min(at + indent + 1));
        let column = content - at;
        let first = byte(bytes, content);
        let blank = matches!(first, b'\n' | b'\r');
        let item = column == indent && first == b'-' && matches!(byte(bytes, content + 1), b' ' | b'\n' | b'\r');
        if column <= indent && !blank && !item && !closes_text(bytes, content, end) {
            return at;
        }
        at = find(b'\n', bytes, content, end) + 1;
    }
    end
}

/// True if the line contains only a quote. It ends a quoted text that ends with a line break, and may be at column 0.
fn closes_text(bytes: &[u8], content: usize, end: usize) -> bool {
    byte(bytes, content) == b'\'' && (content + 1 >= end || matches!(byte(bytes, content + 1), b'\n' | b'\r'))
}

/// One `key: value` entry of a block map, not parsed yet.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    text: &'a str,
    start: usize,
    colon: usize,
    end: usize,
    indent: usize,
}

impl<'a> Field<'a> {
    /// Returns the key as the file spells it, with quotes if there are any.
    pub fn key(&self) -> &'a str {
        trim_end(slice(self.text, self.start, self.colon))
    }

    /// True if the key equals `key` after quotes and escapes are removed.
    pub(super) fn is_named(&self, key: &str) -> bool {
        let written = self.key();
        if written.starts_with(['"', '\'']) {
            return scalar::parse_quoted(self.text, self.start, self.end).is_ok_and(|(known, _)| known == key);
        }
        written == key
    }

    /// Returns the byte range of this entry in the text, from the key to the end of the value's last line.
    pub(super) fn range(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    pub(super) fn indent(&self) -> usize {
        self.indent
    }

    /// Returns the unparsed source text of the value.
    pub fn raw(&self) -> &'a str {
        trim(slice(self.text, self.colon + 1, self.end))
    }

    /// Parses the value as a tree.
    ///
    /// # Errors
    /// The value is not valid; the error contains the line and the problem.
    pub fn node(&self) -> Result<Node<'a>, TreeProblem> {
        Parser::new(self.text, self.start, self.end).value(self.colon + 1, self.indent)
    }

    /// Returns the value as unescaped text; empty if the value is a map or list.
    pub fn scalar(&self) -> Cow<'a, str> {
        let raw = self.raw();
        // The common case: one plain line.
        let is_plain = !matches!(byte(raw.as_bytes(), 0), b'"' | b'\'' | b'{' | b'[' | b'|' | b'>');
        if is_plain && memchr::memchr(b'\n', raw.as_bytes()).is_none() {
            return Cow::Borrowed(raw);
        }
        match self.node() {
            Ok(Node::Text(text)) => text,
            _ => Cow::Borrowed(""),
        }
    }

    /// Returns the value as a reference `{fileID: …, guid: …}`; all zero for any other value.
    pub fn file_ref(&self) -> FileRef {
        let raw = self.raw();
        if !raw.starts_with('{') {
            return FileRef::default();
        }
        reference::parse_canonical(raw)
            .or_else(|| Some(self.node().ok()?.file_ref()))
            .unwrap_or_default()
    }

    /// Returns the entries of the value, which is a nested block map.
    pub fn fields(&self) -> Fields<'a> {
        let next = find(b'\n', self.text.as_bytes(), self.colon, self.end) + 1;
        Fields::from_block(self.text, next, self.end)
    }

    /// Returns the unparsed items of the value, which is a nested block list; empty for `[]` and any other value.
    pub fn items(&self) -> Items<'a> {
        let next = (find(b'\n', self.text.as_bytes(), self.colon, self.end) + 1).min(self.end);
        let at = skip_spaces(self.text.as_bytes(), next, self.end);
        Items {
            text: self.text,
            at,
            end: self.end,
            dash: at - next,
        }
    }
}

/// An iterator over the items of a block list.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    dash: usize,
}

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        let bytes = self.text.as_bytes();
        if self.at >= self.end || byte(bytes, self.at) != b'-' {
            return None;
        }
        let start = self.at;
        let mut line = find(b'\n', bytes, start, self.end) + 1;
        // The item ends at the first line at the dash's column or left of it.
        let end = loop {
            if line >= self.end {
                break self.end;
            }
            let content = skip_spaces(bytes, line, self.end.min(line + self.dash + 1));
            let blank = matches!(byte(bytes, content), b'\n' | b'\r');
            if content - line <= self.dash && !blank && !closes_text(bytes, content, self.end) {
                break line;
            }
            line = find(b'\n', bytes, content, self.end) + 1;
        };
        self.at = skip_spaces(bytes, end, self.end);
        Some(Item {
            text: self.text,
            start,
            end,
            dash: self.dash,
        })
    }
}

/// One item of a block list, not parsed yet.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    dash: usize,
}

impl<'a> Item<'a> {
    /// Returns the byte range of this list item in the text, including the dash. `Item::new` creates the item from it.
    pub fn range(&self) -> (usize, usize) {
        (self.start, self.end)
    }

    /// Creates the item with the byte range `start..end`, whose dash is at column `dash`.
    pub fn new(text: &'a str, start: usize, end: usize, dash: usize) -> Self {
        Self { text, start, end, dash }
    }

    /// Returns the unparsed source text of the item, which follows the dash.
    pub(super) fn raw(&self) -> &'a str {
        trim_end(slice(self.text, self.content(), self.end))
    }

    /// Returns the column of the dash.
    pub fn dash(&self) -> usize {
        self.dash
    }

    fn content(&self) -> usize {
        skip_spaces(self.text.as_bytes(), self.start + 1, self.end)
    }

    /// Returns the entries of the item, which is a map.
    pub fn fields(&self) -> Fields<'a> {
        let at = self.content();
        Fields {
            text: self.text,
            at,
            end: self.end,
            indent: self.dash + (at - self.start),
        }
    }

    /// Returns the item as a reference `{fileID: …, guid: …}`; all zero for any other value, `None` if the text is not
    /// valid.
    pub fn file_ref(&self) -> Option<FileRef> {
        let raw = trim_end(slice(self.text, self.content(), self.end));
        reference::parse_canonical(raw).or_else(|| Some(self.node().ok()?.file_ref()))
    }

    /// Parses the item as a tree.
    ///
    /// # Errors
    /// The item is not valid; the error contains the line and the problem.
    pub fn node(&self) -> Result<Node<'a>, TreeProblem> {
        let at = self.content();
        Parser::new(self.text, self.start, self.end).item(at, self.dash + (at - self.start), self.dash)
    }
}
