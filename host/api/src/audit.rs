//! The audit log: the records, and the sink for the policy checks (gates 1 and 2), the bridge and the policy owner.

use crate::access::{Access, Effect};
use crate::call::{CallId, Caller};
use crate::refusal::Rule;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The step of a call that writes an audit line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStage {
    /// Gate 1, the policy check of a tool call before the guest runs (`policy::decide`).
    Gate1,
    /// Gate 2, the policy check of import calls; it writes a line if it rejects a call.
    Gate2,
    /// The bridge, the connection to Unity, when it receives a write command.
    Bridge,
}

impl AuditStage {
    /// Returns the name of the stage in the audit line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gate1 => "gate-1",
            Self::Gate2 => "gate-2",
            Self::Bridge => "bridge",
        }
    }
}

/// The data of one audit line about a write attempt that was allowed, denied or failed.
#[derive(Clone, Debug)]
pub struct AuditRecord<'a> {
    pub stage: AuditStage,
    pub call: CallId,
    pub caller: &'a Caller,
    pub bundle: &'a str,
    /// Hex SHA-256 of the tool's WebAssembly component.
    pub digest: &'a str,
    pub tool: &'a str,
    pub effect: Effect,
    /// Arguments as JSON text; the sink truncates them at 4 KiB and marks the truncation.
    pub arguments: &'a str,
    /// The called import and its target; `None` for a check before the guest runs, when no import is called yet.
    pub access: Option<&'a Access>,
    /// The id of the changed object, e.g. `obj:12`; `None` if unknown.
    pub object: Option<&'a str>,
    pub rule: Rule,
    /// The outcome: `allowed`, `denied` or `failed: <kind>`.
    pub outcome: &'a str,
    pub elapsed: Duration,
}

/// A change of the active configuration: the changed keys, and the origin of the change.
#[derive(Clone, Debug)]
pub struct PolicyRecord<'a> {
    pub source: PolicySource<'a>,
    /// The revision number of the policy after the change.
    pub revision: u64,
    pub changes: &'a [KeyChange],
}

/// The origin of a policy change.
#[derive(Clone, Copy, Debug)]
pub enum PolicySource<'a> {
    /// The configuration file at this path changed.
    File(&'a Path),
    /// The host started, and its configuration differs from the one at the end of its previous run. The path is `None`
    /// if the host has no configuration file.
    Start(Option<&'a Path>),
    /// A tool call changed the policy through the import `policy-edit`.
    Call {
        call: CallId,
        caller: &'a Caller,
        bundle: &'a str,
        digest: &'a str,
        tool: &'a str,
    },
}

/// A changed configuration key with its old and new value as TOML, e.g. `policy.allow-writes`, `false`, `true`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyChange {
    pub key: String,
    pub before: String,
    pub after: String,
}

impl fmt::Display for KeyChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} → {}", self.key, self.before, self.after)
    }
}

/// The error of an audit sink that cannot write a line. The caller must then reject the write.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the audit line")]
pub struct AuditWriteError(#[source] pub std::io::Error);

/// Writes audit records to the audit file, in order. When a method returns, the line is in the kernel, or on the disk
/// if so configured. An implementation may count repeated refusals of one caller in one line.
pub trait AuditSink: Send + Sync + 'static {
    /// Appends the line of a write attempt. Blocks until the operating system's `write` ends; fails if it fails.
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError>;

    /// Appends the line of a policy change that is already active. The host applies the change even if this method
    /// fails, because a narrower policy must not wait for a disk. Blocks until the operating system's `write` ends.
    fn policy_changed(&self, record: &PolicyRecord<'_>) -> Result<(), AuditWriteError>;

    /// Writes the lines of refusals that the sink only counted so far. The host calls it at shutdown. Blocks.
    fn flush(&self) {}
}
