//! Values that a client sent as JSON inside a string (`"2"`, `"[1, 2, 3]"`), for a field that does not accept the
//! string itself. Such a string can only mean the value inside.
//!
//! This module decides which strings contain a value; `reading_text` decides when a string is parsed.

use host_api::{Json, Tree};
use serde_json::Value;

/// Maximum number of fields that a note about JSON in strings names; further fields are counted.
const NAMED: usize = 8;

/// Paths of the fields whose value was sent as JSON in a string, each with the JSON type of the value.
#[derive(Debug, Default)]
pub(super) struct Texts(Vec<(String, &'static str)>);

/// Returns the JSON value that a string contains; `None` for other values, for a string in a string, and for JSON on
/// which parsers disagree.
pub(super) fn value_in_text(json: &Value) -> Option<Value> {
    let text = json.as_str()?;
    let value: Value = Tree::read(text).ok()?;
    let is_clear = !value.is_string() && !value.is_null() && Json::ambiguity_of(text).is_none();
    is_clear.then_some(value)
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::Array(_) => "array",
        _ => "object",
    }
}

impl Texts {
    /// Records that the value of the field at this path was sent as JSON in a string.
    pub(crate) fn push(&mut self, path: &str, value: &Value) {
        self.0.push((path.to_owned(), type_of(value)));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn truncate(&mut self, most: usize) {
        self.0.truncate(most);
    }

    /// Returns a note that names the fields whose JSON was sent in a string; `None` if there are none.
    pub(super) fn note(&self) -> Option<String> {
        let (_, first) = self.0.first()?;
        let named: Vec<String> = self
            .0
            .iter()
            .take(NAMED)
            .map(|(path, of_type)| format!("`{path}` ({of_type})"))
            .collect();
        let more = match self.0.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let itself = match self.0.len() {
            1 => format!("the {first} itself"),
            _ => "the values themselves".to_owned(),
        };
        Some(format!(
            "sent as text and read as JSON: {}{more}; send {itself}, not as text",
            named.join(", ")
        ))
    }
}
