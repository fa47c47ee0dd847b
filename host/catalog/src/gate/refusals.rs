//! What a caller is told where gate 1 lets nothing through.
//!
//! Belongs here: words, and who speaks first. Does not: whether something is let through (`gate`).

use super::Subject;
use host_api::{CallError, ErrorKind};
use host_bridge::{cannot_do, lacking};
use host_policy::Refusal;

/// The rule of a call that the Unity it goes to could not do.
pub(super) const CAPABILITY: &str = "bridge.capability";

/// The refusal, and its rule for the audit line. What could not be done anyway comes before what the policy lacks: nobody loosens it
/// for nothing. A tool of a protocol keeps the refusal that the protocol's clients rely on; the hint has the rest.
pub(super) fn said(subject: &Subject<'_>, refusal: Refusal) -> (&'static str, CallError) {
    let rule = refusal.rule;
    match impossible(subject) {
        Some(error) if !subject.of_protocol => (CAPABILITY, error),
        Some(_) => {
            let also = match &subject.cannot {
                Some(error) => format!("it could not be done anyway: {}", error.message),
                None => format!("it also {}", lacking(subject.unity)),
            };
            (rule, refusal.and_also(&also).into())
        }
        None => (rule, refusal.into()),
    }
}

/// Why it could not be done whatever the policy says: in the bridge's own words, where it has any.
pub(super) fn impossible(subject: &Subject<'_>) -> Option<CallError> {
    match &subject.cannot {
        Some(error) => Some(error.clone().into()),
        None if subject.lacks_unity => Some(cannot_do(subject.facts.tool, subject.unity).into()),
        None => None,
    }
}

pub(super) fn never_still() -> CallError {
    CallError::new(
        ErrorKind::Conflict,
        "What the call is about became something else each time while the person was asked",
    )
    .with_hint("nothing was changed; call again once the project stands still")
}
