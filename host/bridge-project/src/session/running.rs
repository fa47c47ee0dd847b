//! Errors for commands that the session of a project folder does not run.

use host_bridge::{BridgeError, BridgeErrorKind};
use host_exports_folder::PicturePath;
use host_project_query::needs_unity::needs_unity_error;

/// For commands that the bridge answers without its session.
pub(super) fn host_command_error() -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::Internal,
        "a session received a request for the list of Unity instances",
    )
}

/// The error for invalid arguments; otherwise that it needs Unity.
pub(super) fn screenshot(output_path: Option<&str>) -> BridgeError {
    match output_path.map(PicturePath::parse) {
        Some(Err(error)) => error,
        Some(Ok(_)) | None => needs_unity_error("A screenshot"),
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
