//! Tests of `FindUsers` on small projects: rows, pages, missing targets, and objects of a loaded scene.

mod bare;
mod declared;
mod stopped;

use crate::options::ProjectOptions;
use crate::session::Session;
use host_bridge::{BridgeErrorKind, CursorPage, ObjectId};
use host_bridge::{ReferencePlace, ReferenceTarget, ReferenceUser, Reply, UsersAnswer, UsersRequest};
use host_project_query::find_users::*;
use host_project_watch::watch::WatchMode;
use std::collections::BTreeSet;
use std::path::Path;
use tests_projects::{TinyProject, guid, objects};
use unity_files::DiskChange;

fn session(root: &Path) -> Session {
    let options = ProjectOptions {
        watch: WatchMode::Off,
        ..ProjectOptions::new(root)
    };
    Session::open(root, &options, &|_, _| true).expect("a project")
}

pub(in crate::session) fn request(target: ReferenceTarget, limit: u32, cursor: Option<String>) -> UsersRequest {
    let max_bytes = 16 * 1024;
    UsersRequest {
        target,
        places: Vec::new(),
        page: CursorPage {
            limit,
            cursor,
            max_bytes,
        },
    }
}

fn answer(session: &mut Session, request: &UsersRequest) -> UsersAnswer {
    match session.lookup().find_users(request, None).expect("an answer").reply {
        Reply::Users(answer) => answer,
        other => panic!("{other:?}"),
    }
}

/// Repeats the request until the index of references is complete, and returns its answer.
pub(in crate::session) fn whole(session: &mut Session, request: &UsersRequest) -> UsersAnswer {
    loop {
        let found = answer(session, request);
        if found.complete {
            assert!(session.take_wait().is_none());
            return found;
        }
        assert!(session.take_wait().is_some());
        session.work();
    }
}

#[test]
fn publishes_count_of_scanned_files() {
    let project = project();
    let mut session = session(project.root());
    let files = session.query_caches.users.files.subscribe();
    assert_eq!(*files.borrow(), (0, 0));
    whole(
        &mut session,
        &request(ReferenceTarget::TypeName("Game.Door".to_owned()), 10, None),
    );
    let (done, total) = *files.borrow();
    assert!(done == total && total >= 3, "{done} of {total}");
}

fn asset(path: &str) -> ReferenceTarget {
    ReferenceTarget::Asset(path.to_owned())
}

/// Creates a project with two objects of the same name. The second one refers to a material and to the first one.
fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset(
        "Assets/Door.cs",
        &guid('1'),
        "namespace Game { class Door : MonoBehaviour {} }",
    );
    project.asset("Assets/Key.cs", &guid('4'), "class Key { Game.Door door; }");
    project.asset(
        "Assets/Red.mat",
        &guid('2'),
        "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n",
    );
    let scene = objects(&[(10, "Door", 0), (20, "Door", 0)]).replacen(
        "  - component: {fileID: 21}\n",
        "  - component: {fileID: 21}\n  - component: {fileID: 22}\n",
        1,
    );
    let script = format!(
        "--- !u!114 &22\nMonoBehaviour:\n  m_GameObject: {{fileID: 20}}\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  paint: {{fileID: 2100000, guid: {}, type: 2}}\n  others:\n  - {{fileID: 10}}\n  - {{fileID: 0}}\n",
        guid('1'),
        guid('2')
    );
    project.asset("Assets/Main.unity", &guid('3'), scene + &script);
    project
}

#[test]
fn a_row_names_file_object_component_and_field() {
    let project = project();
    let mut session = session(project.root());
    let found = whole(&mut session, &request(asset("Assets/Red.mat"), 50, None));
    let row = |field: &str| ReferenceUser {
        file: "Assets/Main.unity".to_owned(),
        object: Some(ObjectId(2)),
        path: Some("/Door[2]".to_owned()),
        component: Some((1, "Game.Door".to_owned())),
        field: Some(field.to_owned()),
    };
    assert_eq!((found.rows, found.total), (vec![row("paint")], 1));
    for name in ["Door", "game.door"] {
        let target = ReferenceTarget::TypeName(name.to_owned());
        let found = whole(&mut session, &request(target, 50, None));
        let files: Vec<&str> = found.rows.iter().map(|row| row.file.as_str()).collect();
        assert_eq!(files, ["Assets/Key.cs", "Assets/Main.unity"], "{name}");
        assert_eq!(found.rows[1], row("m_Script"));
    }
    let scripts = UsersRequest {
        places: vec![ReferencePlace::Scripts],
        ..request(asset("Assets/Door.cs"), 50, None)
    };
    assert_eq!(whole(&mut session, &scripts).total, 1);
    let object = request(ReferenceTarget::Object(ObjectId(1)), 50, None);
    assert_eq!(whole(&mut session, &object).rows, [row("others[0]")]);
}

