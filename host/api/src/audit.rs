//! The audit sink that gate 1, gate 2, the bridge wrapper and the policy owner write to.

use crate::access::{Access, Effect};
use crate::call::{CallId, Caller};
use crate::refusal::Rule;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The stage of the data path that writes an audit line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStage {
    /// Gate 1 decided about a call (`policy::decide`), before the guest runs.
    Gate1,
    /// Gate 2 rejected an import call.
    Gate2,
    /// The bridge received a write command.
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

/// One write attempt: allowed, denied or failed. `face.md`, "Files", lists the fields of its audit line.
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
    /// Arguments as JSON text; the sink truncates them at 4 KiB and marks the truncation.
    pub arguments: &'a str,
    /// The import and its target, at gate 2 and at the bridge.
    pub access: Option<&'a Access>,
    /// The object of the write, if known, e.g. `obj:12`.
    pub object: Option<&'a str>,
    /// The rule that decided.
    pub rule: Rule,
    /// The outcome: `allowed`, `denied` or `failed: <kind>`.
    pub outcome: &'a str,
    pub elapsed: Duration,
}

/// A change of the active configuration: each key that differs, and the origin of the change.
#[derive(Clone, Debug)]
pub struct PolicyRecord<'a> {
    pub source: PolicySource<'a>,
    /// The revision of the policy after the change.
    pub revision: u64,
    pub changes: &'a [KeyChange],
}

/// The origin of a policy change.
#[derive(Clone, Copy, Debug)]
pub enum PolicySource<'a> {
    /// The configuration file was changed.
    File(&'a Path),
    /// The host started, with this configuration file if it has one, and the active configuration differs from the last
    /// end.
    Start(Option<&'a Path>),
    /// A tool call changed the policy through the import `policy-edit`.
    Call {
        call: CallId,
        caller: &'a Caller,
        bundle: &'a str,
        /// Hex SHA-256 of the component.
        digest: &'a str,
        tool: &'a str,
    },
}

/// A configuration key with its values in configuration syntax, e.g. `policy.allow-writes`, `false`, `true`.
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

/// The sink could not write the line; its write must be rejected.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the audit line")]
pub struct AuditWriteError(#[source] pub std::io::Error);

/// Writes audit records to the audit file, in order. When a method returns, the kernel has the line (or the disk, if
/// configured so). The sink may count repeated refusals of one caller in one line.
pub trait AuditSink: Send + Sync + 'static {
    /// Appends the line of a write attempt. Blocks until the `write` call ends.
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError>;

    /// Appends the line of a policy change that is already active. The host applies the change even if the sink cannot
    /// record it, because a narrower policy must not wait for a disk. Blocks until the `write` call ends.
    fn policy_changed(&self, record: &PolicyRecord<'_>) -> Result<(), AuditWriteError>;

    /// Writes the refusals that were only counted so far; the host calls it when it ends. Blocks.
    fn flush(&self) {}
}
