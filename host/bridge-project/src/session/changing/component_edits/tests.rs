//! Tests of adding and removing components on the sample project: results in lists, searches and cards, and errors.

mod bases;

use super::*;
use crate::session::tests::references::open;
use host_bridge::{Command, ComponentCard, ObjectCard, ObjectFilter, PageRequest};
use tests_projects::{TinyProject, guid, objects, tree_hash};
use unity_files::DiskChange;

pub(in crate::session) fn page() -> PageRequest {
    PageRequest {
        offset: 0,
        limit: 500,
        max_bytes: 1 << 20,
        cursor: None,
    }
}

pub(in crate::session) fn run(session: &mut Session, command: Command) -> Result<Replied, BridgeError> {
    session.run(command)
}

fn components(session: &mut Session, object: ObjectId) -> Vec<ComponentCard> {
    match run(session, Command::ListComponents { object, page: page() })
        .expect("a list")
        .reply
    {
        Reply::Components(page) => page.items,
        other => panic!("{other:?}"),
    }
}

fn types(session: &mut Session, object: ObjectId) -> Vec<String> {
    let cards = components(session, object);
    cards
        .into_iter()
        .map(|card| card.type_name.replace("UnityEngine.", ""))
        .collect()
}

fn list_by_type(session: &mut Session, name: &str) -> Vec<ObjectCard> {
    let filter = ObjectFilter {
        component_type: Some(name.to_owned()),
        ..ObjectFilter::default()
    };
    match run(session, Command::ListObjects { filter, page: page() })
        .expect("a list")
        .reply
    {
        Reply::Objects(page) => page.items,
        other => panic!("{other:?}"),
    }
}

pub(in crate::session) fn add(session: &mut Session, object: ObjectId, name: &str) -> Result<Replied, BridgeError> {
    let type_name = name.to_owned();
    run(session, Command::AddComponent { object, type_name })
}

fn remove(session: &mut Session, object: ObjectId, name: &str) -> Result<Replied, BridgeError> {
    let resolve = Command::ResolveMember {
        object,
        component: name.to_owned(),
        member: None,
    };
    let Replied {
        reply: Reply::Resolved(resolved),
        diagnostics,
    } = run(session, resolve)?
    else {
        panic!("not resolved");
    };
    let command = Command::RemoveComponent {
        object,
        component: resolved.component,
        type_name: resolved.type_name,
    };
    let mut replied = run(session, command)?;
    replied.diagnostics.extend(diagnostics);
    Ok(replied)
}

/// Creates a scene with the objects `Main` (obj:1, a camera), `Lamp` (obj:2, a light) and `Plain` (obj:3).
pub(in crate::session) fn tiny() -> TinyProject {
    let project = TinyProject::new();
    let scene = objects(&[(1, "Main", 0), (3, "Lamp", 0), (5, "Plain", 3)])
        + "--- !u!20 &70\nCamera:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  field of view: 60\n"
        + "--- !u!108 &71\nLight:\n  m_GameObject: {fileID: 3}\n  m_Enabled: 1\n  m_Intensity: 1\n  m_Color: {r: 1, g: 1, b: 1, a: 1}\n"
        + "--- !u!114 &72\nMonoBehaviour:\n  m_GameObject: {fileID: 3}\n  m_Enabled: 1\n  m_Script: {fileID: 0}\n  speed: 3\n";
    project.asset("Assets/A.unity", &guid('c'), scene);
    project.asset(
        "Assets/Spin.cs",
        &guid('d'),
        "using UnityEngine;\nnamespace Toy {\n[RequireComponent(typeof(Rigidbody)), DisallowMultipleComponent]\npublic class Spin : MonoBehaviour { public float speed = 2.5f; public bool on = true; public Light lamp; public Foo odd; public int[] steps; public Mood mood; }\npublic enum Mood { Calm, Wild }\n}\n",
    );
    project
}

