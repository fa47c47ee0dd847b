//! Tests of writing C# sources and of undoing that, with real files.

use crate::session::Session;
use crate::session::changing::batch::tests::{entries, undo};
use crate::session::source_texts::digest_of;
use crate::session::test_game::Game;
use host_bridge::BridgeErrorKind::{Conflict, InvalidArgument, NotReady, PermissionDenied, Unsupported};
use host_bridge::{BridgeError, Command, EditNeed, Reply, WrittenSource};
use tests_projects::{TinyProject, guid};

const DOOR: &str = "Assets/Door.cs";
const OLD: &str = "public class Door : UnityEngine.MonoBehaviour { public int a; }\r\n";
const NEW: &str = "public class Door : UnityEngine.MonoBehaviour { public int b; }\r\n";

fn new_game() -> Game {
    let project = TinyProject::new();
    project.asset(DOOR, &guid('d'), format!("\u{feff}{OLD}"));
    Game::new(project)
}

fn write(session: &mut Session, path: &str, text: &str, digest: Option<&str>) -> Result<WrittenSource, BridgeError> {
    let command = Command::WriteScriptSource {
        path: path.to_owned(),
        text: text.to_owned(),
        digest: digest.map(str::to_owned),
        allow_syntax_errors: false,
    };
    match session.run(command)?.reply {
        Reply::SourceWritten(written) => Ok(*written),
        other => panic!("{other:?}"),
    }
}

