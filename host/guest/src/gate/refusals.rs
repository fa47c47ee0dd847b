//! What a refusal says besides: what would be missing even without it.
//!
//! Belongs here: who speaks first where several things stand in the way. Does not: whether something is allowed (`gate`).

use crate::fault::{Fault, cannot_be_done};
use crate::store::CallState;
use host_api::Access;
use host_bridge::{ALSO_NEEDS_UNITY, Command, Function};
use host_policy::Refusal;
use std::time::Instant;

impl CallState {
    /// The refusal of a use whose target could not be resolved, judged by the names as the guest gave them: an allowlist
    /// that does not hold them speaks before any other fault. `None` where it holds them.
    pub(crate) fn refused_as_given(&self, access: &Access, command: &Command) -> Option<Result<Refusal, Fault>> {
        let permit = self.gate.permit.as_ref()?;
        let refusal = self.judge(permit, access.interface, access).err()?;
        self.audit_refusal(access, command.object(), &refusal, Instant::now());
        Some(self.with_what_it_needs(refusal, command))
    }

    /// A refusal of what could not be done anyway says so: nobody loosens a policy for nothing. What is switched off stays
    /// refused; of an allowlist nobody hears where the bridge could not follow it.
    pub(super) fn with_what_it_needs(&self, refusal: Refusal, command: &Command) -> Result<Refusal, Fault> {
        let function = command.function();
        if refusal.is_of_allowlist() && !self.gate.bridge.serves(function) {
            return Err(cannot_be_done(function));
        }
        Ok(match self.lacks_unity(function) {
            true => refusal.and_also(ALSO_NEEDS_UNITY),
            false => refusal,
        })
    }

    /// Whether only a running Unity could do it, and none is there.
    pub(crate) fn lacks_unity(&self, function: Function) -> bool {
        function.needs().is_of_running_unity() && !self.gate.bridge.serves(function)
    }
}
