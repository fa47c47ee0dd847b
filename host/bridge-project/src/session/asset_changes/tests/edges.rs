//! Tests of names, code and steps that depend on each other.

use super::{apply, copy, delete, folder, new_game, preview, transfer};
use crate::session::changing::batch::tests::undo;
use host_bridge::BridgeErrorKind::{Conflict, InvalidArgument, NotFound};
use host_bridge::EditNeed;

#[cfg(target_os = "linux")]
#[test]
fn name_in_another_case_replaces_nothing() {
    let game = new_game();
    game.project.write("Assets/foo.txt", "small");
    game.project.write("Assets/Foo.txt", "large");
    let before = game.hash();
    let mut session = game.open();
    for change in [
        transfer("Assets/foo.txt", "Assets/Foo.txt"),
        transfer("Assets/foo.txt", "Assets/fOo.txt"),
        copy("Assets/foo.txt", "Assets/FOO.txt"),
    ] {
        let error = apply(&mut session, &[change], None).expect_err("taken");
        assert!(error.kind == Conflict && game.hash() == before, "{error:?}");
    }
    apply(&mut session, &[delete("Assets/Foo.txt")], None).expect("done");
    apply(&mut session, &[transfer("Assets/foo.txt", "Assets/fOo.txt")], None).expect("only the case differs");
    undo(&mut session, &[2]).expect("undone");
    undo(&mut session, &[1]).expect("undone");
    assert_eq!(game.hash(), before);
}

#[test]
fn rejects_names_of_devices_and_names_that_unity_ignores() {
    let game = new_game();
    let mut session = game.open();
    for path in [
        "Assets/nul.txt",
        "Assets/COM1",
        "Assets/aux.mat/Below",
        "Assets/cvs",
        "Assets/x~",
        "Assets/.x",
    ] {
        let error = apply(&mut session, &[folder(path)], None).expect_err(path);
        assert_eq!(error.kind, InvalidArgument, "{path}: {error:?}");
    }
    let error = apply(&mut session, &[delete("Assets/RED~1.MAT")], None).expect_err("no such name");
    assert_eq!(error.kind, NotFound);
}

#[test]
fn libraries_and_manifests_of_packages_count_as_code() {
    let game = new_game();
    game.project.write("Assets/Native.bundle/Info.plist", "native");
    game.project.write("Assets/Plugins/lib.a", "native");
    game.project.write("Packages/com.game/package.json", "{}");
    let mut session = game.open();
    for (path, code) in [
        ("Assets/Native.bundle", "Assets/Native.bundle"),
        ("Assets/Plugins", "Assets/Plugins/lib.a"),
        ("Packages/com.game/package.json", "Packages/com.game/package.json"),
    ] {
        let plan = preview(&mut session, &[delete(path)]).expect("a plan");
        assert_eq!(plan.changes[0].need, Some(EditNeed::Source { path: code.to_owned() }));
    }
}

#[test]
fn later_changes_use_the_place_of_earlier_ones() {
    let game = new_game();
    let before = game.hash();
    let mut session = game.open();
    let batch = [
        delete("Assets/Red.mat"),
        transfer("Assets/Props/Blue.mat", "Assets/Red.mat"),
    ];
    apply(&mut session, &batch, None).expect("done");
    undo(&mut session, &[1]).expect("undone");
    assert_eq!(game.hash(), before);
    let batch = [
        transfer("Assets/Red.mat", "Assets/Props/Red.mat"),
        copy("Assets/Props", "Assets/Copies"),
    ];
    let error = apply(&mut session, &batch, None).expect_err("its content depends on the first change");
    assert!(
        error.kind == Conflict && error.message.contains("changes[1].copy.from"),
        "{error:?}"
    );
    assert_eq!(game.hash(), before);
}

#[test]
fn undo_keeps_changed_import_settings_of_a_copy() {
    let game = new_game();
    let mut session = game.open();
    apply(&mut session, &[copy("Assets/Props", "Assets/Copies")], None).expect("done");
    let meta = game.project.root().join("Assets/Copies/Blue.mat.meta");
    let text = std::fs::read_to_string(&meta).expect("a .meta file");
    std::fs::write(&meta, text + "userData: of the user\n").expect("written");
    let error = undo(&mut session, &[1]).expect_err("the user changed it");
    assert_eq!(error.kind, Conflict, "{error:?}");
    assert!(meta.exists());
}

#[cfg(not(windows))]
#[test]
fn scenes_of_an_open_editor_keep_their_place() {
    let game = new_game();
    game.project
        .asset("Assets/Main.unity", &tests_projects::guid('9'), "%YAML 1.1\n");
    let mut session = game.open();
    game.project.write("Temp/UnityLockfile", "");
    for change in [
        delete("Assets/Main.unity"),
        transfer("Assets/Main.unity", "Assets/Other.unity"),
    ] {
        let error = apply(&mut session, &[change], None).expect_err("it can be open");
        assert!(
            error.kind == Conflict && error.message.contains("Unity has the project open"),
            "{error:?}"
        );
    }
    apply(&mut session, &[delete("Assets/Red.mat")], None).expect("a material has no unsaved state");
}