#[test]
fn added_component_appears_in_lists_and_searches() {
    let project = tiny();
    let before = tree_hash(project.root());
    let mut session = open(project.root());
    let plain = ObjectId(3);
    let added = add(&mut session, plain, "UnityEngine.Light").expect("a light");
    assert_eq!(added.reply, Reply::Added(1));
    assert!(added.diagnostics.iter().any(|note| note.contains("session only")));
    assert_eq!(types(&mut session, plain), ["Transform", "Light"]);
    assert_eq!(components(&mut session, plain)[1].enabled, Some(true));
    let lights: Vec<ObjectId> = list_by_type(&mut session, "Light").iter().map(|card| card.id).collect();
    assert_eq!(lights, [ObjectId(2), plain]);
    assert_eq!(list_by_type(&mut session, "Light")[1].component_count, 2);
    remove(&mut session, ObjectId(2), "UnityEngine.Light").expect("gone");
    let lights: Vec<ObjectId> = list_by_type(&mut session, "Light").iter().map(|card| card.id).collect();
    assert_eq!(lights, [plain]);
    assert_eq!(session.project_info().session_edits, 2);
    assert_eq!(tree_hash(project.root()), before);
}

#[test]
fn adds_required_components_before_the_requested_one() {
    let project = tiny();
    let mut session = open(project.root());
    let plain = ObjectId(3);
    let replied = add(&mut session, plain, "UnityEngine.UI.Image").expect("an image");
    assert_eq!(replied.reply, Reply::Added(2));
    assert!(
        replied
            .diagnostics
            .iter()
            .any(|note| note.contains("RectTransform, UnityEngine.CanvasRenderer")),
        "{replied:?}"
    );
    assert_eq!(
        types(&mut session, plain),
        ["RectTransform", "CanvasRenderer", "UI.Image"]
    );
    let conflict = add(&mut session, plain, "UnityEngine.UI.Text").expect_err("one graphic");
    assert!(
        conflict
            .message
            .contains("conflicts with the existing UnityEngine.UI.Image"),
        "{conflict}"
    );
    let needed = remove(&mut session, plain, "UnityEngine.CanvasRenderer").expect_err("needed");
    assert!(
        needed.message.contains("because UnityEngine.UI.Image depends on it"),
        "{needed}"
    );
    remove(&mut session, plain, "UnityEngine.UI.Image").expect("gone");
    remove(&mut session, plain, "UnityEngine.CanvasRenderer").expect("gone");
    assert_eq!(types(&mut session, plain), ["RectTransform"]);

    let script = add(&mut session, ObjectId(1), "Toy.Spin").expect("a script");
    assert_eq!(
        types(&mut session, ObjectId(1)),
        ["Transform", "Camera", "Rigidbody", "Toy.Spin"]
    );
    assert!(script.diagnostics.iter().any(|note| note.contains("odd")), "{script:?}");
    let needed = remove(&mut session, ObjectId(1), "UnityEngine.Rigidbody").expect_err("needed");
    assert!(needed.message.contains("Toy.Spin depends on it"), "{needed}");
    add(&mut session, ObjectId(1), "Toy.Spin").expect_err("at most one");
}

