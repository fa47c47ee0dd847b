//! Errors for a rejected import call. If a permission would not help, the error contains the other reason instead.
//!
//! Belongs here: the order of reasons if there are several. Does not: the decision whether a call is allowed (`gate`).

use crate::call::Plans;
use crate::fault::{Fault, cannot_be_done, denied_command, not_by_reading};
use crate::store::CallState;
use host_api::{Access, Refusal, Rule};
use host_bridge::{Command, Function, missing_reason};
use host_policy::{Permit, Piece};
use std::time::Instant;

impl CallState {
    /// Writes the audit line for a rejected import call, and returns the error for the guest.
    pub(super) fn reject(
        &self,
        permit: &Permit,
        access: &Access,
        command: &Command,
        refusal: Refusal,
        since: Instant,
    ) -> Fault {
        let plans = self.gate.about.plans.as_ref();
        let is_of_effect = refusal.rule == Rule::PermitEffect;
        let is_rehearsed = is_of_effect && plans.is_some();
        // A rehearsal ends here, and the user would be asked next for an approval that would not help.
        if is_rehearsed && let Some(fault) = self.impossible(command.function()) {
            return fault;
        }
        let is_expected = is_rehearsed && plans.is_some_and(Plans::reach);
        if !is_expected {
            self.audit_refusal(access, command.object(), &refusal, since);
        }
        let is_reading = !matches!(permit.piece(), Piece::Tool(_));
        if is_of_effect && is_reading && access.effect != command.access().effect {
            return not_by_reading(command);
        }
        match self.with_what_it_needs(refusal, command) {
            Ok(refusal) => denied_command(refusal, command),
            Err(fault) => fault,
        }
    }

    /// Checks a call whose target could not be found, with the names that the guest specified. So a missing allowlist
    /// entry is reported before any other error. Returns `None` if the policy allows these names.
    pub(crate) fn refused_as_given(&self, access: &Access, command: &Command) -> Option<Result<Refusal, Fault>> {
        let permit = self.gate.permit.as_ref()?;
        let refusal = self.judge(permit, access.interface, access).err()?;
        self.audit_refusal(access, command.object(), &refusal, Instant::now());
        Some(self.with_what_it_needs(refusal, command))
    }

    /// Replaces a refusal by the bridge's error if the bridge cannot execute the function, so that no operator extends
    /// a policy in vain. If a tool does more than it declares, the refusal remains, because no setting helps; its hint
    /// then contains the bridge's error.
    fn with_what_it_needs(&self, refusal: Refusal, command: &Command) -> Result<Refusal, Fault> {
        let function = command.function();
        if self.gate.bridge.supports(function) {
            return Ok(refusal);
        }
        match refusal.rule == Rule::PermitEffect {
            true => Ok(refusal.with_obstacle(&format!("it also {}", missing_reason(self.gate.about.unity.as_ref())))),
            false => Err(self
                .impossible(function)
                .unwrap_or_else(|| self.missing_function(function))),
        }
    }

    /// Returns the error for a function that the target can never execute; `None` if it can.
    fn impossible(&self, function: Function) -> Option<Fault> {
        let refused = self.gate.bridge.refuses(function).map(Fault::from);
        refused.or_else(|| (!self.gate.bridge.supports(function)).then(|| self.missing_function(function)))
    }

    fn missing_function(&self, function: Function) -> Fault {
        cannot_be_done(function, self.gate.about.unity.as_ref())
    }

    /// Returns true if the bridge of this call can execute the function.
    pub(crate) fn supports(&self, function: Function) -> bool {
        self.gate.bridge.supports(function)
    }

    /// Returns a text about the capability that `function` needs, if only a running Unity instance has it and the
    /// call's target lacks it; otherwise `None`.
    pub(crate) fn lacks_unity(&self, function: Function) -> Option<String> {
        let is_lost = function.required_capability().is_of_running_unity() && !self.gate.bridge.supports(function);
        is_lost.then(|| format!("it also {}", missing_reason(self.gate.about.unity.as_ref())))
    }
}
