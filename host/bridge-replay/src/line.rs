//! The lines of a recording as types.
//!
//! Belongs here: the members of each line. Does not: checksums (`host_bridge::LineChain`), removed data (`redaction`,
//! `call_record`), the effects of a line.

use host_bridge::{BridgeError, Event, LogLine, ProjectInfo, TargetRow};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The version of the format of the lines. A recording of another version is rejected.
pub const VERSION: u32 = 1;

/// A line as it is read: exactly one of these members, and the checksum `sum`.
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
    /// Returns an error text if the line contains more than one of the members.
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

/// A line as it is written, without its checksum.
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

/// The first line: the facts about the recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Head {
    pub(crate) version: u32,
    /// Version of the host that wrote the recording.
    pub(crate) host: String,
    /// Time at which the recording began, RFC 3339.
    pub(crate) made: String,
    /// True if running instances could connect; false if a folder was the only target.
    pub(crate) several: bool,
}

/// One available target with its capabilities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Present {
    /// True for a game or an editor; false for a folder.
    pub(crate) live: bool,
    /// The row of the target with its id; the folder path is removed.
    pub(crate) row: TargetRow,
    pub(crate) capabilities: Vec<String>,
    /// Methods of the functions that the target serves, such as `objects/get`.
    pub(crate) functions: Vec<String>,
    pub(crate) project: Box<ProjectInfo>,
    /// The methods of the functions that the target would reject, with the errors.
    pub(crate) refuses: BTreeMap<String, BridgeError>,
}

/// A name that a request used for a target, with the id of the target or the error for that name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Named {
    pub(crate) name: String,
    /// The id of the target.
    pub(crate) unity: Option<String>,
    pub(crate) error: Option<BridgeError>,
}

/// One call with its outcome, as it is written.
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
    /// The image of a picture as base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) png: Option<String>,
}

/// One call with its outcome, as it is read.
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

/// An unrequested event or log line, with its recipients: the sessions that work on the target with this id, or all
/// sessions if `unity` is `None`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Announcement<T> {
    pub(crate) unity: Option<String>,
    pub(crate) what: T,
}

/// Numbers of lines and events that are missing between the previous line and the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Missed {
    /// Number of lines that were dropped because they came faster than they were written.
    pub(crate) lines: u64,
    /// Number of events that were dropped before the recorder received them.
    pub(crate) events: u64,
}

/// The last line; missing if the host was killed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct End {
    /// True if the recording contains everything that was requested until the host ended.
    pub(crate) complete: bool,
    pub(crate) why: Option<String>,
}
