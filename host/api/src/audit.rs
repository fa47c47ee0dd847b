//! The audit sink that gate 1, gate 2 and the bridge wrapper write to.

use crate::access::{Access, Effect};
use crate::call::{CallId, Caller};
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

/// The line could not be written; the write it belongs to must be refused.
#[derive(Debug, thiserror::Error)]
#[error("the audit line could not be written")]
pub struct AuditWriteError(#[source] pub std::io::Error);

/// Appends records in order. When it returns, the line is with the kernel (or on disk, as configured); repeated refusals of
/// one caller may be counted into one line.
pub trait AuditSink: Send + Sync + 'static {
    /// Blocking for as long as one `write` takes.
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError>;

    /// Writes what was only counted so far; called when the host ends. Blocking.
    fn flush(&self) {}
}