#[test]
fn rejects_component_edits_that_unity_rejects_with_the_reason() {
    let project = tiny();
    let mut session = open(project.root());
    let table = [
        (
            1,
            "UnityEngine.Camera",
            BridgeErrorKind::InvalidArgument,
            "already contains a UnityEngine.Camera",
        ),
        (
            1,
            "UnityEngine.Transform",
            BridgeErrorKind::InvalidArgument,
            "already contains",
        ),
        (
            1,
            "UnityEngine.Collider",
            BridgeErrorKind::InvalidArgument,
            "only a base",
        ),
        (1, "Light", BridgeErrorKind::NotFound, "no component type Light"),
        (1, "UnityEngine.Nothing", BridgeErrorKind::NotFound, "no component type"),
        (9, "UnityEngine.Light", BridgeErrorKind::NotFound, "no object"),
    ];
    for (object, name, kind, text) in table {
        let error = add(&mut session, ObjectId(object), name).expect_err(name);
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.message.contains(text), "{error}");
    }
    let full = session.view().addable("Collider").expect("a base is named in full");
    assert_eq!(full, "UnityEngine.Collider");
    let hint = add(&mut session, ObjectId(1), "Light").expect_err("short").hint;
    assert!(hint.is_some_and(|hint| hint.contains("UnityEngine.Light")));
    add(&mut session, ObjectId(3), "UnityEngine.Rigidbody2D").expect("2D");
    let error = add(&mut session, ObjectId(3), "UnityEngine.HingeJoint").expect_err("3D beside 2D");
    assert!(error.message.contains("2D and 3D"), "{error}");
    assert_eq!(types(&mut session, ObjectId(3)), ["Transform", "Rigidbody2D"]);

    let error = remove(&mut session, ObjectId(1), "UnityEngine.Transform").expect_err("no");
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    let error = remove(&mut session, ObjectId(1), "UnityEngine.Light").expect_err("none");
    assert_eq!(
        (error.kind, error.hint.as_deref()),
        (
            BridgeErrorKind::NotFound,
            Some("it has: 0 UnityEngine.Transform, 1 UnityEngine.Camera")
        )
    );
    let error = remove(&mut session, ObjectId(1), "7").expect_err("none");
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
    let stale = Command::RemoveComponent {
        object: ObjectId(1),
        component: 1,
        type_name: "UnityEngine.Light".to_owned(),
    };
    let error = run(&mut session, stale).expect_err("it is a camera");
    assert_eq!(error.kind, BridgeErrorKind::Conflict, "{error:?}");
    remove(&mut session, ObjectId(2), "2").expect("the missing script");
    assert_eq!(types(&mut session, ObjectId(2)), ["Transform", "Light"]);
    assert_eq!(session.project_info().session_edits, 2);
}

#[test]
fn resolves_clear_short_names_and_notes_the_first_of_several() {
    let project = tiny();
    let mut session = open(project.root());
    for _ in 0..2 {
        add(&mut session, ObjectId(3), "UnityEngine.BoxCollider").expect("a collider");
    }
    let replied = remove(&mut session, ObjectId(3), "BoxCollider").expect("the first");
    let told = replied.diagnostics.join("\n");
    assert!(
        told.contains("2 components of the object are of the type: this is about the first, UnityEngine.BoxCollider")
            && told.contains("position 1;")
            && told.contains("(2)"),
        "{told}"
    );
    let replied = remove(&mut session, ObjectId(3), "BoxCollider").expect("the other");
    assert!(!replied.diagnostics.join("\n").contains("position"), "{replied:?}");
    let resolve = |name: &str| Command::ResolveComponentType {
        type_name: name.to_owned(),
    };
    for (given, full) in [
        ("Light", "UnityEngine.Light"),
        ("Spin", "Toy.Spin"),
        ("UnityEngine.UI.Image", "UnityEngine.UI.Image"),
    ] {
        let replied = run(&mut session, resolve(given)).expect(given);
        assert_eq!(replied.reply, Reply::TypeName(full.to_owned()));
    }
    let error = run(&mut session, resolve("BoxColider")).expect_err("no such type");
    assert!(
        error
            .hint
            .as_deref()
            .is_some_and(|hint| hint.contains("UnityEngine.BoxCollider")),
        "{error:?}"
    );
    let error = remove(&mut session, ObjectId(2), "Lihgt").expect_err("no such component");
    assert!(
        error
            .hint
            .as_deref()
            .is_some_and(|hint| hint.contains("did you mean UnityEngine.Light?")),
        "{error:?}"
    );
}

#[test]
fn reports_script_whose_source_is_missing() {
    let project = tiny();
    project.write("Assets/Net.cs.meta", format!("guid: {}\nMonoImporter:\n", guid('7')));
    let mut session = open(project.root());
    let error = add(&mut session, ObjectId(3), "Net").expect_err("no source");
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
    assert!(error.message.contains("source is not on disk"), "{error:?}");
    assert!(!error.hint.unwrap_or_default().contains("did you mean"));
}

