//! The error for a file that is not a usable recording.
//!
//! Belongs here: the error with its line number. Does not: the rules for valid content (`read`, `bounds`, `head`).

use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt::Display;

/// The reason why a file is not a usable recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadRecording {
    /// The line number, from 1.
    pub line: usize,
    /// A message with the invalid part, the reason, and advice for the user.
    pub what: String,
}

pub(crate) fn bad(line: usize, what: impl Display) -> BadRecording {
    BadRecording {
        line,
        what: what.to_string(),
    }
}

pub(crate) fn part<'a, T: Deserialize<'a>>(line: usize, name: &str, raw: &'a RawValue) -> Result<T, BadRecording> {
    serde_json::from_str(raw.get()).map_err(|error| bad(line, format!("`{name}`: {}", json_error_text(&error))))
}

/// Returns the message of a `serde_json` error without the position, which would be relative to a part of the line.
pub(crate) fn json_error_text(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}
