//! What makes a command the same one when it comes again.
//!
//! Belongs here: the parts of a key. Does not: what is remembered under it (the bridges), how a client gives its key (`wire`).

use host_api::{CallId, Caller, Identity};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, OnceLock};

/// Identifies one command of one call. A bridge that met it before, with the same command, does not carry it out again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandKey {
    pub call: Arc<CallKey>,
    /// Of the command within the call, from 1.
    pub number: u32,
}

/// Identifies a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CallKey {
    /// The client may send the call again: after a cut, and in another session where it shows who it is by its secret.
    Client {
        /// Whose key it is: nobody else's key is equal to it.
        of: Identity,
        bundle: String,
        tool: String,
        key: String,
    },
    /// The client gave no key, so that each of its calls is another one.
    Host {
        /// Differs between runs of the host.
        run: u64,
        call: CallId,
    },
}

impl CallKey {
    /// The key of a call to that tool. A caller whose identity is not proven has no keys of its own: another client of its name
    /// would get its first answers.
    pub fn new(caller: &Caller, bundle: &str, tool: &str, key: Option<String>, call: CallId) -> Self {
        let identity = key.is_some().then(|| caller.identity());
        match (key, identity.filter(Identity::is_proven)) {
            (Some(key), Some(of)) => Self::Client {
                of,
                bundle: bundle.to_owned(),
                tool: tool.to_owned(),
                key,
            },
            _ => Self::of_host(call),
        }
    }

    /// The key of a call that cannot come again.
    pub fn of_host(call: CallId) -> Self {
        Self::Host { run: run(), call }
    }

    /// True where the same key may come again.
    pub fn may_come_again(&self) -> bool {
        matches!(self, Self::Client { .. })
    }

    /// Roughly how many bytes it takes.
    pub fn weight(&self) -> usize {
        let texts = match self {
            Self::Client { of, bundle, tool, key } => of.weight() + bundle.len() + tool.len() + key.len(),
            Self::Host { .. } => 0,
        };
        texts + size_of::<Self>()
    }
}

/// Drawn once per run of the host.
fn run() -> u64 {
    static RUN: OnceLock<u64> = OnceLock::new();
    *RUN.get_or_init(|| RandomState::new().hash_one(std::process::id()))
}
