//! What the host says.

use super::{Complaint, Unread, kind_of, members, shortened};
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

/// The host's half of the proof, and the version that both know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    pub protocol: u32,
    /// 64 hexadecimal digits.
    pub nonce: String,
    pub proof: String,
}

/// No version is common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// What the host speaks: oldest, newest.
    pub protocol: [u32; 2],
    pub message: String,
}

/// The link stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// The host's version.
    pub host: String,
    /// Of the host's process, drawn at random.
    pub run: String,
    /// What this Unity is called: `name@8hex`.
    pub id: String,
    pub limits: Limits,
    /// The last event of this `instance` that the host has; 0 where none.
    pub acknowledged: u64,
}

/// What may be in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Limits {
    /// Bytes of a frame, either way.
    pub frame_bytes: usize,
    /// Calls without an answer.
    pub calls: usize,
    /// Entries of the journal.
    pub journal: usize,
}

/// One call.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Call {
    /// Grows by each call of a link, from 1.
    pub id: u64,
    #[serde(rename = "fn")]
    pub function: String,
    /// As they are sent: the digest is over these very letters.
    pub args: Box<RawValue>,
    /// Milliseconds that are left.
    pub deadline_ms: u64,
    pub effect: WireEffect,
    /// For all but `read`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Hexadecimal SHA-256 of function, line feed, arguments; where there is a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// Who asks, for Unity's undo list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Arc<str>>,
    /// Length of the binary frame that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// What a call does, in the link's words.
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
            // No command to a Unity changes the host's policy; one that did would change something.
            Effect::Write | Effect::WriteUnconfirmed | Effect::Config => Self::Write,
            Effect::Destructive => Self::Destructive,
            Effect::Code => Self::Code,
        }
    }
}

impl FromHost {
    /// As it travels.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a frame holds nothing that JSON cannot")
    }

    /// From text: what a Unity does; the host's tests do it in its place.
    ///
    /// # Errors
    /// What is no frame of a host.
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
            other => return Err(Unread::Type(shortened(other))),
        })
    }
}
