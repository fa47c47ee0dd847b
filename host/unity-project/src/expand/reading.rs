//! The limit on the text that one command parses into value trees. A file contains a component once, but a scene can
//! have many copies of it, one for each use of the prefab.
//!
//! Each thread has its own counter, because the functions that parse cannot access the session, which has one thread.

use std::cell::Cell;
use unity_yaml::TreeProblem;

/// Maximum number of bytes that one command can parse (documents, and values that overrides add): some seconds of work.
const MAX_READ_BYTES: usize = 1024 * 1024 * 1024;

/// The reason why the host cannot build the value tree of a component.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadProblem {
    /// The document is not valid YAML of Unity's dialect.
    #[error(transparent)]
    Tree(#[from] TreeProblem),
    /// The command parsed more than its limit of `limit` bytes of text; `line` is where the last document begins in its
    /// file.
    #[error("line {line}: one call reads no more than {limit} bytes of components")]
    TooMuch { line: u32, limit: usize },
}

thread_local! {
    static READ: Cell<usize> = const { Cell::new(0) };
}

/// Resets the number of bytes that the current command has parsed on this thread, at the start of a command.
pub fn begin() {
    READ.set(0);
}

/// Adds `bytes` to the bytes that the current command has parsed; fails with `TooMuch` if the sum exceeds the limit.
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
