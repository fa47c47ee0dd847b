//! Tests of rejected saves, after which no file is changed.

use super::*;
use host_bridge::ValueText;

/// Makes an edit, runs `spoil`, and checks that the save fails with this kind and words and changes no file.
#[track_caller]
fn expect_refused_save(copy: &Copy, spoil: impl FnOnce(&Path, &mut Session), kind: BridgeErrorKind, words: &[&str]) {
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    spoil(&copy.root(), &mut session);
    let before = tree_hash(&copy.root());
    let error = save(&mut session, &[MAIN]).expect_err("refused");
    assert_eq!(error.kind, kind, "{error:?}");
    let told = format!("{} {}", error.message, error.hint.unwrap_or_default());
    for word in words {
        assert!(told.contains(word), "{told}");
    }
    assert_eq!(tree_hash(&copy.root()), before);
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

#[test]
fn saving_is_off_unless_the_operator_allows_it() {
    let copy = Copy::sample();
    let before = tree_hash(&copy.root());
    let mut session = copy.open_with(false);
    let object = own_object(&session);
    raise(&mut session, object);
    let rows = preview_save(&mut session, &[]).expect("a preview needs no right");
    assert_eq!(rows.len(), 1);
    let error = save(&mut session, &[MAIN]).expect_err("off");
    assert_eq!(error.kind, BridgeErrorKind::PermissionDenied);
    assert!(error.hint.expect("a hint").contains("allow-save = true"));
    assert_eq!(tree_hash(&copy.root()), before);
    // A permanent obstacle is reported before a missing permission.
    let made = EditRequest::Destroy {
        object: EditTarget::Object(object),
    };
    apply(&mut session, vec![made], None).expect("destroyed");
    assert_eq!(
        save(&mut session, &[MAIN]).expect_err("never").kind,
        BridgeErrorKind::Unsupported
    );
}

#[test]
fn rejects_saving_while_the_editor_is_open() {
    let copy = Copy::sample();
    let lock = |root: &Path, _: &mut Session| write(root, "Temp/UnityLockfile", "");
    if cfg!(unix) {
        expect_refused_save(
            &copy,
            lock,
            BridgeErrorKind::Conflict,
            &["Unity has the project open", "Temp/UnityLockfile"],
        );
    }
}

#[test]
fn rejects_saving_a_file_changed_since_it_was_read() {
    let copy = Copy::sample();
    let changed = |root: &Path, _: &mut Session| {
        let path = root.join(MAIN);
        let text = std::fs::read_to_string(&path).expect("a file");
        std::fs::write(&path, format!("{text}\n")).expect("a file");
    };
    expect_refused_save(&copy, changed, BridgeErrorKind::Conflict, &[MAIN, "not as it was read"]);
    let copy = Copy::sample();
    let merged = |root: &Path, _: &mut Session| {
        let path = root.join(MAIN);
        let text = std::fs::read_to_string(&path).expect("a file");
        std::fs::write(&path, format!("{text}\n<<<<<<< HEAD\n=======\n>>>>>>> other\n")).expect("a file");
    };
    expect_refused_save(&copy, merged, BridgeErrorKind::Unsupported, &[MAIN, "merge conflict"]);
    let copy = Copy::sample();
    let binary = |root: &Path, _: &mut Session| std::fs::write(root.join(MAIN), [0_u8; 64]).expect("a file");
    expect_refused_save(&copy, binary, BridgeErrorKind::Unsupported, &[MAIN, "binary"]);
    let copy = Copy::sample();
    let gone = |root: &Path, _: &mut Session| std::fs::remove_file(root.join(MAIN)).expect("a file");
    expect_refused_save(&copy, gone, BridgeErrorKind::Unsupported, &[MAIN]);
}

#[cfg(unix)]
#[test]
fn rejects_saving_links_and_read_only_files() {
    let copy = Copy::sample();
    let link = |root: &Path, _: &mut Session| {
        let path = root.join(MAIN);
        std::fs::rename(&path, root.join("Assets/other.unity")).expect("a file");
        std::os::unix::fs::symlink("../other.unity", path).expect("a link");
    };
    expect_refused_save(&copy, link, BridgeErrorKind::Unsupported, &[MAIN, "link"]);
    let copy = Copy::sample();
    let outside = |root: &Path, _: &mut Session| {
        let elsewhere = root.parent().expect("a parent").join("elsewhere");
        std::fs::rename(root.join("Assets"), &elsewhere).expect("a folder");
        std::os::unix::fs::symlink("../elsewhere", root.join("Assets")).expect("a link");
    };
    expect_refused_save(&copy, outside, BridgeErrorKind::Unsupported, &[MAIN, "leads out"]);
    let copy = Copy::sample();
    let read_only = |root: &Path, _: &mut Session| {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o444);
        std::fs::set_permissions(root.join(MAIN), mode).expect("a mode");
    };
    expect_refused_save(&copy, read_only, BridgeErrorKind::Unsupported, &[MAIN, "read-only"]);
}

