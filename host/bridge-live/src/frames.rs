//! Every frame of the link, as text and back.
//!
//! Belongs here: what a frame looks like and how large its parts may be. Does not: when it may come (`opening`, `session`).

mod bounds;
mod from_host;
mod from_unity;
#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;

pub use from_host::{Call, Challenge, FromHost, Limits, Refused, Welcome, WireEffect};
pub use from_unity::{
    CallError, CallResult, EntryState, FromUnity, Happened, Hello, JournalCopy, Kind, LogEntry, Logs, NumberedEvent,
    Progress, Project, Proof, Pulse, Runtime, Unknown, Why, Withdrawn,
};

use crate::limits::BINARY_HEAD;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Why a frame is none. The link ends with it, but for a type that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error("a frame is no JSON object with `type`: {0}")]
    NoFrame(String),
    #[error("there is no frame `{0}`")]
    Type(String),
    #[error("`{kind}` cannot be read: {reason}")]
    Members { kind: &'static str, reason: String },
    #[error("`{kind}`: {field} is {given}, at most {most} may come")]
    TooLarge {
        kind: &'static str,
        field: &'static str,
        given: u64,
        most: u64,
    },
}

/// Says that a frame was not understood; either side sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// `unsupported`.
    pub kind: String,
    pub message: String,
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// The `type` of a frame.
fn kind_of(text: &str) -> Result<Cow<'_, str>, Unread> {
    let head: Result<Head<'_>, _> = serde_json::from_str(text);
    head.map(|head| head.kind)
        .map_err(|error| Unread::NoFrame(error.to_string()))
}

/// The members of a frame of that type.
fn members<'a, T: Deserialize<'a>>(kind: &'static str, text: &'a str) -> Result<T, Unread> {
    serde_json::from_str(text).map_err(|error| Unread::Members {
        kind,
        reason: error.to_string(),
    })
}

/// A name for people, cut where it is long: what a peer sends is not repeated whole.
fn shortened(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(64).collect()
}

/// A binary frame: the call that it belongs to, and its bytes.
pub fn binary(id: u64, bytes: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(BINARY_HEAD + bytes.len());
    frame.extend_from_slice(&id.to_be_bytes());
    frame.extend_from_slice(bytes);
    frame
}

/// The parts of a binary frame; `None` where it is shorter than its head.
pub fn split_binary(frame: &[u8]) -> Option<(u64, &[u8])> {
    let (head, bytes) = frame.split_first_chunk::<BINARY_HEAD>()?;
    Some((u64::from_be_bytes(*head), bytes))
}
