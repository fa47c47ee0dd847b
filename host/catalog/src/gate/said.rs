//! What a caller is told where gate 1 lets nothing through.
//!
//! Belongs here: words. Does not: whether (`gate`).

use super::Subject;
use host_api::{CallError, ErrorKind};
use host_bridge::{ALSO_NEEDS_UNITY, BridgeError};
use host_policy::Refusal;

/// The refusal, with what the policy is not to blame for.
pub(super) fn said(subject: &Subject<'_>, refusal: Refusal) -> CallError {
    match &subject.cannot {
        _ if subject.lacks_unity => refusal.and_also(ALSO_NEEDS_UNITY).into(),
        Some(error) => refusal
            .and_also(&format!("it could not be done anyway: {}", error.message))
            .into(),
        None => refusal.into(),
    }
}

/// The bridge's own words, before anybody is asked.
pub(super) fn why_not(error: BridgeError) -> CallError {
    let hint = error.hint.unwrap_or_default();
    CallError::new(ErrorKind::NotReady, error.message).with_hint(hint)
}

pub(super) fn never_still() -> CallError {
    CallError::new(
        ErrorKind::Conflict,
        "What the call is about became something else each time while the person was asked",
    )
    .with_hint("nothing was changed; call again once the project stands still")
}

pub(super) fn cannot_be_done(tool: &str) -> CallError {
    let message = format!("`{tool}` needs a running Unity, and none is attached to this host");
    CallError::new(ErrorKind::NotReady, message).with_hint(
        "nobody was asked and nothing was changed; do this in the Unity editor, or use tools that work without it",
    )
}
