//! Which questions are wrong before Unity is missing.

use super::{menu_item, screenshot};
use host_bridge::BridgeErrorKind::{InvalidArgument, NotReady};

#[test]
fn a_screenshot_s_size_and_path_are_checked_first() {
    for (width, height, path, kind, told) in [
        (1920, 1080, None, NotReady, "running Unity"),
        (1, 8192, Some("a.png"), NotReady, "running Unity"),
        (640, 480, Some("shots/Überblick 1.PNG"), NotReady, "running Unity"),
        (640, 480, Some("shots\\now.png"), NotReady, "running Unity"),
        (0, 480, None, InvalidArgument, "width is 0, expected 1 to 8192"),
        (640, 8193, None, InvalidArgument, "height is 8193"),
        (640, 480, Some(""), InvalidArgument, "is empty"),
        (640, 480, Some("a.jpg"), InvalidArgument, ".png"),
        (640, 480, Some(".png"), InvalidArgument, ".png"),
        (640, 480, Some("a/.png"), InvalidArgument, ".png"),
        (640, 480, Some("/etc/a.png"), InvalidArgument, "absolute"),
        (640, 480, Some("\\\\server\\a.png"), InvalidArgument, "absolute"),
        (640, 480, Some("C:\\a.png"), InvalidArgument, "drive"),
        (640, 480, Some("../a.png"), InvalidArgument, "dot"),
        (640, 480, Some("a/..\\..\\b.png"), InvalidArgument, "dot"),
        (640, 480, Some("a//b.png"), InvalidArgument, "empty name"),
        (640, 480, Some("nul.png"), InvalidArgument, "device"),
        (640, 480, Some("a\0.png"), InvalidArgument, "NUL"),
        (640, 480, Some("a\u{2215}b.png"), InvalidArgument, "separator"),
    ] {
        let error = screenshot(width, height, path);
        assert_eq!(error.kind, kind, "{path:?}: {error}");
        assert!(error.message.contains(told), "{path:?}: {error}");
        assert!(error.hint.is_some() || path.is_none(), "{path:?}");
    }
    let long = format!("{}.png", "é".repeat(10_000));
    let error = screenshot(1, 1, Some(&long));
    assert!(error.kind == InvalidArgument && error.message.len() < 400);
}

#[test]
fn a_menu_item_has_a_path() {
    assert_eq!(menu_item(" ").kind, InvalidArgument);
    let error = menu_item("Assets/Create/Folder");
    assert_eq!(error.kind, NotReady);
    assert!(error.message.contains("\"Assets/Create/Folder\"") && error.hint.is_some());
}
