//! The error for a call whose target cannot do what the call needs.
//!
//! Belongs here: the text, the same before and after the policy check. Does not: the check (`UnityBridge::supports`).

use crate::error::{BridgeError, BridgeErrorKind};
use crate::unity_bridge::SelectedTarget;

/// Returns the reason why a target lacks a capability, as the end of a sentence that begins with the name of a tool or
/// function. `unity` is the target of the call; `None` or a folder means that no instance runs.
pub fn missing_reason(unity: Option<&SelectedTarget>) -> String {
    match running_target(unity) {
        Some(one) => format!("needs more than the running Unity `{}` can do", one.target.unity),
        None => "needs a running Unity, and this call goes to a project folder".to_owned(),
    }
}

/// Returns the error that the target cannot execute the tool or function `name`. The host returns it before the policy
/// check, so that the user is not prompted in vain.
pub fn cannot_do(name: &str, unity: Option<&SelectedTarget>) -> BridgeError {
    let message = format!("`{name}` {}", missing_reason(unity));
    match running_target(unity) {
        Some(_) => BridgeError::new(BridgeErrorKind::Unsupported, message).with_hint(
            "nothing was changed; `unity_status` lists the capabilities of this Unity instance, `list_unitys` lists the other targets",
        ),
        None => BridgeError::new(BridgeErrorKind::NotReady, message)
            .with_hint("nothing was changed; do this in the Unity editor, or use tools that work without it"),
    }
}

fn running_target(unity: Option<&SelectedTarget>) -> Option<&SelectedTarget> {
    unity.filter(|one| one.is_running())
}
