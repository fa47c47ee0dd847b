//! The error for a C# source with syntax errors, which every bridge reports in the same words.

use crate::error::{BridgeError, BridgeErrorKind};
use std::fmt::Write as _;

/// Returns the error for a source with these syntax errors (line, column, message); `None` without any.
pub fn refuse_syntax(path: &str, errors: impl IntoIterator<Item = (usize, usize, String)>) -> Option<BridgeError> {
    let mut rows = String::new();
    for (line, column, message) in errors {
        let separator = if rows.is_empty() { "" } else { "; " };
        // Writing to a String cannot fail.
        let _ = write!(rows, "{separator}{path}({line},{column}): {message}");
    }
    if rows.is_empty() {
        return None;
    }
    let message = format!("`text` has syntax errors: {rows}");
    let error = BridgeError::new(BridgeErrorKind::InvalidArgument, message);
    Some(error.with_hint(
        "nothing was written; correct the text, or set `allow_syntax_errors` if the compiler of this Unity accepts it",
    ))
}
