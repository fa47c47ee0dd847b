//! Tests of hostile paths with every script command, on a real folder with real links. No file outside the folder is
//! read or changed.

use super::*;

/// The hostile paths, grouped, with the links that some of them need.
const HOSTILE: &str = include_str!("hostile_paths.json");

#[test]
fn hostile_paths_never_leave_the_folder() {
    let hostile: serde_json::Value = serde_json::from_str(HOSTILE).expect("JSON");
    let families = hostile["families"].as_array().expect("families");
    assert!(families.len() >= 12);
    let mut ground = Ground::new();
    let base = ground.base.path().to_path_buf();
    let (folder, outside, evil) = (ground.folder(), base.join("outside"), base.join("scripts-evil"));
    for beside in [&outside, &evil] {
        std::fs::create_dir(beside).expect("a folder");
        std::fs::write(beside.join("secret.cs"), "SECRET").expect("a file");
    }
    ground.put("sub/inner.cs", "inner");
    ground.put("notes.txt", "SECRET too");
    let fill = |text: &str| {
        text.replace("{folder}", folder.to_str().expect("UTF-8"))
            .replace("{outside}", outside.to_str().expect("UTF-8"))
            .replace("{long}", &"x".repeat(300))
            .replace("{deep}", &"d/".repeat(400))
            .replace("{huge}", &"d/".repeat(20_000))
    };
    let links = hostile["links"].as_object().expect("links");
    let linked = links
        .iter()
        .all(|(name, target)| link(&fill(target.as_str().expect("a text")), &folder.join(name)));
    assert!(linked || cfg!(windows));
    let before = (tree_hash(&outside), tree_hash(&evil), tree_hash(&folder));
    let beside = |base: &Path| std::fs::read_dir(base).expect("a folder").count();
    let (entries, mut tried) = (beside(&base), 0);
    for family in families {
        let stays = family["stays_inside"] == true;
        if family["needs_links"] == true && !linked {
            println!("skipped: no right to make links here: {}", family["family"]);
            continue;
        }
        for path in family["paths"].as_array().expect("paths") {
            let path = fill(path.as_str().expect("a text"));
            let what = format!("{}: {path:.80?}", family["family"]);
            tried += 1;
            if stays {
                // A strange but valid name.
                assert_eq!(kind(ground.read(&path)), BridgeErrorKind::NotFound, "{what}");
                ground.write(&path, "mine").expect(&what);
                let (file, _) = ground.read(&path).expect(&what);
                assert_eq!(file.content, "mine", "{what}");
                assert!(file.path.starts_with(folder.to_str().expect("UTF-8")), "{what}");
                assert_eq!(ground.run(&path).kind, BridgeErrorKind::NotReady, "{what}");
                ground.delete(&path).expect(&what);
            } else {
                assert_eq!(
                    kind(ground.read(&path)),
                    BridgeErrorKind::InvalidArgument,
                    "read {what}"
                );
                assert_eq!(
                    kind(ground.write(&path, "EVIL")),
                    BridgeErrorKind::InvalidArgument,
                    "write {what}"
                );
                assert_eq!(
                    kind(ground.delete(&path)),
                    BridgeErrorKind::InvalidArgument,
                    "delete {what}"
                );
                assert_eq!(ground.run(&path).kind, BridgeErrorKind::InvalidArgument, "run {what}");
            }
            assert_eq!(
                (tree_hash(&outside), tree_hash(&evil)),
                (before.0.clone(), before.1.clone()),
                "{what}"
            );
            assert_eq!(beside(&base), entries, "{what}");
        }
    }
    assert!(tried > 100, "{tried}");
    for folder in [
        "%2e%2e/outside",
        "%2e%2e",
        "%c0%ae%c0%ae",
        "~",
        "$HOME",
        "%USERPROFILE%",
        "&#46;&#46;",
        "..;",
    ] {
        std::fs::remove_dir(ground.folder().join(folder)).expect(folder);
    }
    assert_eq!(
        tree_hash(&ground.folder()),
        before.2,
        "links and files of the folder are as they were"
    );
    assert_eq!(ground.names(), Vec::<String>::new());
}
