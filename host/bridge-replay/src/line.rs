//! The types of the lines in a recording.
//!
//! Belongs here: the members of each line. Does not: checksums (`host_bridge::LineChain`), removing private data.

use host_bridge::{BridgeError, Event, LogLine, ProjectInfo, TargetRow};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The version of the line format. The host rejects a recording with another version.
pub const VERSION: u32 = 1;

/// One parsed line of a recording: the checksum `sum`, and one of the other members, which is the content of the line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parts<'a> {
    #[serde(borrow)]
    pub(crate) head: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) now: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) named: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) call: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) event: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) log: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) missed: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) end: Option<&'a RawValue>,
    #[serde(rename = "sum")]
    _sum: &'a str,
}

impl Parts<'_> {
    /// Returns an error message if the line of a recording has more than one kind of content; otherwise `None`.
    pub(crate) fn extra_member_error(&self) -> Option<String> {
        let all = [
            ("head", self.head),
            ("now", self.now),
            ("named", self.named),
            ("call", self.call),
            ("event", self.event),
            ("log", self.log),
            ("missed", self.missed),
            ("end", self.end),
        ];
        let names: Vec<&str> = all.into_iter().filter_map(|(name, part)| part.map(|_| name)).collect();
        if names.len() <= 1 {
            return None;
        }
        Some(format!(
            "the line contains `{}`; each line needs exactly one of them",
            names.join("`, `")
        ))
    }
}

/// The kinds of lines in a recording, with the content to be written. The checksum is added later.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Body<'a> {
    Head(&'a Head),
    Now(&'a [Present]),
    Named(&'a Named),
    Call(CallOut<'a>),
    Event(&'a Announcement<Event>),
    Log(&'a Announcement<LogLine>),
    Missed(&'a Missed),
    End(&'a End),
}

/// The first line of a recording: facts about the recording and its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Head {
    pub(crate) version: u32,
    pub(crate) host: String,
    /// The time at which the recording began, in RFC 3339 format.
    pub(crate) made: String,
    /// True if Unity instances could connect to the host; false if a project folder was the only target.
    pub(crate) several: bool,
}

/// One available target with its capabilities and facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Present {
    /// True for a game or an editor; false for a project folder.
    pub(crate) live: bool,
    /// The description of the target with its id. The path of its folder is removed.
    pub(crate) row: TargetRow,
    pub(crate) capabilities: Vec<String>,
    /// The functions that the target can execute, by method name such as `objects/get`.
    pub(crate) functions: Vec<String>,
    pub(crate) project: Box<ProjectInfo>,
    /// The functions that the target rejects, by method name, with the errors.
    pub(crate) refuses: BTreeMap<String, BridgeError>,
}

/// The name with which a request selected a target, with the id of that target or the error for this name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Named {
    pub(crate) name: String,
    /// The id of the target with this name; `None` if there was an error.
    pub(crate) unity: Option<String>,
    pub(crate) error: Option<BridgeError>,
}

/// A recorded call with its outcome, in the form in which it is written to the recording.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct CallOut<'a> {
    pub(crate) unity: &'a str,
    #[serde(rename = "fn")]
    pub(crate) function: &'a str,
    pub(crate) args: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reply: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<&'a BridgeError>,
    /// The image of a picture as base64 text; `None` if the answer is not a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) png: Option<String>,
}

/// A recorded call with its outcome, in the form in which it is parsed from the recording.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CallIn<'a> {
    #[serde(borrow)]
    pub(crate) unity: std::borrow::Cow<'a, str>,
    #[serde(rename = "fn", borrow)]
    pub(crate) function: std::borrow::Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) args: &'a RawValue,
    #[serde(borrow)]
    pub(crate) reply: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) error: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) png: Option<&'a RawValue>,
}

/// An event or log line that no request caused, for the sessions that use the target `unity`; `None` for all sessions.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Announcement<T> {
    pub(crate) unity: Option<String>,
    pub(crate) what: T,
}

/// A gap in the recording: the number of lines and events that are missing between the previous line and the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Missed {
    /// The number of lines that were dropped because they arrived faster than they could be written.
    pub(crate) lines: u64,
    /// The number of events that were dropped before the recorder received them.
    pub(crate) events: u64,
}

/// The last line of a recording. It is missing if the host process was killed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct End {
    /// True if the recording is complete: it contains all calls until the host ended.
    pub(crate) complete: bool,
    pub(crate) why: Option<String>,
}
