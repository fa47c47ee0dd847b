//! Errors of parsing a document as a tree, and the size limits of a tree.

/// Maximum nesting depth of a tree. Unity itself serializes at most 10 levels of classes.
pub const MAX_DEPTH: usize = 128;

/// Maximum number of values in one tree. A value uses about 50 bytes of memory, and 2 bytes of text can create a value.
pub const MAX_VALUES: usize = 2_000_000;

/// The error for a document that cannot be parsed as a tree, with the line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct TreeProblem {
    /// Line number in the file, from 1.
    pub line: u32,
    pub kind: TreeProblemKind,
}

/// The kind of problem in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeProblemKind {
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("expected `key: value`")]
    NoKey,
    #[error("the indentation matches no open block")]
    StrayIndent,
    #[error("a tab is used for indentation")]
    Tab,
    #[error("a quoted text has no closing quote")]
    OpenQuote,
    #[error("unknown escape sequence in a double-quoted text")]
    BadEscape,
    #[error("a `{{` or `[` is not closed, or a comma is missing")]
    BadFlow,
    #[error("text follows a closed quote or bracket")]
    Trailing,
    #[error("it contains more than {MAX_VALUES} values")]
    TooMany,
}

/// A problem in a YAML text with its byte position, which is converted to a line number later.
pub(super) type Fault = (usize, TreeProblemKind);
