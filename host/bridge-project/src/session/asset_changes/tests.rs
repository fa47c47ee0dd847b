//! Tests of changes of assets and of their undo, with real files.

mod edges;
mod killed;
mod random;

use crate::session::Session;
use crate::session::changing::batch::tests::{entries, undo};
use crate::session::test_game::Game;
use host_bridge::BridgeErrorKind::{
    self, Conflict, InvalidArgument, NotFound, NotReady, PermissionDenied, Unsupported,
};
use host_bridge::{AssetChange, AssetPart, BridgeError, Command, EditDone, EditNeed, EditPlan, Reply, ValueText};
use std::path::Path;
use tests_projects::{TinyProject, guid};

const MATERIAL: &str = "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n";

fn new_game() -> Game {
    let project = TinyProject::new();
    project.asset("Assets/Red.mat", &guid('a'), MATERIAL);
    project.write(
        "Assets/Props.meta",
        format!("fileFormatVersion: 2\nguid: {}\nfolderAsset: yes\n", guid('b')),
    );
    project.asset("Assets/Props/Blue.mat", &guid('c'), MATERIAL);
    project.asset("Assets/Props/Note.txt", &guid('d'), "a note");
    project.asset("Assets/Code/Door.cs", &guid('e'), "class Door {}");
    Game::new(project)
}

fn folder(path: &str) -> AssetChange {
    AssetChange::CreateFolder { path: path.to_owned() }
}

fn transfer(from: &str, to: &str) -> AssetChange {
    AssetChange::Move {
        from: from.to_owned(),
        to: to.to_owned(),
    }
}

fn copy(from: &str, to: &str) -> AssetChange {
    AssetChange::Copy {
        from: from.to_owned(),
        to: to.to_owned(),
    }
}

fn delete(path: &str) -> AssetChange {
    AssetChange::Delete { path: path.to_owned() }
}

fn preview(session: &mut Session, changes: &[AssetChange]) -> Result<EditPlan, BridgeError> {
    let changes = changes.to_vec();
    match session.run(Command::PreviewAssets { changes })?.reply {
        Reply::Plan(plan) => Ok(plan),
        other => panic!("{other:?}"),
    }
}

fn apply(session: &mut Session, changes: &[AssetChange], digest: Option<&str>) -> Result<EditDone, BridgeError> {
    let command = Command::ApplyAssets {
        changes: changes.to_vec(),
        digest: digest.map(str::to_owned),
        touches: host_bridge::EditTouches::default(),
    };
    match session.run(command)?.reply {
        Reply::EditDone(done) => Ok(done),
        other => panic!("{other:?}"),
    }
}

/// Returns the old and the new path of each row.
fn paths(plan: &EditPlan) -> Vec<(String, String)> {
    let text = |value: &Option<ValueText>| value.as_ref().map_or_else(String::new, |value| value.get().to_owned());
    plan.changes
        .iter()
        .map(|row| (text(&row.old), text(&row.new)))
        .collect()
}

#[test]
fn batch_changes_files_and_undo_restores_them() {
    let game = new_game();
    let before = game.hash();
    let mut session = game.open();
    let batch = [
        folder("Assets/New/Deep"),
        transfer("Assets/Red.mat", "Assets/New/Deep/Crimson.mat"),
        copy("Assets/Props", "Assets/New/Copies"),
        transfer("Assets/Props", "Assets/Things"),
        delete("Assets/Things/Note.txt"),
    ];
    let plan = preview(&mut session, &batch).expect("a plan");
    assert_eq!(game.hash(), before, "a preview changes nothing");
    let expected = [
        ("", "\"Assets/New\""),
        ("", "\"Assets/New/Deep\""),
        ("\"Assets/Red.mat\"", "\"Assets/New/Deep/Crimson.mat\""),
        ("", "\"Assets/New/Copies\""),
        ("\"Assets/Props\"", "\"Assets/Things\""),
        ("\"Assets/Things/Note.txt\"", ""),
    ];
    assert_eq!(
        paths(&plan),
        expected.map(|(old, new)| (old.to_owned(), new.to_owned()))
    );
    let done = apply(&mut session, &batch, Some(&plan.digest)).expect("done");
    assert_eq!((done.entry, &done.plan), (1, &plan));
    assert_eq!(game.guid("Assets/New/Deep/Crimson.mat"), guid('a'));
    assert_eq!(game.guid("Assets/Things"), guid('b'));
    assert_eq!(game.guid("Assets/Things/Blue.mat"), guid('c'));
    let of_copies = [
        "Assets/New/Copies",
        "Assets/New/Copies/Blue.mat",
        "Assets/New/Copies/Note.txt",
    ];
    let guids: std::collections::BTreeSet<String> = of_copies.iter().map(|path| game.guid(path)).collect();
    assert!(
        guids.len() == 3 && ['a', 'b', 'c', 'd'].iter().all(|known| !guids.contains(&guid(*known))),
        "{guids:?}"
    );
    for gone in [
        "Assets/Red.mat",
        "Assets/Red.mat.meta",
        "Assets/Props",
        "Assets/Props.meta",
        "Assets/Things/Note.txt.meta",
    ] {
        assert!(!game.has(gone), "{gone}");
    }
    let index = &session.library.project().index;
    assert!(index.guid("Assets/New/Deep/Crimson.mat").is_some() && index.guid("Assets/Props/Blue.mat").is_none());
    let after = game.hash();
    let row = &entries(&mut session).rows[0];
    assert!(row.saved && row.fixed.is_none() && !row.lost, "{row:?}");
    undo(&mut session, &[1]).expect("undone");
    assert_eq!(game.hash(), before);
    undo(&mut session, &[2]).expect("applied again");
    assert_eq!(game.hash(), after);
    undo(&mut session, &[3]).expect("undone again");
    assert_eq!(game.hash(), before);
    assert_eq!(session.count_unsaved().changes, 0);
}

