//! Errors for calls with arguments that do not fit the tool's schema, if the policy would also reject these calls.
//!
//! This module decides which reason the client learns. `arguments` checks arguments; `policy` contains the rules.

use super::refusals::describe_refusal;
use super::{Gate, Subject};
use host_api::{CallError, CallId, Dialect};

impl Gate {
    /// Returns the error of a call with arguments that do not fit; `error` describes the misfit. If the policy would
    /// reject the call with any arguments, the returned error contains both reasons, so that the client can correct
    /// both. A client to which the tool is not listed learns nothing about the arguments, except the operator on the
    /// command line.
    pub(crate) async fn misfit(&self, subject: &Subject<'_>, call: CallId, error: CallError) -> CallError {
        let policy = self.policy.load();
        let facts = &subject.facts;
        let Err(refusal) = host_policy::may_start(&policy, facts) else {
            return error;
        };
        if host_policy::available(&policy, facts).is_ok() {
            let refused = format!(
                "the policy would refuse the call in any case: {} ({})",
                refusal.message, refusal.hint
            );
            return with_obstacle(error, refused);
        }
        let is_listed = facts.allowed_here && !policy.disabled_categories.contains(facts.category);
        let (rule, mut refused) = describe_refusal(subject, refusal);
        if is_listed || subject.caller.dialect == Dialect::CommandLine {
            refused = wrong_as_well(refused, &error);
        }
        self.denied(subject, call, rule, refused).await
    }
}

pub(crate) fn wrong_as_well(error: CallError, misfit: &CallError) -> CallError {
    with_obstacle(error, format!("the call would fail in any case: {}", misfit.message))
}

fn with_obstacle(mut error: CallError, obstacle: String) -> CallError {
    error.hint = Some(match error.hint {
        Some(hint) => format!("{hint}; {obstacle}"),
        None => obstacle,
    });
    error
}
