//! Which questions are wrong before Unity is missing.

use super::screenshot;
use host_bridge::BridgeErrorKind::{InvalidArgument, NotReady};

#[test]
fn a_screenshot_s_path_is_checked_first() {
    for (path, kind, told) in [
        (None, NotReady, "running Unity"),
        (Some("a.png"), NotReady, "running Unity"),
        (Some("shots/Überblick 1.PNG"), NotReady, "running Unity"),
        (Some("shots\\now.png"), NotReady, "running Unity"),
        (Some(""), InvalidArgument, "is empty"),
        (Some("a.jpg"), InvalidArgument, ".png"),
        (Some(".png"), InvalidArgument, ".png"),
        (Some("a/.png"), InvalidArgument, ".png"),
        (Some("/etc/a.png"), InvalidArgument, "absolute"),
        (Some("\\\\server\\a.png"), InvalidArgument, "absolute"),
        (Some("C:\\a.png"), InvalidArgument, "drive"),
        (Some("../a.png"), InvalidArgument, "dot"),
        (Some("a/..\\..\\b.png"), InvalidArgument, "dot"),
        (Some("a//b.png"), InvalidArgument, "empty name"),
        (Some("nul.png"), InvalidArgument, "device"),
        (Some("a\0.png"), InvalidArgument, "NUL"),
        (Some("a\u{2215}b.png"), InvalidArgument, "separator"),
    ] {
        let error = screenshot(path);
        assert_eq!(error.kind, kind, "{path:?}: {error}");
        assert!(error.message.contains(told), "{path:?}: {error}");
        assert!(error.hint.is_some() || path.is_none(), "{path:?}");
    }
    let long = format!("{}.png", "é".repeat(10_000));
    let error = screenshot(Some(&long));
    assert!(error.kind == InvalidArgument && error.message.len() < 400);
}