#[test]
fn rejects_saving_structural_changes_by_name() {
    let copy = Copy::sample();
    let made = |_: &Path, session: &mut Session| {
        let edit = EditRequest::Create {
            name: "New".to_owned(),
            parent: Some(EditTarget::Object(own_object(session))),
            scene: None,
            position: None,
            components: Vec::new(),
        };
        apply(session, vec![edit], None).expect("made");
    };
    expect_refused_save(
        &copy,
        made,
        BridgeErrorKind::Unsupported,
        &[MAIN, "entry 2", "made", "undo"],
    );
    let added = |_: &Path, session: &mut Session| {
        let edit = EditRequest::AddComponent {
            object: EditTarget::Object(own_object(session)),
            type_name: "Light".to_owned(),
        };
        apply(session, vec![edit], None).expect("added");
    };
    expect_refused_save(&copy, added, BridgeErrorKind::Unsupported, &["entry 2", "Light"]);
    let moved = |_: &Path, session: &mut Session| {
        let edit = EditRequest::Reparent {
            object: EditTarget::Object(own_object(session)),
            parent: None,
            index: None,
            keep_world: true,
        };
        apply(session, vec![edit], None).expect("moved");
    };
    expect_refused_save(&copy, moved, BridgeErrorKind::Unsupported, &["entry 2", "root"]);
}

#[test]
fn saves_the_rest_once_the_structural_change_is_undone() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    raise(&mut session, object);
    let destroyed = EditRequest::Destroy {
        object: EditTarget::Object(object),
    };
    let entry = apply(&mut session, vec![destroyed], None).expect("destroyed").entry;
    save(&mut session, &[MAIN]).expect_err("in the way");
    undo(&mut session, &[entry]).expect("undone");
    save(&mut session, &[MAIN]).expect("saved");
    assert!(copy.read(MAIN).contains("y: 12.5"));
}

#[test]
fn rejects_saving_numbers_of_uncertain_spelling() {
    let copy = Copy::sample();
    let large = |_: &Path, session: &mut Session| {
        let object = own_object(session);
        apply(
            session,
            vec![set(object, "Transform", "m_LocalPosition.x", &json!(5e9))],
            None,
        )
        .expect("done");
    };
    expect_refused_save(
        &copy,
        large,
        BridgeErrorKind::Unsupported,
        &["m_LocalPosition", "spells"],
    );
    let copy = Copy::sample();
    let path = copy.root().join(MAIN);
    let old = copy.read(MAIN).replacen("x: 0, y: 0, z: 0}", "x: .5, y: 0, z: 0}", 1);
    std::fs::write(&path, old).expect("a file");
    expect_refused_save(
        &copy,
        |_, _| {},
        BridgeErrorKind::Unsupported,
        &[".5", "Unity save the scene"],
    );
}

#[test]
fn saves_small_and_large_numbers_as_unity_spells_them() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    for (to, text) in [
        (1e-12, "x: 1e-12,"),
        (-5.270_532_3e-10, "x: -5.2705323e-10,"),
        (3e-9, "x: 0.000000003,"),
        (150_000_000.0, "x: 150000000,"),
        (3e20, "x: 3e+20,"),
    ] {
        let edit = set(object, "Transform", "m_LocalPosition.x", &json!(to));
        apply(&mut session, vec![edit], None).expect("set");
        save(&mut session, &[MAIN]).expect("saved");
        assert!(copy.read(MAIN).contains(text), "{text}");
        // After a reload it is the same number, and can be changed again.
        assert_eq!(preview_save(&mut session, &[]).expect("nothing"), []);
    }
}

#[test]
fn rejects_saving_prefab_files_and_editing_their_objects() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let error = save(&mut session, &["Assets/Prefabs/Crate.prefab"]).expect_err("a prefab");
    assert_eq!(error.kind, BridgeErrorKind::Unsupported, "{error:?}");
    let error = save(&mut session, &["Assets/Scenes/Nowhere.unity"]).expect_err("no scene");
    assert_eq!(error.kind, BridgeErrorKind::NotFound, "{error:?}");
    let edit = EditRequest::Set {
        object: EditTarget::Object(ObjectId(1_000_000_000_001)),
        component: host_bridge::EditComponent::ByIndex(0),
        path: "m_LocalPosition".to_owned(),
        value: ValueText::from_json_text("[0,0,0]".to_owned()),
    };
    let error = apply(&mut session, vec![edit], None).expect_err("of a prefab file");
    assert_eq!(error.kind, BridgeErrorKind::Unsupported, "{error:?}");
}

#[test]
fn saves_all_files_or_none() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let scenes: Vec<String> = session.scenes.iter().map(|slot| slot.file.path.clone()).collect();
    for scene in 0..scenes.len() {
        let at = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
        let mut own = at.filter(|at| {
            let node = session.world.node(*at).expect("a node");
            node.scene as usize == scene && session.world.object(*at).is_some_and(|object| object.instance == 0)
        });
        let id = own.next().and_then(|at| session.world.node(at)).expect("a node").id;
        let edit = EditRequest::SetActive {
            object: EditTarget::Object(id),
            active: false,
        };
        apply(&mut session, vec![edit], None).expect("done");
    }
    let spoiled = copy.root().join(&scenes[1]);
    let text = std::fs::read_to_string(&spoiled).expect("a file");
    std::fs::write(&spoiled, format!("{text}\n")).expect("a file");
    let before = tree_hash(&copy.root());
    let files: Vec<&str> = scenes.iter().map(String::as_str).collect();
    let error = save(&mut session, &files).expect_err("one is not as it was read");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    assert_eq!(tree_hash(&copy.root()), before);
}

