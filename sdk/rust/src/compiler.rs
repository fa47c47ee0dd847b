//! Messages of the C# compiler as text.

use crate::authoring::compilation::{Diagnostic, Severity};

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

/// Returns the errors among the messages, each as `line_of` writes it.
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
/// let messages = [message(Severity::Error, "bad"), message(Severity::Warning, "odd")];
/// assert_eq!(unity_tools::compiler::error_lines(&messages), ["bad"]);
/// ```
pub fn error_lines(messages: &[Diagnostic]) -> Vec<String> {
    let errors = messages.iter().filter(|one| matches!(one.severity, Severity::Error));
    errors.map(line_of).collect()
}
