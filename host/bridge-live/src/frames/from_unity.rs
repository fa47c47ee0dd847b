//! The frames that a Unity instance sends. The host does not trust them: it first checks the size of every member.

use super::{Complaint, Unread, kind_of, members, shorten_name};
use host_bridge::{Activity, Event};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A frame that a Unity instance sends.
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

/// The first frame of a Unity instance on a link, with the facts about the instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The protocol versions that the instance supports: the oldest and the newest.
    pub protocol: [u32; 2],
    pub package: String,
    pub unity: String,
    pub runtime: Runtime,
    pub kind: Kind,
    pub platform: String,
    pub pid: u32,
    /// The start of the process in milliseconds since 1970, as text; `None` if the instance cannot find it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<String>,
    pub project: Project,
    /// The id of the process: 32 random hexadecimal digits, different for each process.
    pub instance: String,
    /// The number of domain loads in the process so far, from 1.
    pub epoch: u64,
    /// Names of the functions that the instance serves, as `interface/function`.
    pub functions: Vec<String>,
    pub capabilities: Vec<String>,
    pub state: Activity,
    pub journal: JournalCopy,
    /// The random nonce of the instance, from which both sides compute their proofs: 64 hexadecimal digits.
    pub nonce: String,
}

/// The .NET runtime in which a Unity instance executes scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Runtime {
    Mono,
    Il2cpp,
    Coreclr,
}

impl Runtime {
    /// Returns the runtime's name as it is written in a frame.
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

/// The Unity project as the instance describes it. The host does not trust this data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    pub name: String,
    pub company: String,
    pub version: String,
    /// The path of the project's folder, or `None`. It is only displayed: the host opens no file at this path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// A copy of the instance's write journal from the moment when the instance creates `hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalCopy {
    /// The lowest entry number that the journal still contains.
    pub oldest: u64,
    /// The entry number that the next write gets.
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

/// The frame with the answer to a call: either `value` or `error` is set.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallResult {
    pub id: u64,
    /// The reply of the called function as unparsed JSON text; `None` after an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<CallError>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The length in bytes of the content of the following binary frame; `None` if no binary frame follows.
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
    /// The full type name of the C# exception; `None` if the error is not an exception.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// Details of the error for programs, as one JSON object; `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
}

/// The frame that reports a withdrawn call: the instance did not execute the call and will not execute it.
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

/// The frame with an event and its number. The number increases by one with each event of the Unity process.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NumberedEvent {
    pub seq: u64,
    #[serde(flatten)]
    pub event: Happened,
}

/// The content of an event. For an unknown kind, only the name of the kind is kept.
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

/// The frame with lines of the instance's console.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logs {
    /// The number of the first line. The instance numbers all lines of its console.
    pub first: u64,
    /// The number of console lines that were lost before the first one.
    pub dropped: u64,
    pub lines: Vec<LogEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LogEntry {
    /// The level of the console line: `debug`, `info`, `warn` or `error`.
    pub level: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
    /// The time of the line, in milliseconds since 1970 (UTC).
    pub time_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<u64>,
}

/// The frame that reports regularly that the instance is alive, with its current state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Pulse {
    pub state: Activity,
    pub frame: u64,
    /// Milliseconds since the main thread of Unity last ran.
    pub main_ms: u64,
    /// The title of the open modal window of Unity; `None` if none is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialog: Option<String>,
    /// The milliseconds that the activity `state` took when it last occurred; `None` if they are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_ms: Option<u64>,
    /// The number of assemblies (compiled C# code) that the instance has loaded for hosts so far.
    #[serde(default)]
    pub assemblies: u64,
}

impl FromUnity {
    /// Returns the frame as JSON text. In the host, only tests call it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a frame holds nothing that JSON cannot")
    }

    /// Parses a frame of a Unity instance and checks the size of each member.
    ///
    /// # Errors
    /// The text is not a frame of an instance, or a member exceeds its size limit.
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
