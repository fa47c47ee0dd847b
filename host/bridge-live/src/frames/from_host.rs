//! The frames that the host sends to a Unity instance.

use super::{Complaint, Unread, kind_of, members, shorten_name};
use host_api::Effect;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// A frame that the host sends to a Unity instance.
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

/// The frame with the host's proof of identity, and the newest protocol version that both sides support.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    pub protocol: u32,
    /// The random nonce of the host, from which both sides compute their proofs: 64 hexadecimal digits.
    pub nonce: String,
    pub proof: String,
}

/// The frame that rejects an instance, because host and instance have no protocol version in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The protocol versions of the host: oldest, newest.
    pub protocol: [u32; 2],
    pub message: String,
}

/// The frame with which the host confirms that the link is open, with facts about the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the host program.
    pub host: String,
    /// A random id of the host process.
    pub run: String,
    /// The id of this instance, such as `Game@1a2b3c4d`.
    pub id: String,
    pub limits: Limits,
    /// The number of the last event of this `instance` that the host received; 0 if it received none.
    pub acknowledged: u64,
}

/// Limits of the host for one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Limits {
    /// Maximum bytes of a frame, in both directions.
    pub frame_bytes: usize,
    /// Maximum number of calls to the instance that may lack an answer at a time.
    pub calls: usize,
    /// Maximum number of entries in the instance's write journal, which stores the results of writes.
    pub journal: usize,
}

/// One call of a function of the instance.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Call {
    /// The id of the call; increases with each call of a link, from 1.
    pub id: u64,
    #[serde(rename = "fn")]
    pub function: String,
    /// The arguments of the call as the text that is sent, because the digest covers exactly this text.
    pub args: Box<RawValue>,
    /// Milliseconds until the deadline.
    pub deadline_ms: u64,
    pub effect: WireEffect,
    /// The idempotency key of the call in the instance's journal, for every effect except `read`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Hexadecimal SHA-256 of function, line feed and arguments; `None` if the call has no idempotency key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The name of the calling tool, for the undo list of Unity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Arc<str>>,
    /// Length in bytes of the content of the binary frame after this frame; `None` if no binary frame follows.
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
    /// Returns the frame as JSON text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a frame holds nothing that JSON cannot")
    }

    /// Parses a frame of a host. In the host, only tests call it.
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
