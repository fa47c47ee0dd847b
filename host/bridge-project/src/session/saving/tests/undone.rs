//! Tests of undo for saved edits.

use super::*;
use unity_project::expand::component_tree;

const TANKS: &str = "Assets/Mirror/Examples/Tanks/Scenes/MirrorTanks.unity";

/// A scene with prefab instances, in the Mirror project.
const AUTHORITY: &str = "Assets/Mirror/Examples/AssignAuthority/Scenes/MirrorAssignAuthority.unity";

/// Opens a copy of the Mirror project with only this scene loaded. `None` if the project is not available.
fn open(scene: &str) -> Option<(Copy, Session)> {
    open_of("mirror-examples", scene)
}

fn open_of(project: &str, scene: &str) -> Option<(Copy, Session)> {
    let copy = Copy::of_project(&tests_projects::folder()?.join(project));
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec![scene.to_owned()]),
        allow_save: true,
        backup_folder: Some(copy.backups()),
        ..ProjectOptions::new(copy.root())
    };
    let session = Session::open(&copy.root(), &options, &|_, _| true).expect("a project");
    Some((copy, session))
}

fn find_object(session: &Session, path: &str) -> ObjectId {
    let places = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let mut found = places.filter(|at| session.world.path_of(*at) == path);
    let at = found.next().expect("an object at the path");
    session.world.node(at).expect("a node").id
}

/// Returns a top-level field as text, from the first component of the object that has the field.
fn field_text(session: &Session, object: ObjectId, key: &str) -> String {
    let at = session.world.find(object).expect("an object");
    let components = session.world.components(at).iter();
    let mut trees = components.filter_map(|known| component_tree(known, session.library.types()).ok().flatten());
    format!("{:?}", trees.find_map(|tree| tree.get(key).cloned()).expect("a field"))
}

#[test]
fn undo_restores_the_list_of_the_previous_entry() {
    let Some((copy, mut session)) = open(TANKS) else { return };
    let before = copy.read(TANKS);
    let ground = find_object(&session, "/Ground");
    let of_file = field_text(&session, ground, "m_Materials");
    let one = set(ground, "MeshRenderer", "m_Materials[0]", &json!(null));
    let first = apply(&mut session, vec![one], None).expect("set").entry;
    let after_first = field_text(&session, ground, "m_Materials");
    let none = set(ground, "MeshRenderer", "m_Materials", &json!([]));
    let second = apply(&mut session, vec![none.clone()], None).expect("set").entry;
    save(&mut session, &[TANKS]).expect("saved");
    assert!(entries(&mut session).rows.iter().all(|row| !row.lost && row.saved));
    undo(&mut session, &[second]).expect("undone");
    assert_eq!(field_text(&session, ground, "m_Materials"), after_first);
    assert_ne!(after_first, of_file);
    // The same after the saved value is overwritten by a save.
    save(&mut session, &[TANKS]).expect("saved");
    let third = apply(&mut session, vec![none], None).expect("set").entry;
    save(&mut session, &[TANKS]).expect("saved");
    undo(&mut session, &[third]).expect("undone");
    assert_eq!(field_text(&session, ground, "m_Materials"), after_first);
    undo(&mut session, &[first]).expect("undone");
    assert_eq!(field_text(&session, ground, "m_Materials"), of_file);
    save(&mut session, &[TANKS]).expect("saved");
    assert_eq!(copy.read(TANKS), before);
}

