//! All frames (protocol messages) of the link between host and Unity instance, with conversion to JSON text and back.
//!
//! Belongs here: members and size limits of each frame. Does not: when a frame may be sent (`opening`, `session`).

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

/// The reason why a received frame is invalid. The host closes the link, except for an unknown frame type.
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

/// A frame with which one side reports that it did not understand a frame of the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// The kind of complaint; `unsupported` is the only one.
    pub kind: String,
    pub message: String,
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

fn kind_of(text: &str) -> Result<Cow<'_, str>, Unread> {
    let head: Result<Head<'_>, _> = serde_json::from_str(text);
    head.map(|head| head.kind)
        .map_err(|error| Unread::NoFrame(error.to_string()))
}

/// Parses a frame of the type `kind` from its JSON text.
fn members<'a, T: Deserialize<'a>>(kind: &'static str, text: &'a str) -> Result<T, Unread> {
    serde_json::from_str(text).map_err(|error| Unread::Members {
        kind,
        reason: error.to_string(),
    })
}

/// Removes control characters and cuts to 64 characters, because the host does not repeat long text of an instance.
fn shorten_name(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(64).collect()
}

/// Builds a binary frame: the id of its call as 8 bytes (big-endian), then the content `bytes`.
pub fn binary(id: u64, bytes: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(BINARY_HEAD + bytes.len());
    frame.extend_from_slice(&id.to_be_bytes());
    frame.extend_from_slice(bytes);
    frame
}

/// Splits a binary frame into the id of its call and its content; `None` if it is shorter than the 8 bytes of the id.
pub fn split_binary(frame: &[u8]) -> Option<(u64, &[u8])> {
    let (head, bytes) = frame.split_first_chunk::<BINARY_HEAD>()?;
    Some((u64::from_be_bytes(*head), bytes))
}
