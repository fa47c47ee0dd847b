//! One session as a line of the journal, and the result of reading its lines. Bytes in, bytes out: no file, no clock.
//!
//! A line is `<id> <JSON> <CRC-32 of both> <id>`: the whole state of a session, or `null` for one that ended. The id is
//! written at both ends so that a damaged line still names its session: the line may have been the end of that session,
//! and an ended session must never come back.

use host_api::{ClientCapabilities, LogLevel, Profile};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::sync::Arc;

/// Characters of a session id.
const ID: usize = 32;
/// Bytes between the JSON and the end of a line: space, checksum, space, id.
const TAIL: usize = 1 + 8 + 1 + ID;

/// The stored state of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The number of the run of the host that wrote it; it increases with each run.
    pub(super) life: u32,
    pub(super) version: Cow<'static, str>,
    pub(super) client: Arc<str>,
    pub(super) capabilities: ClientCapabilities,
    pub(super) profile: Option<Profile>,
    pub(super) ready: bool,
    pub(super) log_level: Option<LogLevel>,
    pub(super) subscriptions: BTreeSet<Box<str>>,
    /// Unix seconds, rounded as the store writes it.
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

/// Appends the line of one session; `None` means that it ended.
pub(super) fn write(out: &mut Vec<u8>, id: &str, record: Option<&Record>) {
    let start = out.len();
    out.extend_from_slice(id.as_bytes());
    out.push(b' ');
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
    serde_json::to_writer(&mut *out, &written).expect("plain strings and numbers are JSON");
    let sum = crc32(&out[start..]);
    writeln!(out, " {sum:08x} {id}").expect("memory takes every byte");
}

/// The result of reading a journal, line by line.
#[derive(Debug, Default)]
pub(super) struct Fold {
    pub(super) open: HashMap<Arc<str>, Record>,
    /// Lines that could not be read.
    pub(super) damaged: usize,
}

impl Fold {
    /// Reads one line without its line break.
    pub(super) fn line(&mut self, line: &[u8]) {
        match read(line) {
            Some((id, Some(record))) => {
                self.open.insert(Arc::from(id), record);
            }
            Some((id, None)) => {
                self.open.remove(id);
            }
            None => self.damage(line),
        }
    }

    fn damage(&mut self, line: &[u8]) {
        self.damaged += 1;
        let ids = [line.get(..ID), line.len().checked_sub(ID).and_then(|at| line.get(at..))];
        let mut is_known = false;
        for id in ids.into_iter().flatten().filter_map(as_id) {
            is_known = true;
            self.open.remove(id);
        }
        // It may have ended any session that was open then.
        if !is_known {
            self.open.clear();
        }
    }
}

fn read(line: &[u8]) -> Option<(&str, Option<Record>)> {
    let id = as_id(line.get(..ID)?)?;
    let tail = line.len().checked_sub(TAIL).filter(|tail| *tail > ID)?;
    let (summed, tail) = line.split_at(tail);
    let tail = std::str::from_utf8(tail).ok()?.strip_prefix(' ')?;
    let (sum, again) = tail.split_once(' ')?;
    // Compared as text: an upper-case letter for a lower-case one, or `+` for a zero, is damage too.
    if again != id || sum != format!("{:08x}", crc32(summed)) {
        return None;
    }
    let json = summed.get(ID..)?.strip_prefix(b" ")?;
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
        // Belongs to one call, not to a session.
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

/// CRC-32 as in IEEE 802.3.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
        }
    }
    !sum
}

#[cfg(test)]
mod tests;
