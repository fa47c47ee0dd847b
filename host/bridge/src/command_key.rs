//! The key that identifies a command when the client repeats it.
//!
//! Belongs here: the parts of a key. Does not: results under a key (the bridges), how a client sends its key (`wire`).

use host_api::{CallId, Caller, Identity};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, OnceLock};

/// The key of one command of one call. A bridge executes the same command under the same key only once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandKey {
    pub call: Arc<CallKey>,
    /// The number of the command within the call, which [`CommandNumbers`] assigns.
    pub number: u32,
}

/// What a command is for its call. The commands of each kind have numbers of their own: a repeated call can need more reads
/// than the first one, and its write must have the same key nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    Write,
    /// A read from which a write follows (`Function::plans_write`).
    Plan,
    Read,
}

/// The numbers of the plans and of the other reads of a call begin after these. The numbers of its writes begin at 1.
const PLANS: u32 = 1 << 30;
const READS: u32 = 1 << 31;

/// Assigns the numbers of the commands of one call.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommandNumbers {
    writes: u32,
    plans: u32,
    reads: u32,
}

impl CommandNumbers {
    /// Returns the number of the next command of this kind.
    pub fn next(&mut self, kind: CommandKind) -> u32 {
        let (count, before) = match kind {
            CommandKind::Write => (&mut self.writes, 0),
            CommandKind::Plan => (&mut self.plans, PLANS),
            CommandKind::Read => (&mut self.reads, READS),
        };
        *count += 1;
        before + *count
    }

    /// Returns the number of commands so far.
    pub fn count(&self) -> u32 {
        self.writes + self.plans + self.reads
    }

    pub fn has_write(&self) -> bool {
        self.writes > 0
    }

    /// Returns true if this is the number of a write.
    pub fn is_write(number: u32) -> bool {
        number < PLANS
    }
}

/// The key of a call, by which a repetition of the call is recognized.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CallKey {
    /// A call with a key from the client. The client may repeat it after a broken connection, or in another session in
    /// which it proves its identity by its secret.
    Client {
        /// The client to which the key belongs; equal keys of different clients are different keys.
        of: Identity,
        bundle: String,
        tool: String,
        key: String,
    },
    /// A call without a key from the client; no other call has the same key.
    Host {
        /// A random number that differs between runs of the host.
        run: u64,
        call: CallId,
    },
}

impl CallKey {
    /// Returns the key of a call to this tool. A caller without a proven identity gets no client key: another client
    /// with the same name would otherwise receive its first results.
    pub fn new(caller: &Caller, bundle: &str, tool: &str, key: Option<String>, call: CallId) -> Self {
        let identity = key.is_some().then(|| caller.identity());
        match (key, identity.filter(Identity::is_proven)) {
            (Some(key), Some(of)) => Self::Client {
                of,
                bundle: bundle.to_owned(),
                tool: tool.to_owned(),
                key,
            },
            _ => Self::for_host(call),
        }
    }

    /// Returns the key of a call that cannot be repeated.
    pub fn for_host(call: CallId) -> Self {
        Self::Host { run: run(), call }
    }

    /// Returns true if a later call can have the same key.
    pub fn may_come_again(&self) -> bool {
        matches!(self, Self::Client { .. })
    }

    /// Returns the approximate size of the key in bytes.
    pub fn weight(&self) -> usize {
        let texts = match self {
            Self::Client { of, bundle, tool, key } => of.weight() + bundle.len() + tool.len() + key.len(),
            Self::Host { .. } => 0,
        };
        texts + size_of::<Self>()
    }
}

fn run() -> u64 {
    static RUN: OnceLock<u64> = OnceLock::new();
    *RUN.get_or_init(|| RandomState::new().hash_one(std::process::id()))
}
