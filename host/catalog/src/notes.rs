//! Adds the notes of a call to its structured output, because some clients give a model only the structured output.
//!
//! This module decides which tools get the notes, and adds them. `runtime` creates notes; `result` checks the result.

use crate::schema::Runnable;
use host_api::{Json, ToolOutcome};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// Member of the structured output for the host's notes about a call. A tool gets the notes if its output schema
/// declares this member as a list of texts.
const NOTES: &str = "notes";

/// True if the tool's output schema declares the member `notes` (a list of texts) for the host's notes about the call.
pub(crate) fn are_wanted(schema: &Runnable) -> bool {
    let items = schema.source().pointer("/properties/notes/items/type");
    items.and_then(Value::as_str) == Some("string")
}

/// Adds the host's notes about a call to the structured output as the last member, if the schema declares `notes`. An
/// output that already has this member remains unchanged.
pub(crate) fn put(schema: &Runnable, outcome: &mut ToolOutcome) {
    if outcome.diagnostics.is_empty() || outcome.is_error || !are_wanted(schema) {
        return;
    }
    let with = outcome
        .structured
        .as_ref()
        .and_then(|structured| add_notes(structured.get(), &outcome.diagnostics));
    if let Some(text) = with.and_then(|text| Json::parse(text).ok()) {
        outcome.structured = Some(text);
    }
}

/// The member of a structured output that shows whether the tool itself already returned notes.
#[derive(Deserialize)]
struct Has {
    notes: Option<IgnoredAny>,
}

fn add_notes(structured: &str, notes: &[String]) -> Option<String> {
    if serde_json::from_str::<Has>(structured).ok()?.notes.is_some() {
        return None;
    }
    let body = structured.trim_end().strip_suffix('}')?.trim_end();
    let comma = if body.ends_with('{') { "" } else { "," };
    let notes = serde_json::to_string(notes).ok()?;
    Some(format!("{body}{comma}\"{NOTES}\":{notes}}}"))
}

#[cfg(test)]
mod tests {
    use super::add_notes;

    #[test]
    fn adds_notes_as_the_last_member_once() {
        let notes = ["2 of 27 scenes".to_owned(), "a \"quote\"".to_owned()];
        let added = r#""notes":["2 of 27 scenes","a \"quote\""]}"#;
        assert_eq!(
            add_notes(r#"{"total":3}"#, &notes),
            Some(format!(r#"{{"total":3,{added}"#))
        );
        assert_eq!(add_notes("{ }", &notes), Some(format!("{{{added}")));
        assert_eq!(add_notes(r#"{"notes":[]}"#, &notes), None);
        assert_eq!(add_notes("[1]", &notes), None);
    }
}
