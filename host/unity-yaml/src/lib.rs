//! A parser and writer for Unity's variant of YAML. It finds documents as byte ranges, parses trees on request, and
//! writes changes as byte patches.
//!
//! Callers find the files and interpret the documents.
//!
//! Scalars stay text: the parser converts nothing to a number, a boolean or null, and ` #` inside a plain scalar is
//! part of the text.

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

/// One file in Unity's YAML format: its text and the position of each document in it.
#[derive(Debug)]
pub struct File<'a> {
    text: &'a str,
    heads: Vec<Head>,
}

impl<'a> File<'a> {
    /// Checks the kind of the file and finds its documents. Parses no document yet.
    ///
    /// # Errors
    /// The bytes are not a Unity text file. The error names the kind, such as a Git LFS pointer or JSON.
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

    /// Parses every document and returns the total number of values in them. Benchmarks and fuzz targets use it.
    ///
    /// # Errors
    /// The error of the first document that is not valid.
    pub fn count_nodes(&self) -> Result<usize, TreeProblem> {
        self.documents()
            .try_fold(0, |sum, document| Ok(sum + document.tree()?.count()))
    }
}

/// One document of a file, which describes one Unity object: its head line and its body, not parsed.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    text: &'a str,
    head: Head,
}

impl<'a> Document<'a> {
    /// Creates a document. `head` must result from splitting this `text`.
    pub fn new(text: &'a str, head: Head) -> Self {
        Self { text, head }
    }

    /// Returns Unity's class number, such as 1 for a GameObject.
    pub fn class(&self) -> u32 {
        self.head.class
    }

    /// Returns the fileID of the object that the document describes.
    pub fn id(&self) -> i64 {
        self.head.id
    }

    /// Returns the line number, from 1, at which the content of this document begins in its file. Each call counts the
    /// lines of the file, so use it only for messages.
    pub fn line(&self) -> u32 {
        bounds::line_of(self.text, self.head.start as usize)
    }

    /// True if the document is a placeholder (`stripped`) for an object of a prefab instance.
    pub fn stripped(&self) -> bool {
        self.head.stripped
    }

    /// Returns the text of the body, without the `---` line.
    pub fn body(&self) -> &'a str {
        slice(self.text, self.head.start as usize, self.head.end as usize)
    }

    /// Returns the class name, such as `GameObject`. It is the single top key of the body; empty if the body is empty.
    pub fn type_name(&self) -> &'a str {
        let body = self.body();
        let line = body.lines().next().unwrap_or_default();
        line.split(':').next().unwrap_or_default().trim()
    }

    /// Parses the body as a tree, including the top key. Scalars borrow from the text if they need no conversion.
    ///
    /// # Errors
    /// The error names the line (of the file) and the problem in it.
    pub fn tree(&self) -> Result<Node<'a>, TreeProblem> {
        Parser::new(self.text, self.head.start as usize, self.head.end as usize).document()
    }

    /// Returns the unparsed fields below the top key. This is fast if a caller needs only a few fields.
    pub fn fields(&self) -> Fields<'a> {
        Fields::from_document(self.text, self.head.start as usize, self.head.end as usize)
    }

    /// Returns the first field with this name; `None` if there is none.
    pub fn field(&self, key: &str) -> Option<Field<'a>> {
        self.fields().find(|field| field.key() == key)
    }
}

/// Parses a text without document heads, such as a `.meta` file, as one tree.
///
/// # Errors
/// The text is not valid; the error contains the line and the problem.
pub fn parse_bare(text: &str) -> Result<Node<'_>, TreeProblem> {
    Parser::new(text, 0, text.len()).document()
}

/// Parses any bytes with all parsers, for a fuzz target. Never panics. Returns the number of parsed values.
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
