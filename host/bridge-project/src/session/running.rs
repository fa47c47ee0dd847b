//! What only a running Unity can do, and how the answer says so.

use super::view::WorldView;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied};
use host_exports_folder::PicturePath;

/// The answer to everything that needs Unity itself: after all gates, never instead of one.
pub(super) fn needed(what: &str) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        format!("{what} needs a running Unity; this host serves a project folder"),
    )
    .with_hint("read and change the project through the other tools, or do this in the Unity editor")
}

/// The bridge answers it, without its session.
pub(super) fn of_the_host() -> BridgeError {
    BridgeError::new(BridgeErrorKind::Internal, "a session was asked which Unitys there are")
}

/// What is wrong with the question, else that it needs Unity.
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
