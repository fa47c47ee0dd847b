//! Unity's dialect of YAML, read by lines: documents as byte ranges, trees on demand, changes as byte patches.
//!
//! This crate handles the text form: splitting, scalars, flow collections, folding, detection of other file kinds, and
//! writing values as Unity does. Callers interpret the documents and find the files.
//!
//! Scalars stay text as the file has them: nothing is read as a number, a boolean or null, and ` #` inside a plain
//! scalar is data.

mod bounds;
mod emit;
mod fields;
mod flow;
mod form;
mod identify;
mod layout_code;
mod node;
mod noncanonical;
mod number;
mod parser;
mod problem;
mod reference;
mod rewrite;
mod scalar;
mod split;

pub use emit::Style;
pub use fields::{Field, Fields, Item, Items};
pub use form::Layout;
pub use identify::{FileProblem, as_text, into_text};
pub use node::{FileRef, Guid, Node};
pub use number::{double_text, float_text, other_spelling};
pub use problem::{MAX_DEPTH, MAX_VALUES, TreeProblem, TreeProblemKind};
pub use rewrite::{NotExact, NotExactWhy, Patch, apply};
pub use split::{Head, split};

use bounds::slice;
use parser::Parser;

/// One file of the dialect, borrowed from its bytes: the text and the position of each document.
#[derive(Debug)]
pub struct File<'a> {
    text: &'a str,
    heads: Vec<Head>,
}

impl<'a> File<'a> {
    /// Checks the kind of the bytes and finds the documents; no document is parsed yet.
    ///
    /// # Errors
    /// For a file that is no text scene, the error names its kind: Git LFS pointer, binary, empty, JSON, invalid UTF-8,
    /// ….
    pub fn parse(bytes: &'a [u8]) -> Result<Self, FileProblem> {
        let text = as_text(bytes)?;
        Ok(Self {
            heads: split(text)?,
            text,
        })
    }

    /// Returns the documents in file order.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = Document<'a>> + '_ {
        let text = self.text;
        self.heads.iter().map(move |head| Document { text, head: *head })
    }

    /// Parses every document, drops the trees and returns the number of tree nodes. For benchmarks and fuzzing.
    ///
    /// # Errors
    /// The first document that is not of the dialect.
    pub fn count_nodes(&self) -> Result<usize, TreeProblem> {
        self.documents()
            .try_fold(0, |sum, document| Ok(sum + document.tree()?.count()))
    }
}

/// One document: its head line and its body, not parsed.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    text: &'a str,
    head: Head,
}

impl<'a> Document<'a> {
    /// Creates a document of `text`, which must be the text from which `head` was split.
    pub fn new(text: &'a str, head: Head) -> Self {
        Self { text, head }
    }

    /// Returns Unity's class number, such as 1 for a GameObject.
    pub fn class(&self) -> u32 {
        self.head.class
    }

    /// Returns the document's fileID.
    pub fn id(&self) -> i64 {
        self.head.id
    }

    /// Returns the line, from 1, of the body's first line in the file. Each call counts the lines, so use it for
    /// messages only.
    pub fn line(&self) -> u32 {
        bounds::line_of(self.text, self.head.start as usize)
    }

    /// Whether the document is a placeholder for an object of a prefab instance.
    pub fn stripped(&self) -> bool {
        self.head.stripped
    }

    /// Returns the text of the body, without the `---` line.
    pub fn body(&self) -> &'a str {
        slice(self.text, self.head.start as usize, self.head.end as usize)
    }

    /// Returns the class name, which is the only top key of the body; empty for an empty body.
    pub fn type_name(&self) -> &'a str {
        let body = self.body();
        let line = body.lines().next().unwrap_or_default();
        line.split(':').next().unwrap_or_default().trim()
    }

    /// Parses the whole body as a tree, including the top key. Scalars borrow from the text unless they are folded or
    /// escaped.
    ///
    /// # Errors
    /// The error names the line (of the file) and the problem in it.
    pub fn tree(&self) -> Result<Node<'a>, TreeProblem> {
        Parser::new(self.text, self.head.start as usize, self.head.end as usize).document()
    }

    /// Returns the fields below the top key, not parsed; fast for readers that need only a few of them.
    pub fn fields(&self) -> Fields<'a> {
        Fields::from_document(self.text, self.head.start as usize, self.head.end as usize)
    }

    /// Returns the first field with this name.
    pub fn field(&self, key: &str) -> Option<Field<'a>> {
        self.fields().find(|field| field.key() == key)
    }
}

/// Parses a text without document heads (a `.meta` file) as one tree.
///
/// # Errors
/// The error names the line and the problem in it.
pub fn parse_bare(text: &str) -> Result<Node<'_>, TreeProblem> {
    Parser::new(text, 0, text.len()).document()
}

/// Reads any bytes with the splitter, the tree parser and every field reader, for a fuzz target. Never panics. Returns
/// the number of values read.
pub fn exercise(bytes: &[u8]) -> usize {
    let Ok(file) = File::parse(bytes) else {
        return as_text(bytes).map_or(0, |text| parse_bare(text).map_or(0, |node| node.count()));
    };
    let mut seen = 0;
    for document in file.documents() {
        seen += document.tree().map_or(0, |node| node.count());
        for field in document.fields() {
            seen += field.node().map_or(0, |node| node.count());
            seen += field.items().filter(|item| item.node().is_ok()).count();
            seen += usize::from(field.file_ref().file_id != 0);
        }
    }
    seen
}

#[cfg(test)]
mod tests;
