//! Tables of valid and invalid paths, and paths that already exist on the disk.

use super::*;
use host_bridge::BridgeErrorKind::{Conflict, InvalidArgument, NotReady};

fn path(given: &str) -> PicturePath {
    PicturePath::parse(given).expect("a path")
}

#[test]
fn accepts_only_plain_png_paths_below_the_folder() {
    for given in ["a.png", "shots/Überblick 1.PNG", "shots\\now.png"] {
        path(given);
    }
    for (given, told) in [
        ("", "is empty"),
        ("a.jpg", ".png"),
        (".png", ".png"),
        ("a/.png", ".png"),
        ("/etc/a.png", "absolute"),
        ("\\\\server\\a.png", "absolute"),
        ("C:\\a.png", "drive"),
        ("../a.png", "is not the name of"),
        ("a/..\\..\\b.png", "is not the name of"),
        ("a//b.png", "empty name"),
        ("nul.png", "device"),
        ("a\0.png", "NUL"),
        ("a\u{2215}b.png", "separator"),
        (&"a/".repeat(20), "20 folders deep"),
    ] {
        let error = PicturePath::parse(given).expect_err(given);
        assert_eq!(error.kind, InvalidArgument, "{given:?}");
        assert!(
            error.message.contains(told) && error.hint.is_some(),
            "{given:?}: {error}"
        );
    }
    let long = PicturePath::parse(&format!("{}.png", "é".repeat(10_000))).expect_err("long");
    assert!(long.kind == InvalidArgument && long.message.len() < 400);
}

#[test]
fn writes_picture_once_and_never_overwrites_a_file() {
    let base = tempfile::tempdir().expect("a folder");
    let exports = ExportsFolder::new(&base.path().join("exports"));
    exports.is_free(&path("shots/now.png")).expect("free");
    let file = exports.write(&path("shots/now.png"), b"one").expect("written");
    assert_eq!(file, base.path().join("exports/shots/now.png"));
    for kind in [
        exports.is_free(&path("shots/now.png")).expect_err("taken").kind,
        exports.write(&path("shots/now.png"), b"two").expect_err("taken").kind,
    ] {
        assert_eq!(kind, Conflict);
    }
    assert_eq!(std::fs::read(file).expect("a file"), b"one");
}

#[cfg(unix)]
#[test]
fn does_not_follow_links_out_of_the_folder() {
    let base = tempfile::tempdir().expect("a folder");
    let (inside, outside) = (base.path().join("exports"), base.path().join("outside"));
    std::fs::create_dir(&inside).expect("a folder");
    std::fs::create_dir(&outside).expect("a folder");
    std::os::unix::fs::symlink(&outside, inside.join("way")).expect("a link");
    std::os::unix::fs::symlink(outside.join("new.png"), inside.join("now.png")).expect("a link");
    let exports = ExportsFolder::new(&inside);
    assert_eq!(exports.write(&path("way/a.png"), b"x").expect_err("out").kind, NotReady);
    assert_eq!(exports.write(&path("now.png"), b"x").expect_err("taken").kind, Conflict);
    assert_eq!(std::fs::read_dir(outside).expect("a folder").count(), 0);
}

#[test]
fn rejects_file_name_over_255_bytes() {
    let long = format!("a/b/{}.png", "x".repeat(252));
    let refused = PicturePath::parse(&long).expect_err("256 bytes");
    assert!(refused.message.contains("256 bytes, at most 255"), "{refused:?}");
    PicturePath::parse(&format!("a/b/{}.png", "x".repeat(251))).expect("255 bytes");
}
