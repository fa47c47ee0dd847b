//! What a Unity says. It is a peer and no authority: each part is bounded before anything looks at it.

use super::{Complaint, Unread, kind_of, members, shortened};
use host_bridge::{Activity, Event};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A frame of a Unity.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromUnity {
    Hello(Box<Hello>),
    Proof(Proof),
    Result(CallResult),
    Withdrawn(Withdrawn),
    Progress(Progress),
    Event(NumberedEvent),
    Logs(Logs),
    Pulse(Pulse),
    Error(Complaint),
}

/// Who it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Oldest, newest.
    pub protocol: [u32; 2],
    pub package: String,
    pub unity: String,
    pub runtime: Runtime,
    pub kind: Kind,
    pub platform: String,
    pub pid: u32,
    pub project: Project,
    /// 32 hexadecimal digits, drawn by each process.
    pub instance: String,
    /// Domain loads in it, from 1.
    pub epoch: u64,
    /// As `interface/function`.
    pub functions: Vec<String>,
    pub capabilities: Vec<String>,
    pub state: Activity,
    pub journal: JournalCopy,
    /// 64 hexadecimal digits.
    pub nonce: String,
}

/// How its scripts run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Runtime {
    Mono,
    Il2cpp,
    Coreclr,
}

impl Runtime {
    /// As the link spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mono => "mono",
            Self::Il2cpp => "il2cpp",
            Self::Coreclr => "coreclr",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Editor,
    Player,
}

/// What it says of its project: a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub name: String,
    pub company: String,
    pub version: String,
    /// Never opened, and no path is made of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// The journal as it is while `hello` is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalCopy {
    /// From here on nothing was lost.
    pub oldest: u64,
    /// The number that the next write gets.
    pub next: u64,
    pub entries: BTreeMap<String, EntryState>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryState {
    Started,
    Done,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    pub proof: String,
}

/// The answer to a call: `value` or `error`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallResult {
    pub id: u64,
    /// A reply as JSON; what a member's value is in it stays text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<CallError>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Length of the binary frame that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CallError {
    pub kind: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Its type's full name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// One JSON object for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
}

/// Nothing was done and nothing will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawn {
    pub id: u64,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    Cancelled,
    Deadline,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub id: u64,
    pub done: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// An event by its number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NumberedEvent {
    pub seq: u64,
    #[serde(flatten)]
    pub event: Happened,
}

/// What an event says; one of a kind that this host does not know keeps its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Happened {
    Known(Event),
    Unknown(Unknown),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unknown {
    pub kind: String,
}

/// Lines of its console.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logs {
    /// Number of the first line.
    pub first: u64,
    /// Lines lost before it.
    pub dropped: u64,
    pub lines: Vec<LogEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LogEntry {
    /// `debug`, `info`, `warn` or `error`.
    pub level: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Since 1970.
    pub time_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<u64>,
}

/// That it lives, and what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pulse {
    pub state: Activity,
    pub frame: u64,
    /// Since its main thread last ran.
    pub main_ms: u64,
    /// Title of a modal window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<String>,
    /// How long this state took the last time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_ms: Option<u64>,
    /// Loaded for the host so far.
    #[serde(default)]
    pub assemblies: u64,
}

impl FromUnity {
    /// As it travels: what a Unity does; the host's tests do it in its place.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a frame holds nothing that JSON cannot")
    }

    /// From text, each part within its bound.
    ///
    /// # Errors
    /// What is no frame of a Unity.
    pub fn read(text: &str) -> Result<Self, Unread> {
        let frame = match &*kind_of(text)? {
            "hello" => Self::Hello(members("hello", text)?),
            "proof" => Self::Proof(members("proof", text)?),
            "result" => Self::Result(members("result", text)?),
            "withdrawn" => Self::Withdrawn(members("withdrawn", text)?),
            "progress" => Self::Progress(members("progress", text)?),
            "event" => Self::Event(told(text)?),
            "logs" => Self::Logs(members("logs", text)?),
            "pulse" => Self::Pulse(members("pulse", text)?),
            "error" => Self::Error(members("error", text)?),
            other => return Err(Unread::Type(shortened(other))),
        };
        frame.bounded(text.len())?;
        Ok(frame)
    }
}

fn told(text: &str) -> Result<NumberedEvent, Unread> {
    #[derive(Deserialize)]
    struct Numbered {
        seq: u64,
        kind: String,
    }
    let Numbered { seq, kind } = members("event", text)?;
    // A kind of tomorrow is no fault; a known one with other members is.
    let event = match kind.as_str() {
        "state" | "selection" | "scenes" | "play-mode" | "hook-fired" | "commands-changed" | "connected" | "resync" => {
            Happened::Known(members("event", text)?)
        }
        other => Happened::Unknown(Unknown { kind: shortened(other) }),
    };
    Ok(NumberedEvent { seq, event })
}