#[test]
fn rejects_bad_changes_by_name() {
    let game = new_game();
    let before = game.hash();
    let mut session = game.open();
    let cases: [(Vec<AssetChange>, BridgeErrorKind, &str); 19] = [
        (
            vec![delete("Assets/Green.mat")],
            NotFound,
            "`changes[0].delete.path` is \"Assets/Green.mat\", which does not exist",
        ),
        (vec![delete("Assets/red.mat")], NotFound, "red.mat"),
        (vec![delete("Assets")], InvalidArgument, "changes[0].path"),
        (vec![delete("Packages/com.game")], Unsupported, "whole package"),
        (vec![delete("Assets/../Red.mat")], InvalidArgument, "changes[0].path"),
        (vec![delete("Assets/Red.mat.meta")], InvalidArgument, ".meta"),
        (vec![folder("Assets/Props")], Conflict, "exists already"),
        (
            vec![folder("Assets/CON:")],
            InvalidArgument,
            "names that Unity and every system accept",
        ),
        (
            vec![folder("Assets/Red.mat/Below")],
            NotFound,
            "`changes[0].create_folder.path`",
        ),
        (vec![folder("Assets/props")], Conflict, "case of letters"),
        (
            vec![transfer("Assets/Red.mat", "Assets/Props/Blue.mat")],
            Conflict,
            "`changes[0].move.to`",
        ),
        (
            vec![transfer("Assets/Red.mat", "Assets/Red.png")],
            InvalidArgument,
            "the ending .mat",
        ),
        (
            vec![transfer("Assets/Red.mat", "Assets/Missing/Red.mat")],
            NotFound,
            "the folder Assets/Missing does not exist",
        ),
        (
            vec![transfer("Assets/Props", "Assets/Props/Below")],
            InvalidArgument,
            "inside Assets/Props",
        ),
        (
            vec![copy("Assets/Red.mat", "Assets/Red.mat")],
            Conflict,
            "`changes[0].copy.to`",
        ),
        (
            vec![folder("Assets/Ok"), delete("Assets/Green.mat")],
            NotFound,
            "changes[1]",
        ),
        (
            vec![delete("Assets/Red.mat"), delete("Assets/Red.mat")],
            NotFound,
            "changes[1]",
        ),
        (
            vec![AssetChange::CreateAsset {
                path: "Assets/New.mat".to_owned(),
                type_name: "Material".to_owned(),
                shader: None,
            }],
            NotReady,
            "changes[0]: Creating an asset",
        ),
        (
            vec![AssetChange::Set {
                asset: "Assets/Red.mat".to_owned(),
                part: AssetPart::Main,
                field: "m_Name".to_owned(),
                value: ValueText::from_json_text("\"Blue\"".to_owned()),
            }],
            NotReady,
            "changes[0]: Setting a field",
        ),
    ];
    for (changes, kind, part) in cases {
        let planned = preview(&mut session, &changes).expect_err(part);
        assert!(
            planned.kind == kind && planned.message.contains(part),
            "{part}: {planned:?}"
        );
        assert!(apply(&mut session, &changes, None).is_err(), "{part}");
        assert_eq!(game.hash(), before, "{part}");
    }
    assert!(entries(&mut session).rows.is_empty());
    let mut session = game.open_with(false);
    let error = apply(&mut session, &[delete("Assets/Red.mat")], None).expect_err("saving is off");
    assert!(
        error.kind == PermissionDenied && error.message.contains("allow-save"),
        "{error:?}"
    );
    assert_eq!(game.hash(), before);
}

