//! Tests of file system errors during a save.

use super::*;
use host_project_writer::injected_actions::{self, Moment};

const ARENA: &str = "Assets/Scenes/Arena.unity";

/// Opens the sample project and makes an edit in each of its two scenes. Returns their paths in the order of saving.
fn two_changed() -> (Copy, Session, [&'static str; 2]) {
    let copy = Copy::sample();
    let mut session = copy.open();
    let mut files = [MAIN, ARENA];
    files.sort_by_key(|file| session.scenes.iter().position(|slot| slot.file.path == *file));
    for file in files {
        let scene = session.scenes.iter().position(|slot| slot.file.path == file);
        let at = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
        let mut own = at.filter(|at| {
            let node = session.world.node(*at).expect("a node");
            Some(node.scene as usize) == scene && session.world.object(*at).is_some_and(|object| object.instance == 0)
        });
        let object = own.next().and_then(|at| session.world.node(at)).expect("an object").id;
        raise(&mut session, object);
    }
    (copy, session, files)
}

fn left_over(copy: &Copy) -> Vec<String> {
    let entries = std::fs::read_dir(copy.root().join("Assets/Scenes")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".tmp")).collect()
}

fn remove_temporary(folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|end| end == "tmp") {
            std::fs::remove_file(path).expect("a file");
        }
    }
}

#[test]
fn restores_the_first_file_if_the_second_cannot_be_replaced() {
    let (copy, mut session, files) = two_changed();
    let (before, texts) = (tree_hash(&copy.root()), files.map(|file| copy.read(file)));
    let second = copy.root().join(files[1]);
    let first = copy.root().join(files[0]);
    let (old, watched) = (texts[0].clone(), first.clone());
    injected_actions::act_at(Moment::Checked, move |path| {
        if path.ends_with(&second) {
            let written = std::fs::read_to_string(&watched).expect("a file");
            assert_ne!(written, old, "the first is written by now");
            // The new file is missing, so it cannot be renamed.
            remove_temporary(path.parent().expect("a folder"));
        }
    });
    let error = save(&mut session, &files).expect_err("failed");
    injected_actions::clear();
    assert_eq!(error.kind, BridgeErrorKind::NotReady, "{error:?}");
    assert!(error.message.contains(files[1]), "{error:?}");
    assert_eq!(error.hint.as_deref(), Some("nothing was written"));
    assert_eq!(tree_hash(&copy.root()), before);
    assert_eq!(left_over(&copy), Vec::<String>::new());
    // The session still has all edits, and saves them once the system allows it.
    assert_eq!(preview_save(&mut session, &[]).expect("changes").len(), 2);
    save(&mut session, &files).expect("saved");
    for (file, text) in files.iter().zip(texts) {
        assert_eq!(other_lines(&text, &copy.read(file)).len(), 1, "{file}");
    }
}

#[test]
fn reports_file_that_cannot_be_restored_and_its_backup() {
    let (copy, mut session, files) = two_changed();
    let (second, first) = (copy.root().join(files[1]), copy.root().join(files[0]));
    let old = copy.read(files[0]);
    let (at_first, kept) = (first.clone(), copy.read(files[1]));
    injected_actions::act_at(Moment::Checked, move |path| {
        if path.ends_with(&second) {
            remove_temporary(path.parent().expect("a folder"));
            std::fs::remove_file(&at_first).expect("a file");
            std::fs::create_dir_all(at_first.join("in the way")).expect("a folder");
        }
    });
    let error = save(&mut session, &files).expect_err("failed");
    injected_actions::clear();
    assert_eq!(error.kind, BridgeErrorKind::Internal, "{error:?}");
    assert!(error.message.contains(files[0]) && error.message.contains("could not be put back"));
    assert!(error.hint.expect("a hint").contains("backups"));
    let backups = std::fs::read_dir(copy.backups()).expect("a folder");
    let mut texts = backups.map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).expect("a file"));
    assert!(texts.any(|text| text == old), "the old content is kept");
    assert_eq!(copy.read(files[1]), kept);
    assert_eq!(left_over(&copy), Vec::<String>::new());
}

#[test]
fn writes_nothing_if_the_backup_cannot_be_written() {
    let (copy, mut session, files) = two_changed();
    let before = tree_hash(&copy.root());
    std::fs::write(copy.folder.path().join("backups"), "no folder").expect("a file");
    let error = save(&mut session, &files).expect_err("failed");
    assert_eq!(error.kind, BridgeErrorKind::NotReady, "{error:?}");
    assert!(error.message.contains("cannot write the backup of"), "{error:?}");
    assert_eq!(tree_hash(&copy.root()), before);
}

/// The second file is a hard link to the first one. When the first file is written, the second one counts as changed
/// since it was read.
#[cfg(unix)]
#[test]
fn rejects_saving_one_file_under_two_names() {
    let copy = Copy::sample();
    std::os::unix::fs::symlink("Scenes", copy.root().join("Assets/Linked")).expect("a link");
    let mut session = copy.open();
    let linked = "Assets/Linked/Main.unity";
    let files = [MAIN, linked].map(|file| session.scenes.iter().position(|slot| slot.file.path == file));
    // If links are not followed there is only one name.
    let [Some(_), Some(at)] = files else { return };
    let before = tree_hash(&copy.root());
    let object = own_object(&session);
    raise(&mut session, object);
    let other = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let mut other = other.filter(|place| session.world.node(*place).is_some_and(|node| node.scene as usize == at));
    let other = other
        .next()
        .and_then(|at| session.world.node(at))
        .expect("an object")
        .id;
    raise(&mut session, other);
    let error = save(&mut session, &[MAIN, linked]).expect_err("one of them is not as it was read");
    assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error:?}");
    assert_eq!(tree_hash(&copy.root()), before);
}

#[test]
fn lists_scenes_of_packages_but_rejects_saving_them() {
    let copy = Copy::sample();
    let package = copy.root().join("Packages/com.me.levels");
    std::fs::create_dir_all(&package).expect("a folder");
    std::fs::write(
        package.join("package.json"),
        r#"{"name": "com.me.levels", "version": "1.0.0"}"#,
    )
    .expect("a file");
    std::fs::write(package.join("Level.unity"), copy.read(MAIN)).expect("a file");
    let meta = "fileFormatVersion: 2\nguid: 00000000000000000000000000abcdef\nDefaultImporter:\n  userData:\n";
    std::fs::write(package.join("Level.unity.meta"), meta).expect("a file");
    let mut session = copy.open();
    let level = "Packages/com.me.levels/Level.unity";
    let scene = session.scenes.iter().position(|slot| slot.file.path == level);
    let scene = scene.expect("scenes of packages are listed");
    let before = tree_hash(&copy.root());
    let at = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let mut own = at.filter(|at| session.world.node(*at).is_some_and(|node| node.scene as usize == scene));
    let object = own.next().and_then(|at| session.world.node(at)).expect("an object").id;
    raise(&mut session, object);
    for error in [
        preview_save(&mut session, &[level]).expect_err("a dry run says so, too"),
        save(&mut session, &[level]).expect_err("refused"),
    ] {
        assert_eq!(error.kind, BridgeErrorKind::Unsupported);
        assert!(
            error.message.contains(level) && error.message.contains("package"),
            "{error:?}"
        );
    }
    assert_eq!(tree_hash(&copy.root()), before);
}
