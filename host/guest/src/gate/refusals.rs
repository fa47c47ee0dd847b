//! Chooses the error for a rejected import call. A reason that no permission would remove comes first.
//!
//! Belongs here: the order of several reasons. Does not: the decision to reject a call (`gate`).

use crate::call::Plans;
use crate::fault::{Fault, cannot_be_done, denied_command, not_by_reading};
use crate::store::CallState;
use host_api::{Access, Refusal, Rule};
use host_bridge::{Command, Function, missing_reason};
use host_policy::{Permit, Piece};
use std::time::Instant;

impl CallState {
    /// Writes the audit line of a rejected import call, and returns the error for the guest.
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
        // The rehearsal ends here, because the approval that the user would give next would not help.
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

    /// Checks an import call by the policy, using the names that the guest gave, because looking them up failed. So the
    /// host reports a missing allowlist entry before any other error. Returns `None` if the policy allows the names.
    pub(crate) fn refused_as_given(&self, access: &Access, command: &Command) -> Option<Result<Refusal, Fault>> {
        let permit = self.gate.permit.as_ref()?;
        let refusal = self.judge(permit, access.interface, access).err()?;
        self.audit_refusal(access, command.object(), &refusal, Instant::now());
        Some(self.with_what_it_needs(refusal, command))
    }

    /// Replaces the policy's refusal by another error if the connected Unity cannot execute the function anyway, so
    /// that no operator loosens a policy in vain. If a tool does more than it declares, the refusal stays.
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

    pub(crate) fn supports(&self, function: Function) -> bool {
        self.gate.bridge.supports(function)
    }

    /// Describes the capability of running Unity instances that `function` needs and this target lacks; else `None`.
    pub(crate) fn lacks_unity(&self, function: Function) -> Option<String> {
        let is_lost = function.required_capability().is_of_running_unity() && !self.gate.bridge.supports(function);
        is_lost.then(|| format!("it also {}", missing_reason(self.gate.about.unity.as_ref())))
    }
}
