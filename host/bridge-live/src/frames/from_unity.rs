//! The frames that an instance sends. The host does not trust them: every part is checked against its bounds before
//! use.

use super::{Complaint, Unread, kind_of, members, shorten_name};
use host_bridge::{Activity, Event};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A frame of an instance.
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

/// The facts about the instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Protocol versions: oldest, newest.
    pub protocol: [u32; 2],
    pub package: String,
    pub unity: String,
    pub runtime: Runtime,
    pub kind: Kind,
    pub platform: String,
    pub pid: u32,
    pub project: Project,
    /// 32 hexadecimal digits, different for each process.
    pub instance: String,
    /// The number of domain loads in the process, from 1.
    pub epoch: u64,
    /// As `interface/function`.
    pub functions: Vec<String>,
    pub capabilities: Vec<String>,
    pub state: Activity,
    pub journal: JournalCopy,
    /// 64 hexadecimal digits.
    pub nonce: String,
}

/// The scripting runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Runtime {
    Mono,
    Il2cpp,
    Coreclr,
}

impl Runtime {
    /// The spelling on the link.
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

/// The project as the instance describes it; the host does not trust it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub name: String,
    pub company: String,
    pub version: String,
    /// Never opened, and no path is built from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// The journal at the moment when `hello` is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalCopy {
    /// No entry from this number on was lost.
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
    /// A reply as JSON; member values in it stay text.
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
    /// The full type name of the exception.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Details of the error for programs, as one JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
}

/// The call was withdrawn: nothing was done and nothing will be done.
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

/// An event with its number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NumberedEvent {
    pub seq: u64,
    #[serde(flatten)]
    pub event: Happened,
}

/// The content of an event; an unknown kind keeps its name.
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
    /// Lines that were lost before the first one.
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
    /// Milliseconds since 1970.
    pub time_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<u64>,
}

/// A sign of life, and the current state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pulse {
    pub state: Activity,
    pub frame: u64,
    /// Milliseconds since its main thread last ran.
    pub main_ms: u64,
    /// Title of a modal window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<String>,
    /// The duration of this state the last time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_ms: Option<u64>,
    /// Assemblies that were loaded for hosts so far.
    #[serde(default)]
    pub assemblies: u64,
}

impl FromUnity {
    /// The text that is sent. Unity does this; in the host only tests do.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a frame holds nothing that JSON cannot")
    }

    /// Parses a frame and checks each part against its bound.
    ///
    /// # Errors
    /// The text is not a frame of an instance.
    pub fn read(text: &str) -> Result<Self, Unread> {
        let frame = match &*kind_of(text)? {
            "hello" => Self::Hello(members("hello", text)?),
            "proof" => Self::Proof(members("proof", text)?),
            "result" => Self::Result(members("result", text)?),
            "withdrawn" => Self::Withdrawn(members("withdrawn", text)?),
            "progress" => Self::Progress(members("progress", text)?),
            "event" => Self::Event(parse_event(text)?),
            "logs" => Self::Logs(members("logs", text)?),
            "pulse" => Self::Pulse(members("pulse", text)?),
            "error" => Self::Error(members("error", text)?),
            other => return Err(Unread::Type(shorten_name(other))),
        };
        frame.bounded(text.len())?;
        Ok(frame)
    }
}

fn parse_event(text: &str) -> Result<NumberedEvent, Unread> {
    #[derive(Deserialize)]
    struct Numbered {
        seq: u64,
        kind: String,
    }
    let Numbered { seq, kind } = members("event", text)?;
    // An unknown kind of event is accepted; a known kind with other members is an error.
    let event = match kind.as_str() {
        "state" | "selection" | "scenes" | "play-mode" | "hook-fired" | "commands-changed" | "connected" | "resync" => {
            Happened::Known(members("event", text)?)
        }
        other => Happened::Unknown(Unknown {
            kind: shorten_name(other),
        }),
    };
    Ok(NumberedEvent { seq, event })
}
