//! The audit line of gate 1, which is written on a blocking thread.

use host_api::{AuditRecord, AuditSink, AuditStage, AuditWriteError, CallId, Caller, Effect, Rule};
use std::time::Duration;

/// The content of an audit line. It owns its data, so that a blocking thread can write it.
pub(super) struct Line {
    pub(super) call: CallId,
    pub(super) caller: Caller,
    pub(super) bundle: String,
    pub(super) digest: String,
    pub(super) tool: String,
    pub(super) effect: Effect,
    pub(super) arguments: String,
    pub(super) rule: Rule,
    pub(super) outcome: &'static str,
    pub(super) elapsed: Duration,
}

impl Line {
    /// Writes the line to the audit sink. Blocks the thread.
    pub(super) fn write(&self, sink: &dyn AuditSink) -> Result<(), AuditWriteError> {
        sink.write(&AuditRecord {
            stage: AuditStage::Gate1,
            call: self.call,
            caller: &self.caller,
            bundle: &self.bundle,
            digest: &self.digest,
            tool: &self.tool,
            effect: self.effect,
            arguments: &self.arguments,
            access: None,
            object: None,
            rule: self.rule,
            outcome: self.outcome,
            elapsed: self.elapsed,
        })
    }
}
