//! Formats a value and its path for a message.

use serde_json::Value;

/// Maximum number of characters of a JSON value in a message; a longer value is truncated.
const MAX_SHOWN: usize = 60;

/// Formats a value for a message; truncates a long one.
pub(crate) fn shorten_value(value: &Value) -> String {
    match value {
        Value::Array(items) if !items.is_empty() => format!("an array of {}", items.len()),
        Value::Object(entries) if !entries.is_empty() => format!("an object of {}", entries.len()),
        other => cut(&other.to_string()),
    }
}

/// Appends a member name to a path: `filter` and `name` → `filter.name`.
pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// Returns the first `MAX_SHOWN` characters, followed by `…` if there are more.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
