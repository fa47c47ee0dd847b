//! What only a running Unity can do, and how the answer says so.

use super::Session;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied};

/// The answer to everything that needs Unity itself: after all gates, never instead of one.
pub(super) fn needed(what: &str) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        format!("{what} needs a running Unity; this host serves a project folder"),
    )
    .with_hint("read and change the project through the other tools, or do this in the Unity editor")
}

impl Session {
    /// # Errors
    /// Always: `NotFound` for the object, else `NotReady`.
    pub(super) fn call_method(&self, object: ObjectId, method: &str) -> Result<Replied, BridgeError> {
        self.find(object)?;
        Err(needed(&format!("Calling {method}")))
    }
}
