//! What is said where the Unity of a call cannot do what is asked of it.
//!
//! Belongs here: the words, the same before the policy and behind it. Does not: whether it can (`UnityBridge::serves`).

use crate::error::{BridgeError, BridgeErrorKind};
use crate::unity_bridge::OneUnity;

/// What stands in the way, to be said behind the name of a tool or a function. `None` = the host has a project folder alone.
pub fn lacking(unity: Option<&OneUnity>) -> String {
    match running(unity) {
        Some(one) => format!("needs more than the running Unity `{}` can do", one.target.unity),
        None => "needs a running Unity, and this call goes to a project folder".to_owned(),
    }
}

/// The error for a tool or a function of that name. Nobody loosens a policy for it, and nobody is asked.
pub fn cannot_do(name: &str, unity: Option<&OneUnity>) -> BridgeError {
    let message = format!("`{name}` {}", lacking(unity));
    match running(unity) {
        Some(_) => BridgeError::new(BridgeErrorKind::Unsupported, message).with_hint(
            "nothing was changed; `unity_status` tells what this Unity can do, `list_unitys` which others there are",
        ),
        None => BridgeError::new(BridgeErrorKind::NotReady, message)
            .with_hint("nothing was changed; do this in the Unity editor, or use tools that work without it"),
    }
}

fn running(unity: Option<&OneUnity>) -> Option<&OneUnity> {
    unity.filter(|one| one.is_running())
}