#[test]
fn undo_reports_files_that_still_contain_the_change() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    let higher = |to: f64| vec![set(object, "Transform", "m_LocalPosition.y", &json!(to))];
    let undo = |session: &mut Session, entry: u64| {
        let command = Command::UndoEdits {
            entries: vec![entry],
            digest: None,
            touches: host_bridge::EditTouches::default(),
        };
        let told = session.run(command).expect("undone").diagnostics;
        told.into_iter().find(|note| note.contains(MAIN))
    };
    let saved = apply(&mut session, higher(12.5), None).expect("set").entry;
    save(&mut session, &[MAIN]).expect("saved");
    let unsaved = apply(&mut session, higher(13.5), None).expect("set").entry;
    assert_eq!(undo(&mut session, unsaved), None, "no file has it");
    let told = undo(&mut session, saved).expect("a note");
    assert!(
        told.contains("still") && told.contains(&format!("entry {saved}")) && told.contains("save"),
        "{told}"
    );
    save(&mut session, &[MAIN]).expect("saved");
    let undoing = entries(&mut session).rows[0].id;
    assert_eq!(undo(&mut session, undoing), None, "what comes back is in no file");
}

#[test]
fn undo_removes_overrides_added_by_the_edit() {
    let Some((copy, mut session)) = open(AUTHORITY) else {
        return;
    };
    let before = copy.read(AUTHORITY);
    let places = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let instances: Vec<ObjectId> = places
        .filter(|at| session.world.object(*at).is_some_and(|object| object.instance != 0))
        .filter_map(|at| session.world.node(at).map(|node| node.id))
        .collect();
    let mut added = 0;
    for object in instances {
        let field = |path: &str, to: serde_json::Value| set(object, "Transform", path, &to);
        let active = EditRequest::SetActive {
            object: EditTarget::Object(object),
            active: false,
        };
        let moved = vec![
            field("m_LocalScale.x", json!(3.5)),
            field("m_LocalPosition.y", json!(7.25)),
            active,
        ];
        let first = apply(&mut session, moved, None).expect("set").entry;
        save(&mut session, &[AUTHORITY]).expect("saved");
        let once = copy.read(AUTHORITY);
        added += usize::from(once.lines().count() > before.lines().count());
        let second = apply(&mut session, vec![field("m_LocalScale.y", json!(4.5))], None)
            .expect("set")
            .entry;
        save(&mut session, &[AUTHORITY]).expect("saved");
        undo(&mut session, &[second]).expect("undone");
        save(&mut session, &[AUTHORITY]).expect("saved");
        assert_eq!(
            copy.read(AUTHORITY),
            once,
            "{object}: the other part of the same field stays"
        );
        let undone = undo(&mut session, &[first]).expect("undone").entry;
        save(&mut session, &[AUTHORITY]).expect("saved");
        assert_eq!(copy.read(AUTHORITY), before, "{object}");
        assert_eq!(preview_save(&mut session, &[]).expect("nothing"), []);
        undo(&mut session, &[undone]).expect("done again");
        save(&mut session, &[AUTHORITY]).expect("saved");
        assert_eq!(copy.read(AUTHORITY), once, "{object}: the same rows again");
        undo(&mut session, &[first]).expect("undone");
        save(&mut session, &[AUTHORITY]).expect("saved");
    }
    assert!(added > 0, "some instance had no such override");
}

#[test]
fn undo_removes_list_overrides_of_the_shortening_edit() {
    let Some((copy, mut session)) = open(AUTHORITY) else {
        return;
    };
    let before = copy.read(AUTHORITY);
    let places = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let objects: Vec<ObjectId> = places
        .filter(|at| session.world.object(*at).is_some_and(|object| object.instance != 0))
        .filter_map(|at| session.world.node(at).map(|node| node.id))
        .collect();
    let renderer = |to: &serde_json::Value, object| vec![set(object, "MeshRenderer", "m_Materials", to)];
    let none = json!([]);
    let mut emptied = 0;
    for object in objects {
        let Ok(done) = apply(&mut session, renderer(&none, object), None) else {
            continue;
        };
        save(&mut session, &[AUTHORITY]).expect("saved");
        emptied += usize::from(copy.read(AUTHORITY).contains("m_Materials.Array.size"));
        undo(&mut session, &[done.entry]).expect("undone");
        save(&mut session, &[AUTHORITY]).expect("saved");
        assert_eq!(copy.read(AUTHORITY), before, "{object}");
    }
    assert!(emptied > 0, "an instance with materials");
}