#[test]
fn plan_that_changed_since_is_rejected() {
    let game = new_game();
    let mut session = game.open();
    let plan = preview(&mut session, &[delete("Assets/Red.mat")]).expect("a plan");
    let error = apply(&mut session, &[delete("Assets/Props")], Some(&plan.digest)).expect_err("another plan");
    assert_eq!(error.kind, Conflict);
    assert!(game.has("Assets/Props/Blue.mat"));
}

#[test]
fn undo_never_removes_work_of_another_program() {
    let game = new_game();
    let mut session = game.open();
    apply(&mut session, &[copy("Assets/Red.mat", "Assets/Copy.mat")], None).expect("done");
    apply(&mut session, &[folder("Assets/Empty")], None).expect("done");
    apply(&mut session, &[delete("Assets/Props/Note.txt")], None).expect("done");
    apply(&mut session, &[transfer("Assets/Red.mat", "Assets/Moved.mat")], None).expect("done");
    game.project.write("Assets/Copy.mat", "edited by the user");
    game.project.write("Assets/Empty/File.txt", "of the user");
    game.project.write("Assets/Props/Note.txt", "a new note");
    game.project.asset("Assets/Red.mat", &guid('f'), "a new material");
    let before = game.hash();
    for (entry, part) in [(1, "Copy.mat"), (2, "Empty"), (3, "Note.txt"), (4, "Red.mat")] {
        let error = undo(&mut session, &[entry]).expect_err(part);
        assert!(error.kind == Conflict && error.message.contains(part), "{error:?}");
        assert_eq!(game.hash(), before, "{part}");
    }
}

#[test]
fn changes_of_code_need_the_permission_for_code() {
    let game = new_game();
    let mut session = game.open();
    let need = |path: &str| Some(EditNeed::Source { path: path.to_owned() });
    for (change, expected) in [
        (transfer("Assets/Code", "Assets/Other"), need("Assets/Code/Door.cs")),
        (
            copy("Assets/Code/Door.cs", "Assets/Gate.cs"),
            need("Assets/Code/Door.cs"),
        ),
        (delete("Assets/Props"), None),
    ] {
        let plan = preview(&mut session, &[change]).expect("a plan");
        assert_eq!(plan.changes[0].need, expected);
    }
    let done = apply(&mut session, &[delete("Assets/Code")], None).expect("done");
    assert_eq!(
        done.plan.touches.needs,
        [EditNeed::Source {
            path: "Assets/Code/Door.cs".to_owned()
        }]
    );
    let plan = match session
        .run(Command::PreviewUndo { entries: vec![1] })
        .expect("a plan")
        .reply
    {
        Reply::Plan(plan) => plan,
        other => panic!("{other:?}"),
    };
    assert_eq!(plan.touches.needs, done.plan.touches.needs);
    assert!(!game.has("Assets/Code"), "a preview of an undo changes nothing");
    undo(&mut session, &[1]).expect("undone");
    assert!(game.has("Assets/Code/Door.cs.meta"));
}

#[cfg(unix)]
#[test]
fn links_are_neither_followed_nor_changed() {
    let game = new_game();
    let outside = tempfile::tempdir().expect("a folder");
    std::fs::write(outside.path().join("Secret.txt"), "secret").expect("written");
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, game.project.root().join(name)).expect("a link");
    };
    link(outside.path(), "Assets/Linked");
    link(&outside.path().join("Secret.txt"), "Assets/Props/Linked.txt");
    let mut session = game.open();
    for change in [
        delete("Assets/Linked"),
        delete("Assets/Linked/Secret.txt"),
        copy("Assets/Props", "Assets/Copies"),
        transfer("Assets/Red.mat", "Assets/Linked/Red.mat"),
        folder("Assets/Linked/New"),
    ] {
        let error = apply(&mut session, &[change], None).expect_err("a link");
        assert!(error.kind == Unsupported && error.message.contains("link"), "{error:?}");
    }
    assert_eq!(std::fs::read_dir(outside.path()).expect("a folder").count(), 1);
}