/// Each type in the tables of Unity types can be added to an object, and its fields can be read.
#[test]
fn every_type_of_the_tables_can_be_added() {
    let project = tiny();
    for name in unity_fields::component_names().filter(|name| *name != "UnityEngine.Transform") {
        let mut session = open(project.root());
        let at = match add(&mut session, ObjectId(3), name).expect(name).reply {
            Reply::Added(at) => at,
            other => panic!("{other:?}"),
        };
        let component = at.to_string();
        let listed = run(
            &mut session,
            Command::ListMembers {
                object: ObjectId(3),
                component,
                page: page(),
            },
        );
        let Reply::Members(members) = listed.expect(name).reply else {
            panic!("{name}")
        };
        assert!(members.total > 4, "{name}");
        for member in &members.items {
            let _: serde_json::Value = serde_json::from_str(&member.value).expect("JSON");
        }
        assert_eq!(
            list_by_type(&mut session, name).last().expect("found").id,
            ObjectId(3),
            "{name}"
        );
    }
}

/// Hints must not name a tool, because the caller may not have a tool with that name.
#[test]
fn a_hint_names_an_edit_and_no_tool() {
    let project = tiny();
    let mut session = open(project.root());
    let error = remove(&mut session, ObjectId(1), "UnityEngine.Transform").expect_err("every object has one");
    assert_eq!(
        error.hint.as_deref(),
        Some(r#"`{"destroy": …}` takes the whole object away"#)
    );
}

#[test]
fn reload_keeps_applicable_edits_and_reports_the_rest() {
    let project = tiny();
    let mut session = open(project.root());
    add(&mut session, ObjectId(3), "UnityEngine.AudioSource").expect("audio");
    add(&mut session, ObjectId(3), "UnityEngine.BoxCollider").expect("a box");
    remove(&mut session, ObjectId(3), "UnityEngine.BoxCollider").expect("gone");
    remove(&mut session, ObjectId(1), "UnityEngine.Camera").expect("gone");
    let scene = objects(&[(1, "Main", 0), (3, "Lamp", 0), (5, "Plain", 3)]);
    project.write("Assets/A.unity", scene);
    session.disk_changed(&DiskChange {
        assets: ["Assets/A.unity".to_owned()].into(),
        ..DiskChange::default()
    });
    assert_eq!(types(&mut session, ObjectId(3)), ["Transform", "AudioSource"]);
    assert_eq!(types(&mut session, ObjectId(1)), ["Transform"]);
    let tail = Command::TailLogs {
        count: 50,
        min_level: Some("warn".to_owned()),
        source: None,
        text: Some("session edit was dropped".to_owned()),
        max_bytes: 1 << 20,
    };
    let Reply::Logs { lines, .. } = run(&mut session, tail).expect("lines").reply else {
        panic!("no lines")
    };
    let messages = lines.iter().map(|line| line.message.as_str());
    let messages: Vec<&str> = messages
        .filter(|message| message.contains("edit was dropped"))
        .collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].contains("UnityEngine.Camera removed from obj:1"),
        "{messages:?}"
    );
}

/// A search says the same, so the caller learns that the type is not misspelled.
#[test]
fn add_of_type_without_meta_file_names_its_source() {
    let project = tiny();
    project.write("Assets/Code/Gate.cs", "class Gate : MonoBehaviour {}");
    let mut session = open(project.root());
    let error = add(&mut session, ObjectId(1), "Gate").expect_err("not imported");
    assert_eq!(error.kind, BridgeErrorKind::NotFound, "{error}");
    assert!(
        error.message.contains("Assets/Code/Gate.cs has no .meta file yet"),
        "{error}"
    );
    assert!(
        error
            .hint
            .is_some_and(|hint| hint.contains("open the project in Unity once"))
    );
}
