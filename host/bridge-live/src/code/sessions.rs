//! Sessions of code snippets: fields in the Unity instance that all snippets of one caller can use.

use crate::frames::Hello;
use data_encoding::HEXLOWER;
use host_bridge::{BridgeCall, Remembered};
use host_compile_csharp::{Ran, Variable};
use sha2::{Digest, Sha256};
use std::sync::{Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Maximum number of snippet sessions of one Unity instance. A further session closes the least recently used one.
const SESSIONS: usize = 16;
/// Maximum number of C# fields that one snippet session keeps for later snippets. Further fields are not kept.
const FIELDS: usize = 64;

/// The snippet sessions (the C# fields that each caller's snippets declared) of one Unity instance. A task needs the
/// permit of the semaphore `turn` to call `take`.
pub(crate) struct Snippets {
    pub(super) turn: Semaphore,
    sessions: Mutex<Sessions>,
}

impl Default for Snippets {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            sessions: Mutex::default(),
        }
    }
}

impl Snippets {
    /// Takes out all snippet sessions while one snippet runs. The returned guard restores them when it is dropped.
    pub(super) fn take(&self) -> TakenSessions<'_> {
        let sessions = std::mem::take(&mut *self.sessions.lock().unwrap_or_else(PoisonError::into_inner));
        TakenSessions { of: self, sessions }
    }
}

pub(super) struct TakenSessions<'a> {
    of: &'a Snippets,
    pub(super) sessions: Sessions,
}

impl Drop for TakenSessions<'_> {
    fn drop(&mut self) {
        *self.of.sessions.lock().unwrap_or_else(PoisonError::into_inner) = std::mem::take(&mut self.sessions);
    }
}

/// The snippet sessions in one process of a Unity instance. Each keeps the C# fields that a caller's snippets declared.
#[derive(Default)]
pub(crate) struct Sessions {
    /// Id and number of domain loads of the Unity process; `None` before the first. A new process has no old fields.
    process: Option<(String, u64)>,
    /// The open snippet sessions; the most recently used one is last.
    open: Vec<Session>,
    pub(super) remembered: Remembered,
    run: Option<u64>,
}

pub(super) struct Session {
    caller: String,
    /// The name of the session in the Unity instance. It is unique among the sessions of all hosts.
    pub(super) name: String,
    pub(super) fields: Vec<Variable>,
}

/// Returns the map key of the caller's session: the id of its MCP session, or else the identity of the client.
pub(super) fn session_key(call: &BridgeCall) -> String {
    call.origin
        .as_ref()
        .map_or_else(String::new, |origin| match &origin.caller.session {
            Some(session) => format!("session {session}"),
            None => format!("client {:?}", origin.caller.identity()),
        })
}

impl Sessions {
    pub(super) fn reset_if_new_process(&mut self, peer: Option<&Hello>) {
        let process = peer.map(|peer| (peer.instance.clone(), peer.epoch));
        if self.process != process {
            self.process = process;
            self.open.clear();
        }
    }

    /// Opens the caller's session. Returns the names of surplus sessions, which the instance must delete.
    pub(super) fn open(&mut self, caller: &str) -> Vec<String> {
        let run = *self.run.get_or_insert_with(|| getrandom::u64().unwrap_or_default());
        let known = self.open.iter().position(|session| session.caller == caller);
        let session = match known {
            Some(at) => self.open.remove(at),
            None => Session {
                caller: caller.to_owned(),
                name: HEXLOWER.encode(&Sha256::digest(format!("{run:x} {caller}"))[..8]),
                fields: Vec::new(),
            },
        };
        self.open.push(session);
        let over = self.open.len().saturating_sub(SESSIONS);
        self.open.drain(..over).map(|session| session.name).collect()
    }

    /// Returns the snippet session of the caller. Panics if `open` was not called for this caller before.
    pub(super) fn get(&self, caller: &str) -> &Session {
        let found = self.open.iter().rfind(|session| session.caller == caller);
        found.expect("it was opened")
    }

    /// Stores the fields that a snippet declared in the caller's session. Returns a message for each field not kept.
    pub(super) fn keep(&mut self, caller: &str, ran: Ran) -> Vec<String> {
        let Some(session) = self.open.iter_mut().rfind(|session| session.caller == caller) else {
            return Vec::new();
        };
        let mut notes: Vec<String> = Vec::new();
        let why = "no other snippet can name its type";
        notes.extend(ran.lost.iter().map(|name| format!("[not kept] {name}: {why}")));
        for (name, type_name) in ran.kept {
            let field = Variable { name, type_name };
            let known = session.fields.iter().position(|known| known.name == field.name);
            match known {
                Some(at) => session.fields[at] = field,
                None if session.fields.len() < FIELDS => session.fields.push(field),
                None => notes.push(format!(
                    "[not kept] {}: a session has at most {FIELDS} names",
                    field.name
                )),
            }
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evicts_least_recently_used_session_and_limits_fields() {
        let mut sessions = Sessions::default();
        let names: Vec<String> = (0..SESSIONS).map(|n| format!("c{n}")).collect();
        assert!(names.iter().all(|name| sessions.open(name).is_empty()));
        let second = sessions.get("c1").name.clone();
        assert!(sessions.open("c0").is_empty(), "it was used again");
        assert_eq!(sessions.open("new"), [second]);
        let kept = (0..FIELDS + 1).map(|n| (format!("f{n:03}"), "global::System.Int32".to_owned()));
        let ran = Ran {
            output: String::new(),
            value: None,
            kept: kept.collect(),
            lost: vec!["odd".to_owned()],
        };
        let notes = sessions.keep("new", ran);
        assert_eq!((notes.len(), sessions.get("new").fields.len()), (2, FIELDS));
        assert!(notes[1].contains("f064"), "{notes:?}");
    }
}