#[test]
fn unloaded_object_has_the_same_id_after_loading() {
    let project = project();
    project.asset(
        "Assets/Zoo.unity",
        &guid('5'),
        std::fs::read(project.root().join("Assets/Main.unity")).expect("a scene"),
    );
    let mut session = session(project.root());
    let target = request(asset("Assets/Red.mat"), 50, None);
    let found = whole(&mut session, &target);
    let ids: Vec<Option<ObjectId>> = found.rows.iter().map(|row| row.object).collect();
    assert_eq!(ids, [Some(ObjectId(2)), Some(ObjectId(1_000_002))]);
    // The users of an object in it are reported as well, and nothing is loaded for that.
    let object = request(ReferenceTarget::Object(ObjectId(1_000_001)), 50, None);
    let users = whole(&mut session, &object);
    assert!(session.view().find(ObjectId(1_000_001)).is_err());
    session.open_scene(host_bridge::SceneId(1), None).expect("opened");
    assert_eq!(whole(&mut session, &object), users);
    let row = |user: &ReferenceUser| (user.file.clone(), user.object, user.field.clone());
    let others = (
        "Assets/Zoo.unity".to_owned(),
        Some(ObjectId(1_000_002)),
        Some("others[0]".to_owned()),
    );
    assert_eq!(users.rows.iter().map(row).collect::<Vec<_>>(), [others]);
    assert!(session.view().find(ObjectId(1_000_002)).is_ok());
    assert_eq!(whole(&mut session, &target).rows, found.rows);
}

#[test]
fn continues_pages_and_rejects_cursor_after_file_change() {
    let project = project();
    let mut session = session(project.root());
    let target = || ReferenceTarget::TypeName("Door".to_owned());
    whole(&mut session, &request(target(), 1, None));
    let first = answer(&mut session, &request(target(), 1, None));
    assert_eq!((first.total, first.rows.len()), (2, 1));
    let second = answer(&mut session, &request(target(), 1, first.next.clone()));
    assert_eq!((second.rows[0].file.as_str(), second.next), ("Assets/Main.unity", None));
    project.write("Assets/Key.cs", "class Key {}");
    session.disk_changed(&DiskChange {
        assets: BTreeSet::from(["Assets/Key.cs".to_owned()]),
        ..DiskChange::default()
    });
    let error = session
        .lookup()
        .find_users(&request(target(), 1, first.next), None)
        .expect_err("older files");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    assert_eq!(whole(&mut session, &request(target(), 50, None)).total, 1);
}

/// A page contains as many rows as its byte limit allows and never exceeds the limit.
#[test]
fn row_size_estimate_covers_its_json_length() {
    let project = project();
    let mut session = session(project.root());
    let found = whole(
        &mut session,
        &request(ReferenceTarget::TypeName("Door".to_owned()), 50, None),
    );
    for user in &found.rows {
        let mut row = serde_json::Map::new();
        row.insert("file".to_owned(), user.file.clone().into());
        let object = user.object.map(|object| object.to_string());
        let (index, component) = user.component.clone().unzip();
        for (name, text) in [
            ("object", object),
            ("path", user.path.clone()),
            ("component", component),
            ("field", user.field.clone()),
        ] {
            if let Some(text) = text {
                row.insert(name.to_owned(), text.into());
            }
        }
        if let Some(index) = index {
            row.insert("index".to_owned(), index.into());
        }
        let written = serde_json::to_string(&row).expect("JSON").len() + 1;
        let counted = bytes_of(user);
        assert!(
            (written..written + 24).contains(&counted),
            "{counted} for {written}: {row:?}"
        );
    }
}

#[test]
fn rejects_unknown_target_with_nearest_name() {
    let project = project();
    let mut session = session(project.root());
    whole(&mut session, &request(asset("Assets/Red.mat"), 50, None));
    for (target, near) in [
        (asset("Assets/Rad.mat"), "Assets/Red.mat"),
        (ReferenceTarget::TypeName("Dor".to_owned()), "Game.Door"),
        (ReferenceTarget::TypeName("RigidBodi".to_owned()), "Rigidbody"),
    ] {
        let error = session
            .lookup()
            .find_users(&request(target, 50, None), None)
            .expect_err(near);
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        assert!(
            error.hint.as_deref().is_some_and(|hint| hint.contains(near)),
            "{error:?}"
        );
    }
    let none = whole(
        &mut session,
        &request(ReferenceTarget::TypeName("Rigidbody".to_owned()), 50, None),
    );
    assert_eq!(none.total, 0);
    let error = session.lookup().find_users(
        &request(ReferenceTarget::TypeName("Transform".to_owned()), 50, None),
        None,
    );
    assert_eq!(error.expect_err("everywhere").kind, BridgeErrorKind::InvalidArgument);
}

