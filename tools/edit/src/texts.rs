//! Handles members of an edit that a client sent as JSON text (`"[1, 2, 3]"`, `"true"`), although the member accepts no
//! text. Such a text can only mean the value in it. The schema of `edits` does not describe the members, so the host
//! cannot convert them.
//!
//! Belongs here: the members that do not accept text, and a note for the caller. Does not: the value of a field, whose
//! type only Unity knows.

use serde_json::{Map, Value};

/// A function that returns true if a JSON value has the type that a certain member of an edit requires.
type IsRight = fn(&Value) -> bool;

/// The members of an edit that accept no text, each with a function that tests the type of a value.
const NO_TEXT: [(&str, IsRight); 5] = [
    ("position", |value| value.is_array()),
    ("components", |value| value.is_array()),
    ("active", |value| value.is_boolean()),
    ("keep_world", |value| value.is_boolean()),
    ("index", |value| value.is_number()),
];

/// The members of an edit whose text means an object. Only a text `{"made": n}` in them is converted to a JSON value.
const TARGETS: [&str; 2] = ["object", "parent"];

/// Maximum number of converted members that the note about them lists.
const NAMED: usize = 8;

/// The members of a batch that the client sent as JSON text and that were converted: position and type of each.
#[derive(Debug, Default)]
pub(crate) struct Texts(Vec<(String, &'static str)>);

impl Texts {
    /// Returns the members of one edit. A JSON text in a member that accepts no such text is replaced by its value.
    /// Records the replacements for `note`, with their positions below `place`, for example `edits[0].set`.
    pub(crate) fn read(&mut self, place: &str, members: &Map<String, Value>) -> Map<String, Value> {
        let mut read = members.clone();
        for (name, value) in &mut read {
            let Some(text) = value.as_str() else { continue };
            let known = NO_TEXT.iter().find(|(known, _)| known == name);
            let is_right = |spelled: &Value| match known {
                Some((_, is_right)) => is_right(spelled),
                // If a member occurs twice, it is unknown which one counts.
                None => {
                    TARGETS.contains(&name.as_str())
                        && spelled.get("made").is_some()
                        && text.matches("made").count() == 1
                }
            };
            let spelled = serde_json::from_str(text).ok().filter(is_right);
            if let Some(spelled) = spelled {
                self.0.push((format!("{place}.{name}"), type_of(&spelled)));
                *value = spelled;
            }
        }
        read
    }

    /// Returns a note about the converted members; `None` if there are none. The host uses the same wording for
    /// arguments.
    pub(crate) fn note(&self) -> Option<String> {
        let (_, first) = self.0.first()?;
        let named: Vec<String> = self
            .0
            .iter()
            .take(NAMED)
            .map(|(place, of_type)| format!("`{place}` ({of_type})"))
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

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::Array(_) => "array",
        _ => "object",
    }
}
