//! Errors for the caller when gate 1 rejects a call.
//!
//! This module defines the wording, and which reason comes first. `gate` decides whether a call is accepted.

use super::Subject;
use host_api::{CallError, Refusal, Rule};
use host_bridge::{cannot_do, missing_reason};

/// Returns the error for the caller, and the rule for the audit line. A missing capability of the target is reported
/// before a policy rule, because a wider policy would not help. A tool of a compatible protocol keeps the message that
/// the protocol's clients expect; then the hint names the missing capability.
pub(super) fn describe_refusal(subject: &Subject<'_>, refusal: Refusal) -> (Rule, CallError) {
    let rule = refusal.rule;
    match impossible(subject) {
        Some(error) if !subject.of_protocol => (Rule::BridgeCapability, error),
        Some(_) => {
            let also = match &subject.cannot {
                Some(error) => format!("the target could not execute it anyway: {}", error.message),
                None => format!("it also {}", missing_reason(subject.unity)),
            };
            (rule, refusal.with_obstacle(&also).into())
        }
        None => (rule, refusal.into()),
    }
}

/// Returns an error if the target cannot execute the call under any policy, preferably the bridge's own error.
pub(super) fn impossible(subject: &Subject<'_>) -> Option<CallError> {
    match &subject.cannot {
        Some(error) => Some(error.clone().into()),
        None if subject.lacks_unity => Some(cannot_do(subject.facts.tool, subject.unity).into()),
        None => None,
    }
}
