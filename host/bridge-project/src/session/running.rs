//! Errors for commands that need a running Unity.

use super::view::WorldView;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied};
use host_exports_folder::PicturePath;

/// The answer to every command that needs Unity itself: after all checks, never instead of one.
pub(super) fn needed(what: &str) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        format!("{what} needs a running Unity; this host serves a project folder"),
    )
    .with_hint("read and change the project through the other tools, or do this in the Unity editor")
}

/// For commands that the bridge answers without its session.
pub(super) fn of_the_host() -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::Internal,
        "a session received a request for the list of Unity instances",
    )
}

/// The error for invalid arguments; otherwise that it needs Unity.
pub(super) fn screenshot(output_path: Option<&str>) -> BridgeError {
    match output_path.map(PicturePath::parse) {
        Some(Err(error)) => error,
        Some(Ok(_)) | None => needed("A screenshot"),
    }
}

impl WorldView<'_> {
    /// # Errors
    /// Always: `NotFound` for the object, else `NotReady`.
    pub(super) fn call_method(self, object: ObjectId, method: &str) -> Result<Replied, BridgeError> {
        self.find(object)?;
        Err(needed(&format!("Calling {method}")))
    }
}

#[cfg(test)]
mod tests {
    use super::screenshot;
    use host_bridge::BridgeErrorKind::{InvalidArgument, NotReady};

    #[test]
    fn a_screenshot_s_path_is_checked_first() {
        for (path, kind) in [
            (None, NotReady),
            (Some("shots/now.png"), NotReady),
            (Some("../a.png"), InvalidArgument),
        ] {
            assert_eq!(screenshot(path).kind, kind, "{path:?}");
        }
    }
}
