//! Passes a policy change from an import through the call's gate to the host's policy editor.
//!
//! Belongs here: requesting a policy change. Does not: the operator's limits for changes (the host's policy editor).

use crate::store::CallState;
use host_api::Access;
use host_policy::{ChangeOrigin, PolicyChange, PolicyEditError};
use std::sync::Arc;
use std::time::Instant;

impl CallState {
    /// Requests a policy change: performs the check of gate 2, and then calls the host's policy editor.
    pub(crate) async fn edit_policy(
        &mut self,
        access: &Access,
        bytes: usize,
        change: PolicyChange,
        restart: bool,
    ) -> wasmtime::Result<Result<u64, PolicyEditError>> {
        let permit = self.begin(access.interface, access.function, bytes)?;
        if let Err(refusal) = self.judge(&permit, access.interface, access) {
            self.audit_refusal(access, None, &refusal, Instant::now());
            let why = format!("{}; {}", refusal.message, refusal.hint);
            return Ok(Err(PolicyEditError::Other(why)));
        }
        let about = &self.gate.about;
        let origin = ChangeOrigin {
            call: self.host.context.id,
            caller: about.caller.clone(),
            bundle: about.component.bundle.to_string(),
            tool: about.tool.to_string(),
            digest: about.component.digest.to_string(),
            arguments: about.arguments.to_string(),
        };
        let editor = Arc::clone(&self.gate.parts.policy_editor);
        self.gate.has_written = true;
        self.gate.unanswered = Some("apply");
        let answer = self.clock.host_work(editor.apply(change, restart, origin)).await;
        self.gate.unanswered = None;
        if answer.is_ok() {
            self.gate.changes += 1;
        }
        Ok(answer)
    }
}
