//! The error for a write that does not specify which of several targets it is for.

use host_bridge::{BridgeError, BridgeErrorKind};

pub(crate) fn ambiguous_target_error(ids: &[String]) -> BridgeError {
    let message = format!(
        "the host reaches {} targets, and the call names none of them: {}",
        ids.len(),
        ids.join(", ")
    );
    BridgeError::new(BridgeErrorKind::Conflict, message).with_hint(format!(
        "choose one with `use_unity` for this session, or name it: {}",
        by_request()
    ))
}

/// Returns the ways in which a request can name its Unity project or instance, as the end of an error sentence.
pub(crate) fn by_request() -> &'static str {
    "`_meta.\"unity-tools/target\"` for one call, `?unity=` behind the host's address, or the header `Unity-Target`"
}
