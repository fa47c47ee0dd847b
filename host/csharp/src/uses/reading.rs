//! A cursor over the tokens of a source, which tracks the open types and blocks and the current line.

use super::tokens::Token;
use crate::parse::SourceFile;
use crate::type_ref::TypeName;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// A block that is the body of a type, with the index of the type in `SourceFile::types`.
    Type(usize),
    Other,
    Attribute,
    Parenthesis,
    Bracket,
}

pub(super) struct Reading<'s> {
    text: &'s str,
    tokens: &'s [Token],
    file: Option<&'s SourceFile>,
    names: Vec<Option<TypeName>>,
    blocks: Vec<Block>,
    /// Index of the type in whose header (base types and constraints) the cursor is; `None` outside of headers.
    header: Option<usize>,
    at: usize,
    line: u32,
    counted: usize,
}

impl<'s> Reading<'s> {
    pub(super) fn new(text: &'s str, tokens: &'s [Token], file: Option<&'s SourceFile>) -> Self {
        let types = file.into_iter().flat_map(SourceFile::types);
        Self {
            text,
            tokens,
            file,
            names: types.map(|declared| Some(declared.type_name())).collect(),
            blocks: Vec::new(),
            header: None,
            at: 0,
            line: 1,
            counted: 0,
        }
    }

    /// Moves the cursor, which reads the tokens of a source in order, to the next token `at`.
    pub(super) fn pass(&mut self, at: usize) {
        self.at = at;
        let Some(token) = self.tokens.get(at) else { return };
        let passed = self.text.as_bytes().get(self.counted..token.start).unwrap_or_default();
        let more = memchr_lines(passed);
        self.line = self.line.saturating_add(more);
        self.counted = self.counted.max(token.start);
        match token.sign(self.text) {
            0 => {
                let types = self.file.map(|file| file.types.as_slice()).unwrap_or_default();
                let own = types.iter().position(|decl| decl.offset == token.start);
                self.header = own.or(self.header);
            }
            b'{' => {
                let block = self.header.take().map_or(Block::Other, Block::Type);
                self.blocks.push(block);
            }
            b';' if !self.blocks.contains(&Block::Parenthesis) => self.header = None,
            b'(' => self.blocks.push(Block::Parenthesis),
            b'[' => {
                let block = if self.begins_attribute() {
                    Block::Attribute
                } else {
                    Block::Bracket
                };
                self.blocks.push(block);
            }
            b'}' | b')' | b']' => drop(self.blocks.pop()),
            _ => {}
        }
    }

    /// Returns true if the `[` at the cursor begins an attribute, because a declaration or statement starts here.
    fn begins_attribute(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)) else {
            return true;
        };
        match before.sign(self.text) {
            b'{' | b'}' | b';' | b'(' | b',' => true,
            b']' => self
                .text
                .get(before.end..self.tokens.get(self.at).map_or(before.end, |token| token.start))
                .is_some_and(|between| between.contains(char::is_whitespace)),
            _ => false,
        }
    }

    /// Returns true if the cursor is directly in the brackets of an attribute, not in its arguments.
    pub(super) fn is_attribute(&self) -> bool {
        self.blocks.last() == Some(&Block::Attribute)
    }

    fn is_in(&self, block: Block) -> bool {
        self.blocks.last() == Some(&block)
    }

    /// Returns true if the cursor is in the list of base types or the constraints of a type.
    pub(super) fn is_in_header(&self) -> bool {
        self.header.is_some() && !self.is_in(Block::Parenthesis) && !self.is_in(Block::Attribute)
    }

    /// Returns true if the cursor is in the body of an enumeration, where names are members.
    pub(super) fn is_in_enum(&self) -> bool {
        let Some(Block::Type(at)) = self.blocks.last() else {
            return false;
        };
        self.names
            .get(*at)
            .and_then(Option::as_ref)
            .is_some_and(|name| name.kind == crate::TypeKind::Enum)
    }

    fn open_type(&self) -> Option<usize> {
        let mut types = self.blocks.iter().rev().filter_map(|block| match block {
            Block::Type(at) => Some(*at),
            _ => None,
        });
        types.next()
    }

    /// Returns true if the cursor is in the body of one of the types with the full names `full`.
    pub(super) fn is_inside(&self, full: &[&str]) -> bool {
        self.blocks.iter().any(|block| match block {
            Block::Type(at) => {
                let name = self
                    .names
                    .get(*at)
                    .and_then(Option::as_ref)
                    .map(TypeName::joined_by_dots);
                name.is_some_and(|name| full.contains(&name.as_str()))
            }
            _ => false,
        })
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// Returns the place of the cursor: the parsed source, the index of the scope for names, and the type around the
    /// cursor. `None` if there is no parsed source.
    pub(super) fn scope(&self) -> Option<(&'s SourceFile, usize, Option<&TypeName>)> {
        let file = self.file?;
        if let Some(at) = self.header.or_else(|| self.open_type()) {
            return Some((file, file.types.get(at)?.scope, self.names.get(at)?.as_ref()));
        }
        // Before the first type or between two types: the scope of the next type.
        let start = self.tokens.get(self.at).map_or(0, |token| token.start);
        let next = file
            .types
            .iter()
            .filter(|decl| decl.offset > start)
            .min_by_key(|decl| decl.offset);
        Some((file, next.map_or(0, |decl| decl.scope), None))
    }
}

fn memchr_lines(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.iter().filter(|byte| **byte == b'\n').count()).unwrap_or(u32::MAX)
}
