//! Why a document has no tree, and the bounds of one that has.

/// Nesting beyond this is refused; Unity itself stops serializing at 10 levels of classes.
pub const MAX_DEPTH: usize = 128;

/// Values of one tree, at most. Each costs some fifty bytes, and two bytes of text are enough to make one.
pub const MAX_VALUES: usize = 2_000_000;

/// Why a document has no tree, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct TreeProblem {
    /// 1-based, in the file.
    pub line: u32,
    pub kind: TreeProblemKind,
}

/// What is wrong at that line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeProblemKind {
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    #[error("expected `key: value`")]
    NoKey,
    #[error("the indentation fits no open block")]
    StrayIndent,
    #[error("a tab stands where a line is indented")]
    Tab,
    #[error("a quoted text has no closing quote")]
    OpenQuote,
    #[error("an escape sequence in a double-quoted text is not known")]
    BadEscape,
    #[error("a `{{` or `[` is not closed, or a comma is missing")]
    BadFlow,
    #[error("text follows a closed quote or bracket")]
    Trailing,
    #[error("it holds more than {MAX_VALUES} values")]
    TooMany,
}

/// A problem with its byte position, before the line is counted.
pub(super) type Fault = (usize, TreeProblemKind);
