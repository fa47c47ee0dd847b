//! Members of an edit that a client sent as JSON text (`"[1, 2, 3]"`, `"true"`) although no text is valid: such a text
//! can only mean the value that it contains. The schema of `edits` does not describe the members, so the host cannot
//! convert them.
//!
//! Belongs here: the members that do not accept text, and the note for the caller. Does not: the value of a field
//! (Unity knows its type).

use serde_json::{Map, Value};

/// Whether a value is of the right type.
type IsRight = fn(&Value) -> bool;

/// Members that do not accept text.
const NO_TEXT: [(&str, IsRight); 5] = [
    ("position", |value| value.is_array()),
    ("components", |value| value.is_array()),
    ("active", |value| value.is_boolean()),
    ("keep_world", |value| value.is_boolean()),
    ("index", |value| value.is_number()),
];

/// Members that also accept a text: only `{"made": n}` as text means something else.
const TARGETS: [&str; 2] = ["object", "parent"];

/// Maximum members in a note.
const NAMED: usize = 8;

/// The converted members: position and type of the value.
#[derive(Debug, Default)]
pub(crate) struct Texts(Vec<(String, &'static str)>);

impl Texts {
    /// Returns the members of one edit; each JSON text in a member that accepts no such text is replaced by the value
    /// that it contains. Records the replacements for `note`, which names them below `place`, for example
    /// `edits[0].set`.
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

    /// The same wording as the host's note about arguments that were sent as text.
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
