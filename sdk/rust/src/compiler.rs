//! Messages of the C# compiler as text.

use crate::authoring::compilation::{Diagnostic, Severity};
use crate::fit;

/// Returns a message as compilers write it: `Assets/Door.cs(2,5): CS0103 The name …`.
///
/// ```
/// use unity_tools::authoring::compilation::{Diagnostic, Severity};
///
/// let message = Diagnostic {
///     severity: Severity::Error,
///     path: Some("Assets/Door.cs".to_owned()),
///     line: Some(2),
///     column: Some(5),
///     code: Some("CS0103".to_owned()),
///     message: "The name `x` does not exist".to_owned(),
/// };
/// let line = unity_tools::compiler::line_of(&message);
/// assert_eq!(line, "Assets/Door.cs(2,5): CS0103 The name `x` does not exist");
/// ```
pub fn line_of(message: &Diagnostic) -> String {
    let place = match (&message.path, message.line, message.column) {
        (Some(path), Some(line), Some(column)) => format!("{path}({line},{column}): "),
        (Some(path), ..) => format!("{path}: "),
        (None, ..) => String::new(),
    };
    let code = message
        .code
        .as_ref()
        .map_or_else(String::new, |code| format!("{code} "));
    format!("{place}{code}{}", message.message)
}

/// Returns the first errors as `line_of` writes them, at most `most_bytes` of them as JSON, and how many errors are left out.
///
/// ```
/// use unity_tools::authoring::compilation::{Diagnostic, Severity};
///
/// let message = |severity, text: &str| Diagnostic {
///     severity,
///     path: None,
///     line: None,
///     column: None,
///     code: None,
///     message: text.to_owned(),
/// };
/// let messages = [message(Severity::Error, "bad"), message(Severity::Warning, "odd"), message(Severity::Error, "worse")];
/// assert_eq!(unity_tools::compiler::error_lines(&messages, 7), (vec!["bad".to_owned()], 1));
/// ```
pub fn error_lines(messages: &[Diagnostic], most_bytes: usize) -> (Vec<String>, u64) {
    let errors = messages.iter().filter(|one| matches!(one.severity, Severity::Error));
    let mut lines: Vec<String> = errors.map(line_of).collect();
    let left_out = fit::keep_first(&mut lines, most_bytes, |line| fit::written_len(line)) as u64;
    (lines, left_out)
}
