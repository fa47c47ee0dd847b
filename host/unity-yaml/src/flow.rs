//! Parser for flow collections: `{fileID: 1, guid: …}` and `[a, b]`, which may extend over several lines.

use super::bounds::{byte, slice};
use super::node::Node;
use super::problem::{Fault, MAX_DEPTH, TreeProblemKind};
use super::scalar;
use std::borrow::Cow;

/// A parser for one YAML list or map in flow style: `[a, b]` or `{a: b}`.
pub(super) struct Flow<'a> {
    text: &'a str,
    bytes: &'a [u8],
    end: usize,
    at: usize,
}

impl<'a> Flow<'a> {
    /// Parses the list or map in flow style that begins at `at`. Returns it with the position after its end.
    pub(super) fn read(text: &'a str, at: usize, end: usize, depth: usize) -> Result<(Node<'a>, usize), Fault> {
        let bytes = text.as_bytes().get(..end).unwrap_or(text.as_bytes());
        let mut flow = Self { text, bytes, end, at };
        let node = flow.node(depth)?;
        Ok((node, flow.at))
    }

    fn node(&mut self, depth: usize) -> Result<Node<'a>, Fault> {
        if depth > MAX_DEPTH {
            return Err((self.at, TreeProblemKind::TooDeep));
        }
        match byte(self.bytes, self.at) {
            b'{' => self.map(depth),
            b'[' => self.list(depth),
            b'"' | b'\'' => {
                let (text, after) = scalar::parse_quoted(self.text, self.at, self.end)?;
                self.at = after;
                Ok(Node::Text(text))
            }
            _ => Ok(Node::Text(self.plain())),
        }
    }

    fn map(&mut self, depth: usize) -> Result<Node<'a>, Fault> {
        let open = self.at;
        self.at += 1;
        let mut entries = Vec::new();
        loop {
            self.blank();
            if self.closed_by(b'}') {
                return Ok(Node::Map(entries));
            }
            let key = match self.node(depth + 1)? {
                Node::Text(key) => key,
                _ => return Err((open, TreeProblemKind::BadFlow)),
            };
            self.blank();
            let mut value = Node::EMPTY;
            if byte(self.bytes, self.at) == b':' {
                self.at += 1;
                self.blank();
                if !matches!(byte(self.bytes, self.at), b',' | b'}') {
                    value = self.node(depth + 1)?;
                }
            }
            entries.push((key, value));
            self.separator(b'}', open)?;
        }
    }

    fn list(&mut self, depth: usize) -> Result<Node<'a>, Fault> {
        let open = self.at;
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.blank();
            if self.closed_by(b']') {
                return Ok(Node::List(items));
            }
            let item = self.node(depth + 1)?;
            self.blank();
            // `[a: b]` is a list with a map of one entry.
            if byte(self.bytes, self.at) == b':' {
                self.at += 1;
                self.blank();
                let value = if matches!(byte(self.bytes, self.at), b',' | b']') {
                    Node::EMPTY
                } else {
                    self.node(depth + 1)?
                };
                let Node::Text(key) = item else {
                    return Err((open, TreeProblemKind::BadFlow));
                };
                items.push(Node::Map(vec![(key, value)]));
            } else {
                items.push(item);
            }
            self.separator(b']', open)?;
        }
    }

    fn closed_by(&mut self, close: u8) -> bool {
        let closed = byte(self.bytes, self.at) == close;
        self.at += usize::from(closed);
        closed
    }

    /// Moves the cursor after the comma behind an item, or to the bracket `close` that ends the list or map. Fails at
    /// any other character.
    fn separator(&mut self, close: u8, open: usize) -> Result<(), Fault> {
        self.blank();
        match byte(self.bytes, self.at) {
            b',' => {
                self.at += 1;
                Ok(())
            }
            other if other == close && self.at < self.end => Ok(()),
            _ => Err((open, TreeProblemKind::BadFlow)),
        }
    }

    fn blank(&mut self) {
        while matches!(byte(self.bytes, self.at), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    /// Reads a plain scalar, which ends at a comma, a closing bracket, or a colon after a key.
    fn plain(&mut self) -> Cow<'a, str> {
        let start = self.at;
        let mut wrapped = false;
        while self.at < self.end {
            match byte(self.bytes, self.at) {
                b',' | b'}' | b']' => break,
                b':' if matches!(
                    byte(self.bytes, self.at + 1),
                    b' ' | b'\n' | b'\r' | b'\t' | b',' | b'}' | b']' | 0
                ) =>
                {
                    break;
                }
                b'\n' => wrapped = true,
                _ => {}
            }
            self.at += 1;
        }
        let raw = slice(self.text, start, self.at).trim_end();
        if !wrapped || !raw.contains('\n') {
            return Cow::Borrowed(raw);
        }
        Cow::Owned(raw.lines().map(str::trim).collect::<Vec<_>>().join(" "))
    }
}
