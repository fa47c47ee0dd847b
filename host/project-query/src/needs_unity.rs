//! Errors for commands that need a running Unity.

use crate::query_view::QueryView;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied};

/// Returns the error for a command that needs a running Unity. It is returned after all checks, never instead of one.
pub fn needs_unity_error(what: &str) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        format!("{what} needs a running Unity; this host serves a project folder"),
    )
    .with_hint("read and change the project through the other tools, or do this in the Unity editor")
}

impl QueryView<'_> {
    /// Rejects the call of a method, because only a running Unity can execute it.
    ///
    /// # Errors
    /// Always: `NotFound` if the object does not exist, otherwise `NotReady`.
    pub fn call_method(self, object: ObjectId, method: &str) -> Result<Replied, BridgeError> {
        self.find(object)?;
        Err(needs_unity_error(&format!("Calling {method}")))
    }
}
