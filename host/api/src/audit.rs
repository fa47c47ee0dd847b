//! The audit sink that gate 1, gate 2, the bridge wrapper and the owner of the policy write to.

use crate::access::{Access, Effect};
use crate::call::{CallId, Caller};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// Where in the data path a record was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStage {
    /// `policy::decide`, before the guest runs.
    Gate1,
    /// An import was refused.
    Gate2,
    /// The bridge was asked to change something.
    Bridge,
}

impl AuditStage {
    /// The word in the audit line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gate1 => "gate-1",
            Self::Gate2 => "gate-2",
            Self::Bridge => "bridge",
        }
    }
}

/// One write attempt: allowed, denied or failed. `face.md`, "Files", lists the fields of the line made from it.
#[derive(Clone, Debug)]
pub struct AuditRecord<'a> {
    pub stage: AuditStage,
    pub call: CallId,
    pub caller: &'a Caller,
    pub bundle: &'a str,
    /// Hex SHA-256 of the component.
    pub digest: &'a str,
    pub tool: &'a str,
    pub effect: Effect,
    /// Arguments as JSON text; the sink cuts them at 4 KiB and marks the cut.
    pub arguments: &'a str,
    /// The import used and its target, at gate 2 and at the bridge.
    pub access: Option<&'a Access>,
    /// The object acted on, where known, e.g. `obj:12`.
    pub object: Option<&'a str>,
    /// The rule that decided, e.g. `policy.allow-writes`.
    pub rule: &'a str,
    /// `allowed`, `denied` or `failed: <kind>`.
    pub outcome: &'a str,
    pub elapsed: Duration,
}

/// What came into force of the operator's word: each key that differs, and who changed it.
#[derive(Clone, Debug)]
pub struct PolicyRecord<'a> {
    pub source: PolicySource<'a>,
    /// Of the policy in force from then on.
    pub revision: u64,
    pub changes: &'a [KeyChange],
}

/// Where a change of the policy came from.
#[derive(Clone, Copy, Debug)]
pub enum PolicySource<'a> {
    /// The configuration file was changed.
    File(&'a Path),
    /// The host was started, with this file if with any, and what is in force differs from the last end.
    Start(Option<&'a Path>),
    /// A call of a tool, through the import `policy-edit`.
    Call {
        call: CallId,
        caller: &'a Caller,
        bundle: &'a str,
        /// Hex SHA-256 of the component.
        digest: &'a str,
        tool: &'a str,
    },
}

/// A key of the configuration and its values as they stand there, e.g. `policy.allow-writes`, `false`, `true`.
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

/// The line could not be written; the write it belongs to must be refused.
#[derive(Debug, thiserror::Error)]
#[error("the audit line could not be written")]
pub struct AuditWriteError(#[source] pub std::io::Error);

/// Appends records in order. When it returns, the line is with the kernel (or on disk, as configured); repeated refusals of
/// one caller may be counted into one line.
pub trait AuditSink: Send + Sync + 'static {
    /// Blocking for as long as one `write` takes.
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError>;

    /// What changed is in force already, whether it can be recorded or not: what is narrowed may not wait for a disk. Blocking
    /// for as long as one `write` takes.
    fn policy_changed(&self, record: &PolicyRecord<'_>) -> Result<(), AuditWriteError>;

    /// Writes what was only counted so far; called when the host ends. Blocking.
    fn flush(&self) {}
}