/// Checks that a save of a file that is invalid from the start fails with these words and changes no file.
#[track_caller]
fn refused_from_the_start(copy: &Copy, file: &str, words: &[&str]) {
    let before = tree_hash(&copy.root());
    let mut session = copy.open();
    let of_preview = preview_save(&mut session, &[file]).expect_err("refused");
    let error = save(&mut session, &[file]).expect_err("refused");
    assert_eq!(of_preview, error, "a dry run says the same");
    let told = format!("{} {}", error.message, error.hint.unwrap_or_default());
    for word in words {
        assert!(told.contains(word), "no {word} in {told}");
    }
    assert_eq!(tree_hash(&copy.root()), before);
}

#[test]
fn reports_the_reason_for_files_that_never_could_be_saved() {
    let copy = Copy::sample();
    let text = copy.read(MAIN);
    write(
        &copy.root(),
        MAIN,
        &format!("{text}\n<<<<<<< HEAD\n=======\n>>>>>>> other\n"),
    );
    refused_from_the_start(&copy, MAIN, &[MAIN, "merge conflict"]);
    let copy = Copy::sample();
    std::fs::write(copy.root().join(MAIN), [0_u8; 64]).expect("a file");
    refused_from_the_start(&copy, MAIN, &[MAIN, "binary"]);
    #[cfg(unix)]
    {
        let copy = Copy::sample();
        let path = copy.root().join(MAIN);
        std::fs::rename(&path, copy.root().join("Assets/other.unity")).expect("a file");
        std::os::unix::fs::symlink("../other.unity", path).expect("a link");
        refused_from_the_start(&copy, MAIN, &[MAIN, "link"]);
        let copy = Copy::sample();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o444);
        std::fs::set_permissions(copy.root().join(MAIN), mode).expect("a mode");
        refused_from_the_start(&copy, MAIN, &[MAIN, "read-only"]);
    }
    let copy = Copy::sample();
    refused_from_the_start(&copy, "Assets/Prefabs/Crate.prefab", &["no scene", "it is a prefab"]);
    refused_from_the_start(&copy, "Assets/Settings/Game.txt", &["no scene", "end in .unity"]);
    refused_from_the_start(&copy, "Mian", &["Mian", "Assets/Scenes/Main.unity"]);
}

#[test]
fn rejects_saving_mixed_line_ends() {
    let copy = Copy::sample();
    let mixed = copy.read(MAIN).replacen('\n', "\r\n", 40);
    write(&copy.root(), MAIN, &mixed);
    expect_refused_save(
        &copy,
        |_, _| {},
        BridgeErrorKind::Unsupported,
        &[MAIN, "line ends", "one form"],
    );
}

#[test]
fn saves_a_scene_by_path_name_or_id() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    let id = session.view().named_scene(MAIN).expect("a scene").to_string();
    for (at, called) in (1..).zip([MAIN, "Main", "main", &id]) {
        let height = f64::from(at) + 0.5;
        apply(
            &mut session,
            vec![set(object, "Transform", "m_LocalPosition.y", &json!(height))],
            None,
        )
        .expect("set");
        assert_eq!(preview_save(&mut session, &[called]).expect("changes")[0].file, MAIN);
        let saved = save(&mut session, &[called]).expect("saved");
        assert_eq!(saved[0].file, MAIN, "{called}");
        assert!(copy.read(MAIN).contains(&format!("y: {height}")), "{called}");
    }
}

/// The sample project is never saved. The error must not be about its files, although they are read-only.
#[test]
fn rejects_saving_the_built_in_sample_and_suggests_a_project() {
    let copy = Copy::sample();
    let options = ProjectOptions {
        open: OpenScenes::All,
        allow_save: true,
        is_sample: true,
        backup_folder: Some(copy.backups()),
        ..ProjectOptions::new(copy.root())
    };
    let mut session = Session::open(&copy.root(), &options, &|_, _| true).expect("a project");
    let object = own_object(&session);
    raise(&mut session, object);
    let before = tree_hash(&copy.root());
    let of_save = save(&mut session, &[MAIN]).expect_err("never");
    let of_preview = preview_save(&mut session, &[]).expect_err("never");
    for error in [of_save, of_preview] {
        assert_eq!(error.kind, BridgeErrorKind::Unsupported);
        assert!(error.message.contains("sample inside this host"), "{error:?}");
        assert!(
            error.hint.as_ref().is_some_and(|hint| hint.contains("--project")),
            "{error:?}"
        );
    }
    assert_eq!(tree_hash(&copy.root()), before);
}
