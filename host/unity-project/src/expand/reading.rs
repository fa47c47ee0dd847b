//! Limit on the text that one command can parse into value trees. A component of a megabyte is in a file once, but in a
//! scene as often as its prefab is used.
//!
//! Each thread has its own counter, because components are read far from the session, and a session has one thread.

use std::cell::Cell;
use unity_yaml::TreeProblem;

/// Maximum number of bytes of documents and of values that overrides add, for one command: some seconds of work.
const MAX_READ_BYTES: usize = 1024 * 1024 * 1024;

/// The reason why a component has no tree of fields.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadProblem {
    /// The document is not valid YAML of Unity's dialect.
    #[error(transparent)]
    Tree(#[from] TreeProblem),
    /// The command has used up its limit of `limit` bytes; `line` is the first line of the document.
    #[error("line {line}: one call reads no more than {limit} bytes of components")]
    TooMuch { line: u32, limit: usize },
}

thread_local! {
    static READ: Cell<usize> = const { Cell::new(0) };
}

/// Begins another command: resets the counter of this thread.
pub fn begin() {
    READ.set(0);
}

/// Adds `bytes` to the amount that the current command has read; `line` is used only for the error.
///
/// # Errors
/// `TooMuch` if the command has used up its limit.
pub(super) fn count(bytes: usize, line: impl Fn() -> u32) -> Result<(), ReadProblem> {
    let read = READ.get().saturating_add(bytes);
    READ.set(read);
    if read > MAX_READ_BYTES {
        return Err(ReadProblem::TooMuch {
            line: line(),
            limit: MAX_READ_BYTES,
        });
    }
    Ok(())
}