/// Real projects and their scenes whose files contain UnityEvent calls.
const CALLS: [(&str, &str); 2] = [
    ("mirror-examples", "Assets/Mirror/Examples/Chat/Scenes/MirrorChat.unity"),
    ("ui-effect", "Assets/Samples/Demo/UIEffect_AvailableFilters.unity"),
];

/// Returns all fields with UnityEvent calls: object, index of the component, and path of the calls.
fn calls(session: &Session) -> Vec<(ObjectId, u32, String)> {
    let mut found = Vec::new();
    for at in (0..session.world.count()).filter_map(|place| session.world.node_at_place(place)) {
        let id = session.world.node(at).expect("a node").id;
        for (position, known) in (0..).zip(session.world.components(at)) {
            let Ok(Some(tree)) = component_tree(known, session.library.types()) else {
                continue;
            };
            let events = tree.entries().iter().filter(|(_, field)| {
                let calls = field.get("m_PersistentCalls").and_then(|calls| calls.get("m_Calls"));
                calls.is_some_and(|calls| !calls.items().is_empty())
            });
            found.extend(events.map(|(key, _)| (id, position, format!("{key}.m_PersistentCalls.m_Calls"))));
        }
    }
    found
}

#[test]
fn undo_restores_event_calls_that_were_emptied_and_saved() {
    let mut tried = 0;
    for (project, scene) in CALLS {
        let Some((copy, mut session)) = open_of(project, scene) else {
            return;
        };
        let before = copy.read(scene);
        for (object, component, path) in calls(&session).into_iter().take(20) {
            let none = EditRequest::Set {
                object: EditTarget::Object(object),
                component: host_bridge::EditComponent::ByIndex(component),
                path,
                value: host_bridge::ValueText::from_json_text("[]".to_owned()),
            };
            let entry = apply(&mut session, vec![none], None).expect("emptied").entry;
            save(&mut session, &[scene]).expect("saved");
            assert_ne!(copy.read(scene), before);
            let back = undo(&mut session, &[entry]).expect("undone").entry;
            save(&mut session, &[scene]).expect("saved back");
            assert_eq!(copy.read(scene), before, "{object}");
            // The result of undoing the undo is saved and undone in the same way.
            undo(&mut session, &[back]).expect("emptied again");
            save(&mut session, &[scene]).expect("saved");
            undo(&mut session, &[entry]).expect("undone");
            save(&mut session, &[scene]).expect("saved back");
            assert_eq!(copy.read(scene), before, "{object}");
            tried += 1;
        }
    }
    assert!(tried > 2, "{tried}");
}

#[test]
fn counts_the_edits_that_are_not_saved() {
    let copy = Copy::sample();
    let mut session = copy.open();
    let object = own_object(&session);
    let unsaved = |session: &Session| session.project_info().session_edits;
    let entry = raise(&mut session, object).entry;
    let scale = set(object, "Transform", "m_LocalScale.x", &json!(3.5));
    let other = apply(&mut session, vec![scale], None).expect("done").entry;
    assert_eq!(unsaved(&session), 2);
    let undoing = undo(&mut session, &[other]).expect("undone").entry;
    assert_eq!(unsaved(&session), 1);
    save(&mut session, &[MAIN]).expect("saved");
    assert_eq!(unsaved(&session), 0);
    // The file still contains the change that is undone, and then lacks the one that is in effect again.
    undo(&mut session, &[entry]).expect("undone");
    assert_eq!(unsaved(&session), 1);
    undo(&mut session, &[undoing]).expect("in effect again");
    assert_eq!(unsaved(&session), 2);
    save(&mut session, &[MAIN]).expect("saved");
    assert_eq!(unsaved(&session), 0);
}
