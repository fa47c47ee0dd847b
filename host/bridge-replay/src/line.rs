//! The lines of a recording: what stands in each.
//!
//! Belongs here: their members. Does not: checksums (`host_bridge::LineChain`), what is left out (`left_out`, `asked`), what follows from them.

use host_bridge::{BridgeError, Event, LogLine, ProjectInfo, UnityRow};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Of the lines. Another one is refused by its number.
pub const VERSION: u32 = 1;

/// A line as it is read: one of these, and its checksum.
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
    /// What is wrong where more than one stands there.
    pub(crate) fn several(&self) -> Option<String> {
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
        (names.len() > 1).then(|| format!("`{}` stand in it, where one of them belongs", names.join("`, `")))
    }
}

/// A line as it is written.
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

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Head {
    pub(crate) version: u32,
    /// Version of the host that wrote it.
    pub(crate) host: String,
    /// RFC 3339.
    pub(crate) made: String,
    /// Running Unitys could link themselves; else a folder answered alone.
    pub(crate) several: bool,
}

/// One Unity that is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Present {
    /// A game or an editor ran behind it; false for a folder.
    pub(crate) live: bool,
    /// With its id. Whose path it is nobody is told.
    pub(crate) row: UnityRow,
    pub(crate) capabilities: Vec<String>,
    /// Methods.
    pub(crate) functions: Vec<String>,
    pub(crate) project: Box<ProjectInfo>,
    /// Those that it would do nothing of, and why.
    pub(crate) refuses: BTreeMap<String, BridgeError>,
}

/// How a request called a Unity, or why it called none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Named {
    pub(crate) name: String,
    /// Its id.
    pub(crate) unity: Option<String>,
    pub(crate) error: Option<BridgeError>,
}

/// One call with what came of it.
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
    /// Bytes of a picture, in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) png: Option<String>,
}

/// The same as it is read.
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

/// What came by itself, and whom it concerned: all, or who works on the Unity of that id.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Announcement<T> {
    pub(crate) unity: Option<String>,
    pub(crate) what: T,
}

/// What is not in the recording, between the line before and the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Missed {
    /// Lines that came faster than they were written.
    pub(crate) lines: u64,
    /// Events that nobody heard in time.
    pub(crate) events: u64,
}

/// The last line; a host that was killed wrote none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct End {
    /// All that was asked until the host ended is there.
    pub(crate) complete: bool,
    pub(crate) why: Option<String>,
}