#[test]
fn notes_that_only_direct_uses_are_listed_with_derived_types() {
    let project = project();
    project.asset(
        "Assets/Openable.cs",
        &guid('6'),
        "namespace Game { class Openable : MonoBehaviour {} }",
    );
    let door = "namespace Game { class Door : Openable {} }";
    project.asset("Assets/Door.cs", &guid('1'), door);
    let mut session = session(project.root());
    let named = |name: &str| ReferenceTarget::TypeName(name.to_owned());
    whole(&mut session, &request(named("Door"), 50, None));
    for target in [named("Openable"), named("game.openable"), asset("Assets/Openable.cs")] {
        let told = session
            .lookup()
            .find_users(&request(target, 50, None), None)
            .expect("an answer");
        let notes = told.diagnostics.join("; ");
        assert!(
            notes.contains("only direct uses of Game.Openable") && notes.contains("under Game.Door"),
            "{notes}"
        );
    }
    let own = session
        .lookup()
        .find_users(&request(named("Door"), 50, None), None)
        .expect("an answer");
    assert_eq!(own.diagnostics, Vec::<String>::new());
}

/// If an instance uses a target only through its prefab, the instance's own file has no line about that use.
#[test]
fn counts_prefab_instances_that_use_target_and_suggests_next_call() {
    let project = project();
    let script = format!(
        "--- !u!114 &2\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n",
        guid('1')
    );
    project.asset("Assets/Gate.prefab", &guid('6'), objects(&[(1, "Gate", 0)]) + &script);
    let variant = tests_projects::instance(300, &guid('6'), 0, &[]);
    project.asset("Assets/Iron.prefab", &guid('7'), variant);
    let scene = |prefab: char, ids: &[i64]| -> String {
        ids.iter()
            .map(|id| tests_projects::instance(*id, &guid(prefab), 0, &[]))
            .collect()
    };
    project.asset("Assets/Yard.unity", &guid('8'), scene('6', &[500, 600]));
    project.asset("Assets/Zoo.unity", &guid('9'), scene('7', &[500]));
    let mut session = session(project.root());
    let target = || ReferenceTarget::TypeName("Door".to_owned());
    whole(&mut session, &request(target(), 50, None));
    let mut remarks = |target: ReferenceTarget, places: Vec<ReferencePlace>| {
        let asked = UsersRequest {
            places,
            ..request(target, 50, None)
        };
        session
            .lookup()
            .find_users(&asked, None)
            .expect("an answer")
            .diagnostics
            .join("; ")
    };
    for target in [target(), asset("Assets/Door.cs")] {
        assert_eq!(
            remarks(target, Vec::new()),
            "4 prefab instances use it through their prefab (unless they removed it) and have no rows: instances of Assets/Gate.prefab and 1 other prefabs, in Assets/Iron.prefab, Assets/Yard.unity (2), Assets/Zoo.unity; find_references for the prefab, such as Assets/Gate.prefab, lists them; find_objects with type Game.Door and scope project lists all objects with it"
        );
    }
    let scenes = remarks(target(), vec![ReferencePlace::Scenes]);
    assert!(
        scenes.starts_with("3 prefab instances") && !scenes.contains("Iron"),
        "{scenes}"
    );
    // The instances of a variant count, too; without a prefab among the users there is no note.
    let gate = remarks(asset("Assets/Gate.prefab"), vec![ReferencePlace::Scenes]);
    assert!(
        gate.starts_with("1 prefab instances") && gate.contains("of Assets/Iron.prefab, in Assets/Zoo.unity;"),
        "{gate}"
    );
    assert_eq!(remarks(asset("Assets/Red.mat"), Vec::new()), "");
    assert_eq!(remarks(target(), vec![ReferencePlace::Scripts]), "");
}

#[test]
fn every_answer_reports_unknown_guid_as_missing_or_unverifiable() {
    for (dependencies, word) in [("", "missing"), ("\"com.unity.entities\": \"1.0.16\"", "unverifiable")] {
        let project = TinyProject::new();
        project.write(
            "Packages/manifest.json",
            format!("{{\"dependencies\": {{{dependencies}}}}}"),
        );
        let material = format!(
            "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: 4800000, guid: {}, type: 3}}\n",
            guid('9')
        );
        project.asset("Assets/A.mat", &guid('1'), material);
        let mut session = session(project.root());
        let users = session
            .lookup()
            .find_users(&request(ReferenceTarget::Guid(guid('9')), 10, None), None);
        let notes = users.expect("an answer").diagnostics;
        assert!(notes.iter().any(|note| note.contains(word)), "{notes:?}");
        let Reply::AssetDetail(detail) = session
            .lookup()
            .asset_detail("Assets/A.mat", 16_000)
            .expect("an answer")
            .reply
        else {
            panic!("no asset");
        };
        assert!(
            detail.left_out.iter().any(|one| one.contains(word)),
            "{:?}",
            detail.left_out
        );
        let page = host_bridge::PageRequest {
            offset: 0,
            limit: 10,
            max_bytes: 16_000,
            cursor: None,
        };
        let Reply::References(lost) = session.missing_references(&page).expect("an answer").reply else {
            panic!("no findings");
        };
        let lost = lost.items.first().expect("a finding");
        let is_missing = lost.problem == host_bridge::ReferenceProblem::BrokenReference;
        assert_eq!(is_missing, word == "missing", "{lost:?}");
        assert_eq!(lost.guid, Some(guid('9')));
        let (_, shader) = detail.contents[0].fields.first().expect("a field");
        assert!(shader.to_string().contains(word), "{shader}");
    }
}
