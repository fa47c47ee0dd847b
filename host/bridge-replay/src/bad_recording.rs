//! What is said of a recording that nothing can be answered from.
//!
//! Belongs here: the error, with the line, and how a part of a line is read or complained of. Does not: what may stand there (`read`,
//! `bounds`, `head`).

use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt::Display;

/// Why a file is no recording that can be answered from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadRecording {
    /// From 1.
    pub line: usize,
    /// What is wrong with which part of it, and what to do.
    pub what: String,
}

pub(crate) fn bad(line: usize, what: impl Display) -> BadRecording {
    BadRecording {
        line,
        what: what.to_string(),
    }
}

/// `name` of `line`, read from `raw`.
pub(crate) fn part<'a, T: Deserialize<'a>>(line: usize, name: &str, raw: &'a RawValue) -> Result<T, BadRecording> {
    serde_json::from_str(raw.get()).map_err(|error| bad(line, format!("`{name}`: {}", why(&error))))
}

/// What `serde_json` says, without the place, which would be one within the part.
pub(crate) fn why(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}
