//! The frames that the host sends.

use super::{Complaint, Unread, kind_of, members, shorten_name};
use host_api::Effect;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// A frame of the host.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromHost {
    Challenge(Challenge),
    Refused(Refused),
    Welcome(Welcome),
    Call(Call),
    Cancel { id: u64 },
    Settled { keys: Vec<String> },
    Error(Complaint),
}

/// The proof of the host, and the protocol version that both sides know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    pub protocol: u32,
    /// 64 hexadecimal digits.
    pub nonce: String,
    pub proof: String,
}

/// There is no common protocol version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The versions of the host: oldest, newest.
    pub protocol: [u32; 2],
    pub message: String,
}

/// The link is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// The host's version.
    pub host: String,
    /// A random id of the host process.
    pub run: String,
    /// The id of this instance: `name@8hex`.
    pub id: String,
    pub limits: Limits,
    /// The last event of this `instance` that the host received; 0 if it received none.
    pub acknowledged: u64,
}

/// Limits for data in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Limits {
    /// Bytes of a frame, in both directions.
    pub frame_bytes: usize,
    /// Calls without an answer.
    pub calls: usize,
    /// Entries of the edit journal.
    pub journal: usize,
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Call {
    /// Increases with each call of a link, from 1.
    pub id: u64,
    #[serde(rename = "fn")]
    pub function: String,
    /// The text as it is sent, because the digest covers exactly this text.
    pub args: Box<RawValue>,
    /// Milliseconds until the deadline.
    pub deadline_ms: u64,
    pub effect: WireEffect,
    /// For every effect except `read`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Hexadecimal SHA-256 of function, line feed and arguments; only with a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The caller, for the undo list of Unity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Arc<str>>,
    /// Length of the binary frame that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// The effect of a call, as spelled on the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WireEffect {
    Read,
    Write,
    Destructive,
    Code,
}

impl From<Effect> for WireEffect {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Read => Self::Read,
            // No command to Unity changes the policy of the host; if one did, it would be a write.
            Effect::Write | Effect::WriteUnconfirmed | Effect::Config => Self::Write,
            Effect::Destructive => Self::Destructive,
            Effect::Code => Self::Code,
        }
    }
}

impl FromHost {
    /// The text that is sent.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a frame holds nothing that JSON cannot")
    }

    /// Parses a frame. Unity does this; in the host only tests do.
    ///
    /// # Errors
    /// The text is not a frame of a host.
    pub fn read(text: &str) -> Result<Self, Unread> {
        #[derive(Deserialize)]
        struct Id {
            id: u64,
        }
        #[derive(Deserialize)]
        struct Keys {
            keys: Vec<String>,
        }
        Ok(match &*kind_of(text)? {
            "challenge" => Self::Challenge(members("challenge", text)?),
            "refused" => Self::Refused(members("refused", text)?),
            "welcome" => Self::Welcome(members("welcome", text)?),
            "call" => Self::Call(members("call", text)?),
            "cancel" => Self::Cancel {
                id: members::<Id>("cancel", text)?.id,
            },
            "settled" => Self::Settled {
                keys: members::<Keys>("settled", text)?.keys,
            },
            "error" => Self::Error(members("error", text)?),
            other => return Err(Unread::Type(shorten_name(other))),
        })
    }
}