/// Repeats the request until the C# index is complete, and returns the names of the serialized fields.
fn fields(session: &mut Session, script: &str) -> Vec<String> {
    loop {
        let script = script.to_owned();
        match session.run(Command::DescribeScript { script }) {
            Ok(replied) => match replied.reply {
                Reply::ScriptType(told) => return told.fields.into_iter().map(|field| field.name).collect(),
                other => panic!("{other:?}"),
            },
            Err(error) if error.kind == NotReady => std::thread::yield_now(),
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[test]
fn writes_a_source_and_undoes_it() {
    let game = new_game();
    let mut session = game.open();
    let written = write(&mut session, DOOR, NEW, Some(&digest_of(OLD))).expect("written");
    assert_eq!((written.entry, written.created, written.compilation), (1, false, None));
    assert_eq!(written.digest, digest_of(NEW));
    assert_eq!(game.read(DOOR), format!("\u{feff}{NEW}"));
    assert_eq!(game.backups(), [format!("\u{feff}{OLD}")]);
    assert_eq!(fields(&mut session, "Door"), ["b"]);
    let rows = entries(&mut session).rows;
    let change = &rows[0].changes[0];
    assert_eq!((change.file.as_str(), change.field.as_deref()), (DOOR, Some("sha256")));
    assert_eq!(change.need, Some(EditNeed::Source { path: DOOR.to_owned() }));
    assert!(rows[0].saved && rows[0].fixed.is_none(), "{rows:?}");
    undo(&mut session, &[1]).expect("undone");
    assert_eq!(game.read(DOOR), format!("\u{feff}{OLD}"));
    assert_eq!(fields(&mut session, "Door"), ["a"]);
    // An undo can be undone.
    undo(&mut session, &[2]).expect("applied again");
    assert_eq!(game.read(DOOR), format!("\u{feff}{NEW}"));
    assert_eq!(session.count_unsaved().changes, 0);
}

#[test]
fn creates_a_source_with_its_folder_and_removes_it_with_its_meta_file() {
    let game = new_game();
    let mut session = game.open();
    let path = "Assets/Scripts/New/Key.cs";
    let written = write(
        &mut session,
        path,
        "class Key : UnityEngine.MonoBehaviour { public int k; }",
        None,
    );
    assert!(written.expect("written").created);
    assert_eq!(fields(&mut session, "Key"), ["k"]);
    std::fs::write(game.path("Assets/Scripts/New/Key.cs.meta"), "guid").expect("a file");
    undo(&mut session, &[1]).expect("undone");
    assert!(!game.path(path).exists() && !game.path("Assets/Scripts/New/Key.cs.meta").exists());
    assert_eq!(game.backups().len(), 2);
    undo(&mut session, &[2]).expect("applied again");
    assert!(game.path(path).exists());
}

#[test]
fn writes_to_embedded_packages_only() {
    let game = new_game();
    let manifest = "{\"name\": \"com.game.doors\", \"version\": \"1.0.0\"}";
    game.project.write("Packages/com.game.doors/package.json", manifest);
    game.project.write(
        "Library/PackageCache/com.other@1.0.0/package.json",
        "{\"name\": \"com.other\"}",
    );
    game.project
        .write("Library/PackageCache/com.other@1.0.0/Other.cs", "class Other { }");
    let mut session = game.open();
    let text = "class Door2 { }";
    write(&mut session, "Packages/com.game.doors/Door2.cs", text, None).expect("an embedded package");
    assert_eq!(game.read("Packages/com.game.doors/Door2.cs"), text);
    for path in [
        "Packages/com.other/Other.cs",
        "Packages/com.other/New.cs",
        "Packages/com.none/A.cs",
    ] {
        let digest = digest_of("class Other { }");
        let given = path.ends_with("Other.cs").then_some(digest.as_str());
        let error = write(&mut session, path, text, given).expect_err(path);
        assert_eq!(error.kind, Unsupported, "{error:?}");
    }
}

#[test]
fn rejects_bad_writes_and_changes_nothing() {
    let game = new_game();
    let before = tests_projects::tree_hash(game.project.root());
    let mut session = game.open();
    let (old, other) = (digest_of(OLD), digest_of("other"));
    for (path, text, digest, kind, part) in [
        (DOOR, NEW, None, Conflict, "exists already"),
        (DOOR, NEW, Some(&other), Conflict, "was changed since it was read"),
        ("Assets/Gone.cs", NEW, Some(&old), Conflict, "does not exist"),
        (DOOR, "class Door {", Some(&old), InvalidArgument, "Assets/Door.cs(1,"),
        ("Assets/door.cs", NEW, None, Unsupported, "is named Door.cs"),
        ("assets/A.cs", NEW, None, InvalidArgument, "below Assets or Packages"),
        ("Assets/../A.cs", NEW, None, InvalidArgument, "below Assets or Packages"),
        ("Assets/A~/B.cs", NEW, None, InvalidArgument, "below Assets or Packages"),
        ("Assets/A.txt", NEW, None, InvalidArgument, "ends in .cs"),
        ("Assets/Door.cs/B.cs", NEW, None, Unsupported, "not a real folder"),
        (
            "ProjectSettings/A.cs",
            NEW,
            None,
            InvalidArgument,
            "below Assets or Packages",
        ),
    ] {
        let error = write(&mut session, path, text, digest.map(String::as_str)).expect_err(path);
        assert!(error.kind == kind && error.message.contains(part), "{path}: {error:?}");
    }
    let error = write(&mut game.open_with(false), DOOR, NEW, Some(&old)).expect_err("switched off");
    assert_eq!(error.kind, PermissionDenied);
    assert_eq!(tests_projects::tree_hash(game.project.root()), before);
    assert!(entries(&mut session).rows.is_empty());
}

#[cfg(unix)]
#[test]
fn follows_no_link() {
    let game = new_game();
    let outside = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(outside.path(), game.path("Assets/Out")).expect("a link");
    let target = outside.path().join("A.cs");
    std::fs::write(&target, "class A { }").expect("a file");
    std::os::unix::fs::symlink(&target, game.path("Assets/Link.cs")).expect("a link");
    game.project
        .write("Library/PackageCache/com.x@1.0.0/Cached.cs", "class A { }");
    let cache = game.path("Library/PackageCache/com.x@1.0.0");
    std::os::unix::fs::symlink(&cache, game.path("Assets/Cache")).expect("a link");
    let mut session = game.open();
    for path in [
        "Assets/Out/New.cs",
        "Assets/Out/A.cs",
        "Assets/Link.cs",
        "Assets/Out/Deep/B.cs",
        "Assets/Cache/Cached.cs",
        "Assets/Cache/B.cs",
    ] {
        for digest in [None, Some(digest_of("class A { }"))] {
            write(&mut session, path, NEW, digest.as_deref()).expect_err(path);
        }
    }
    assert_eq!(std::fs::read_dir(outside.path()).expect("a folder").count(), 1);
    assert_eq!(std::fs::read_to_string(&target).expect("a file"), "class A { }");
}

#[test]
fn undo_keeps_what_another_program_wrote() {
    let game = new_game();
    let mut session = game.open();
    write(&mut session, DOOR, NEW, Some(&digest_of(OLD))).expect("written");
    let foreign = "class Door { int foreign; }";
    std::fs::write(game.path(DOOR), foreign).expect("a file");
    assert_eq!(undo(&mut session, &[1]).expect_err("changed").kind, Conflict);
    assert_eq!(game.read(DOOR), foreign);
    assert!(entries(&mut session).rows[0].undone_by.is_none());
    // A later write of this host makes the earlier one depend on it, and its undo restores the foreign text only.
    write(&mut session, DOOR, OLD, Some(&digest_of(foreign))).expect("written");
    assert_eq!(undo(&mut session, &[1]).expect_err("needed").kind, Conflict);
    undo(&mut session, &[2]).expect("undone");
    assert_eq!(game.read(DOOR), foreign);
    assert_eq!(
        undo(&mut session, &[1]).expect_err("the foreign text is between").kind,
        Conflict
    );
    assert_eq!(game.read(DOOR), foreign);
}

#[test]
fn undo_and_redo_follow_the_order_in_which_they_happened() {
    let game = new_game();
    let mut session = game.open();
    let third = "public class Door { public int c; }\n";
    write(&mut session, DOOR, NEW, Some(&digest_of(OLD))).expect("entry 1");
    undo(&mut session, &[1]).expect("entry 2");
    write(&mut session, DOOR, third, Some(&digest_of(OLD))).expect("entry 3");
    undo(&mut session, &[3]).expect("entry 4");
    assert_eq!(game.read(DOOR), format!("\u{feff}{OLD}"));
    undo(&mut session, &[2]).expect("entry 5 applies entry 1 again");
    assert_eq!(game.read(DOOR), format!("\u{feff}{NEW}"));
}

#[test]
fn undo_of_several_entries_keeps_a_text_between_them() {
    let game = new_game();
    let mut session = game.open();
    let foreign = "class Door { int foreign; }";
    write(&mut session, DOOR, NEW, Some(&digest_of(OLD))).expect("entry 1");
    undo(&mut session, &[1]).expect("entry 2");
    std::fs::write(game.path(DOOR), foreign).expect("a file");
    write(&mut session, DOOR, NEW, Some(&digest_of(foreign))).expect("entry 3");
    write(&mut session, DOOR, OLD, Some(&digest_of(NEW))).expect("entry 4");
    // Both entries follow the foreign text, which the undo restores.
    undo(&mut session, &[4, 3]).expect("undone");
    assert_eq!(game.read(DOOR), foreign);
    write(&mut session, DOOR, NEW, Some(&digest_of(foreign))).expect("entry 6");
    std::fs::write(game.path(DOOR), OLD).expect("a file");
    write(&mut session, DOOR, foreign, Some(&digest_of(OLD))).expect("entry 7");
    assert_eq!(
        undo(&mut session, &[6, 7]).expect_err("a text is between").kind,
        Conflict
    );
    assert_eq!(game.read(DOOR), foreign);
}

#[test]
fn failed_write_changes_nothing_later() {
    let game = new_game();
    let mut session = game.open();
    let foreign = "class Door { int foreign; }";
    write(&mut session, DOOR, NEW, Some(&digest_of(OLD))).expect("entry 1");
    std::fs::write(game.path(DOOR), foreign).expect("a file");
    let backups = game.data.path().join("backups");
    std::fs::rename(&backups, game.data.path().join("aside")).expect("a folder");
    std::fs::write(&backups, "").expect("a file");
    write(&mut session, DOOR, OLD, Some(&digest_of(foreign))).expect_err("no backup");
    std::fs::remove_file(&backups).expect("a file");
    assert_eq!(entries(&mut session).rows.len(), 1);
    session
        .run(Command::SetTimeScale { value: 0.5, lock: None })
        .expect("another edit");
    assert_eq!(game.read(DOOR), foreign);
    assert_eq!(undo(&mut session, &[1]).expect_err("the foreign text").kind, Conflict);
}

#[test]
fn repeated_text_changes_nothing() {
    let game = new_game();
    let mut session = game.open();
    let written = write(&mut session, DOOR, OLD, Some(&digest_of(OLD))).expect("the same text");
    assert_eq!((written.entry, written.created), (0, false));
    assert!(entries(&mut session).rows.is_empty() && game.backups().is_empty());
}

#[test]
fn undoes_a_source_after_the_end_of_the_host_while_edits_are_unsaved() {
    let game = new_game();
    let mut session = game.open_kept();
    write(&mut session, DOOR, NEW, Some(&digest_of(OLD))).expect("written");
    session
        .run(Command::SetTimeScale { value: 0.5, lock: None })
        .expect("an unsaved edit");
    drop(session);
    let mut session = game.open_kept();
    assert_eq!(game.read(DOOR), format!("\u{feff}{NEW}"));
    undo(&mut session, &[1]).expect("undone");
    assert_eq!(game.read(DOOR), format!("\u{feff}{OLD}"));
}

#[test]
fn failed_file_write_leaves_no_entry() {
    let game = new_game();
    let mut session = game.open();
    // A file where the folder of the backups should be makes the write fail after all checks.
    std::fs::write(game.data.path().join("backups"), "").expect("a file");
    write(&mut session, DOOR, NEW, Some(&digest_of(OLD))).expect_err("no backup");
    assert_eq!(game.read(DOOR), format!("\u{feff}{OLD}"));
    assert!(entries(&mut session).rows.is_empty());
    assert!(game.has(DOOR));
}
