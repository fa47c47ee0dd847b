//! The encoding of a session as a journal record, and the decoding of records. It accesses no file and no clock.
//!
//! A record is `<id> <JSON> <id>`. The JSON is the whole state of a session, or `null` for an ended session. The id is
//! at both ends so that it survives damage to one end. A damaged record may have ended its session, and an ended
//! session must never be restored.

use host_api::{ClientCapabilities, LogLevel, Profile};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Number of characters of a session id.
const ID: usize = 32;
/// Maximum bytes of the record of one session in the file; a session with a longer record is not restored.
pub(super) const MAX_RECORD: usize = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The number of the run of the host that wrote the record. It increases with each run.
    pub(super) life: u32,
    pub(super) version: Cow<'static, str>,
    pub(super) client: Arc<str>,
    pub(super) capabilities: ClientCapabilities,
    pub(super) profile: Option<Profile>,
    pub(super) ready: bool,
    pub(super) log_level: Option<LogLevel>,
    pub(super) subscriptions: BTreeSet<Box<str>>,
    /// Time of the last use in Unix seconds.
    pub(super) used: u64,
}

#[derive(Serialize, Deserialize)]
struct Written {
    life: u32,
    version: String,
    client: Arc<str>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    capabilities: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    #[serde(default)]
    ready: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    watches: BTreeSet<Box<str>>,
    used: u64,
}

/// Encodes one session; `None` for an ended session. A session whose record would be longer than [`MAX_RECORD`] is
/// encoded as ended, so it is not restored.
pub(super) fn bytes(id: &str, record: Option<&Record>) -> Vec<u8> {
    let written = record.map(|record| Written {
        life: record.life,
        version: record.version.clone().into_owned(),
        client: record.client.clone(),
        capabilities: names(record.capabilities),
        profile: record.profile.as_ref().map(Profile::to_string),
        ready: record.ready,
        level: record.log_level.map(|level| level.as_str().to_owned()),
        watches: record.subscriptions.clone(),
        used: record.used,
    });
    let json = serde_json::to_string(&written).expect("plain strings and numbers are JSON");
    let bytes = format!("{id} {json} {id}").into_bytes();
    match bytes.len() <= MAX_RECORD {
        true => bytes,
        false => self::bytes(id, None),
    }
}

/// The sessions that are open after a file of sessions was read: later records replace earlier ones.
#[derive(Debug, Default)]
pub(super) struct Fold {
    pub(super) open: HashMap<Arc<str>, Record>,
    pub(super) damaged: usize,
}

impl Fold {
    /// Applies one record of the file of sessions: it adds or replaces a session, or removes an ended session.
    pub(super) fn record(&mut self, bytes: &[u8]) {
        match read(bytes) {
            Some((id, Some(record))) => {
                self.open.insert(Arc::from(id), record);
            }
            Some((id, None)) => {
                self.open.remove(id);
            }
            None => self.damage(bytes),
        }
    }

    /// Handles damaged bytes of the file of sessions, from one or several records. Removes the sessions whose ids are
    /// at the ends of `bytes`, or all sessions if no id is readable.
    pub(super) fn damage(&mut self, bytes: &[u8]) {
        self.damaged += 1;
        let ids = [
            bytes.get(..ID),
            bytes.len().checked_sub(ID).and_then(|at| bytes.get(at..)),
        ];
        let mut is_known = false;
        for id in ids.into_iter().flatten().filter_map(as_id) {
            is_known = true;
            self.open.remove(id);
        }
        // The record may have ended any session that was open at that time.
        if !is_known {
            self.open.clear();
        }
    }
}

fn read(bytes: &[u8]) -> Option<(&str, Option<Record>)> {
    let id = as_id(bytes.get(..ID)?)?;
    let json = bytes.get(ID..)?.strip_suffix(id.as_bytes())?;
    let written: Option<Written> = serde_json::from_slice(json).ok()?;
    let Some(written) = written else {
        return Some((id, None));
    };
    let log_level = match written.level {
        Some(level) => Some(LogLevel::parse(&level)?),
        None => None,
    };
    let record = Record {
        life: written.life,
        version: written.version.into(),
        client: written.client,
        capabilities: capabilities(&written.capabilities),
        profile: written.profile.as_deref().map(Profile::parse),
        ready: written.ready,
        log_level,
        subscriptions: written.watches,
        used: written.used,
    };
    Some((id, Some(record)))
}

fn as_id(bytes: &[u8]) -> Option<&str> {
    let is_id = bytes.len() == ID && bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_id.then(|| std::str::from_utf8(bytes).ok()).flatten()
}

fn names(capabilities: ClientCapabilities) -> Vec<String> {
    let ClientCapabilities {
        elicitation_form,
        elicitation_url,
        sampling,
        sampling_tools,
        roots,
        // This capability belongs to one call, not to a session.
        progress: _,
    } = capabilities;
    let all = [
        (elicitation_form, "elicitation.form"),
        (elicitation_url, "elicitation.url"),
        (sampling, "sampling"),
        (sampling_tools, "sampling.tools"),
        (roots, "roots"),
    ];
    let had = all.into_iter().filter(|(has, _)| *has);
    had.map(|(_, name)| name.to_owned()).collect()
}

fn capabilities(names: &[String]) -> ClientCapabilities {
    let has = |name: &str| names.iter().any(|other| other == name);
    ClientCapabilities {
        elicitation_form: has("elicitation.form"),
        elicitation_url: has("elicitation.url"),
        sampling: has("sampling"),
        sampling_tools: has("sampling.tools"),
        roots: has("roots"),
        progress: false,
    }
}

#[cfg(test)]
mod tests;
