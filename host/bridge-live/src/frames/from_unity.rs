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

/// The first frame of an instance: the facts about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The supported protocol versions: oldest, newest.
    pub protocol: [u32; 2],
    pub package: String,
    pub unity: String,
    pub runtime: Runtime,
    pub kind: Kind,
    pub platform: String,
    pub pid: u32,
    pub project: Project,
    /// Id of the process: 32 hexadecimal digits, different for each process.
    pub instance: String,
    /// The number of domain loads in the process, from 1.
    pub epoch: u64,
    /// Names of the functions that the instance serves, as `interface/function`.
    pub functions: Vec<String>,
    pub capabilities: Vec<String>,
    pub state: Activity,
    pub journal: JournalCopy,
    /// A random nonce: 64 hexadecimal digits.
    pub nonce: String,
}

/// The scripting runtime of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Runtime {
    Mono,
    Il2cpp,
    Coreclr,
}

impl Runtime {
    /// Returns the spelling on the link.
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
    /// The path of the project, only for display: the host never opens it and builds no path from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// A copy of the instance's write journal at the moment when `hello` is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalCopy {
    /// The journal still contains all entries from this number on.
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
    /// The reply as JSON; member values in it stay text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<CallError>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Length in bytes of the content of the binary frame that follows.
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

/// Reports that a call was withdrawn: nothing was done and nothing will be done.
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

/// An event with its number, which increases by one with each event of the process.
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

/// Lines of the instance's console.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logs {
    /// Number of the first line; each line of the console has a number.
    pub first: u64,
    /// Number of lines that were lost before the first one.
    pub dropped: u64,
    pub lines: Vec<LogEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LogEntry {
    /// Level: `debug`, `info`, `warn` or `error`.
    pub level: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Time of the line, in milliseconds since 1970.
    pub time_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<u64>,
}

/// A regular report that the instance is alive, with its current state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pulse {
    pub state: Activity,
    pub frame: u64,
    /// Milliseconds since the main thread last ran.
    pub main_ms: u64,
    /// Title of the open modal window, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<String>,
    /// The duration of this state the last time, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_ms: Option<u64>,
    /// Number of assemblies that the instance loaded for hosts so far.
    #[serde(default)]
    pub assemblies: u64,
}

impl FromUnity {
    /// Returns the frame as JSON text. In the host, only tests call it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a frame holds nothing that JSON cannot")
    }

    /// Parses a frame of an instance and checks each part against its bound.
    ///
    /// # Errors
    /// The text is not a frame of an instance, or a part exceeds its bound.
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
