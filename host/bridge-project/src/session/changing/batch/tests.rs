//! Tests of plans, batches and the edit journal, with commands on real and small projects.

use super::*;
use crate::session::changing::component_edits::tests::tiny;
use crate::session::tests::references::open;
use host_bridge::{Command, CursorPage, EditEntries, ObjectFilter, PageRequest, ResolvedMember, ValueText};
use proptest::prelude::*;
use serde_json::{Value, json};

mod fields_sent_back;
mod meanwhile;
mod numbers;
pub(in crate::session) mod random;
mod sent_as_text;
pub(in crate::session) mod undoing;
mod which_component;

pub(in crate::session) fn sample() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample")
}

pub(in crate::session) fn value(json: &Value) -> ValueText {
    ValueText::from_json_text(json.to_string())
}

pub(in crate::session) fn set(object: ObjectId, component: &str, path: &str, to: &Value) -> EditRequest {
    EditRequest::Set {
        object: EditTarget::Object(object),
        component: EditComponent::ByType(component.to_owned()),
        path: path.to_owned(),
        value: value(to),
    }
}

pub(in crate::session) fn preview(session: &mut Session, edits: Vec<EditRequest>) -> Result<EditPlan, BridgeError> {
    match session.run(Command::PreviewEdits { edits })?.reply {
        Reply::Plan(plan) => Ok(plan),
        other => panic!("{other:?}"),
    }
}

pub(in crate::session) fn apply(
    session: &mut Session,
    edits: Vec<EditRequest>,
    digest: Option<&str>,
) -> Result<EditDone, BridgeError> {
    let command = Command::ApplyEdits {
        edits,
        digest: digest.map(str::to_owned),
        touches: host_bridge::EditTouches::default(),
    };
    match session.run(command)?.reply {
        Reply::EditDone(done) => Ok(done),
        other => panic!("{other:?}"),
    }
}

pub(in crate::session) fn undo(session: &mut Session, entries: &[u64]) -> Result<EditDone, BridgeError> {
    let command = Command::UndoEdits {
        entries: entries.to_vec(),
        digest: None,
        touches: host_bridge::EditTouches::default(),
    };
    match session.run(command)?.reply {
        Reply::EditDone(done) => Ok(done),
        other => panic!("{other:?}"),
    }
}

pub(in crate::session) fn entries(session: &mut Session) -> EditEntries {
    let page = CursorPage {
        limit: 500,
        cursor: None,
        max_bytes: 1 << 24,
    };
    match session.run(Command::ListEntries { page }).expect("entries").reply {
        Reply::Entries(entries) => entries,
        other => panic!("{other:?}"),
    }
}

pub(super) fn page() -> PageRequest {
    PageRequest {
        offset: 0,
        limit: 500,
        max_bytes: 1 << 24,
        cursor: None,
    }
}

/// Returns everything that a caller can read about the scenes, as text for comparison.
pub(in crate::session) fn visible_state(session: &mut Session) -> String {
    let mut seen = String::new();
    let filter = ObjectFilter::default();
    let listed = session
        .run(Command::ListObjects { filter, page: page() })
        .expect("objects");
    let Reply::Objects(objects) = listed.reply else {
        panic!("no objects")
    };
    for card in objects.items {
        seen += &format!("{card:?}\n");
        for component in 0..card.component_count {
            let members = session.run(Command::ListMembers {
                object: card.id,
                component: component.to_string(),
                page: page(),
            });
            seen += &format!("{:?}\n", members.map(|replied| replied.reply));
        }
    }
    seen + &format!("{:?} {:?} {:?}", session.time, session.selection(), session.mark())
}

fn create(name: &str, components: &[&str]) -> EditRequest {
    EditRequest::Create {
        name: name.to_owned(),
        parent: None,
        scene: None,
        position: Some(value(&json!([1, 2, 3]))),
        components: components.iter().map(|name| (*name).to_owned()).collect(),
    }
}

#[test]
fn preview_returns_old_and_new_values_and_changes_nothing() {
    let project = tiny();
    let mut session = open(project.root());
    let before = visible_state(&mut session);
    let edits = vec![
        create("Fresh", &["Light"]),
        EditRequest::Set {
            object: EditTarget::Made(0),
            component: EditComponent::ByType("Light".to_owned()),
            path: "color".to_owned(),
            value: value(&json!("#ff8000")),
        },
        EditRequest::SetActive {
            object: EditTarget::Made(0),
            active: false,
        },
    ];
    let plan = preview(&mut session, edits.clone()).expect("a plan");
    assert_eq!(visible_state(&mut session), before, "nothing is changed by a preview");
    let rows = plan
        .changes
        .iter()
        .map(|row| {
            let text = |value: &Option<ValueText>| value.as_ref().map(|value| value.get().to_owned().leak() as &str);
            (row.edit, row.field.as_deref(), text(&row.old), text(&row.new))
        })
        .collect::<Vec<_>>();
    assert_eq!(rows[0], (0, None, None, Some(r#"{"name":"Fresh"}"#)));
    assert_eq!(rows[1].3, Some(r#"{"type":"UnityEngine.Light"}"#));
    assert_eq!(
        rows[2],
        (1, Some("color"), Some("[1,1,1,1]"), Some("[1,0.5019608,0,1]"))
    );
    assert_eq!(rows[3], (2, Some("active_self"), Some("true"), Some("false")));
    assert_eq!(plan.touches.needs.len(), 2, "{:?}", plan.touches);
    assert!(plan.touches.objects.is_empty(), "what is made needs no yes of its own");

    let done = apply(&mut session, edits, Some(&plan.digest)).expect("as planned");
    assert_eq!(done.plan, plan);
    assert_ne!(visible_state(&mut session), before);
    let listed = entries(&mut session);
    assert_eq!(
        (listed.total, listed.rows[0].id, listed.rows[0].mine),
        (1, done.entry, true)
    );
    assert_eq!(listed.rows[0].changes, plan.changes);
    undo(&mut session, &[done.entry]).expect("undone");
    let filter = ObjectFilter {
        name: Some("Fresh".to_owned()),
        ..ObjectFilter::default()
    };
    let replied = session
        .run(Command::ListObjects { filter, page: page() })
        .expect("objects");
    assert!(matches!(replied.reply, Reply::Objects(page) if page.total == 0));
}

#[test]
fn applies_all_edits_or_none_and_rejects_a_stale_plan() {
    let project = tiny();
    let mut session = open(project.root());
    let lamp = match apply(&mut session, vec![create("Fresh", &["Light"])], None)
        .expect("made")
        .plan
        .changes[0]
        .object
    {
        Some(object) => object,
        None => panic!("no object"),
    };
    let before = visible_state(&mut session);
    let bad = vec![
        set(lamp, "Light", "intensity", &json!(7)),
        EditRequest::Destroy {
            object: EditTarget::Object(lamp),
        },
        set(lamp, "Light", "intensity", &json!(8)),
    ];
    let error = apply(&mut session, bad, None).expect_err("it is destroyed by then");
    assert!(error.message.starts_with("edit 2: "), "{}", error.message);
    assert_eq!(visible_state(&mut session), before);

    let edits = vec![set(lamp, "Light", "intensity", &json!(7))];
    let plan = preview(&mut session, edits.clone()).expect("a plan");
    apply(&mut session, vec![set(lamp, "Light", "intensity", &json!(3))], None).expect("somebody else");
    let before = visible_state(&mut session);
    let error = apply(&mut session, edits.clone(), Some(&plan.digest)).expect_err("old is another value now");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    assert_eq!(visible_state(&mut session), before);
    assert_ne!(preview(&mut session, edits).expect("a plan").digest, plan.digest);
}

#[test]
fn accepts_values_of_the_grammar_and_rejects_others() {
    let project = tiny();
    let mut session = open(project.root());
    let made = apply(&mut session, vec![create("Fresh", &["Light", "Rigidbody"])], None).expect("made");
    let lamp = made.plan.changes[0].object.expect("an object");
    for (component, path, given, new) in [
        ("Light", "m_Intensity", json!(0.1), json!(0.1)),
        ("Light", "color", json!([1, 0.5, 0, 1]), json!([1, 0.5, 0, 1])),
        ("Light", "type", json!("Directional"), json!("Directional")),
        (
            "Light",
            "m_CullingMask",
            json!(["Default", "UI"]),
            json!(["Default", "UI"]),
        ),
        ("Light", "m_CullingMask", json!(["Everything"]), json!(["Everything"])),
        ("Transform", "localPosition", json!([0, 1.5, -2]), json!([0, 1.5, -2])),
        ("Rigidbody", "mass", json!(12), json!(12)),
        ("Rigidbody", "useGravity", json!(false), json!(false)),
    ] {
        let plan = preview(&mut session, vec![set(lamp, component, path, &given)]).expect(path);
        let told: Value = plan.changes[0].new.as_ref().expect("a value").to_value().expect("JSON");
        assert_eq!(told, new, "{component}.{path}");
    }
    for (component, path, given, expected) in [
        ("Rigidbody", "mass", json!("heavy"), "a number"),
        ("Rigidbody", "mass", json!(1e39), "a number that fits 32 bits"),
        ("Rigidbody", "useGravity", json!("yes"), "true or false"),
        ("Light", "type", json!("Sun"), "a LightType"),
        ("Light", "m_CullingMask", json!(["Nowhere"]), "a list of layers"),
        ("Light", "color", json!("red"), "#RRGGBB"),
        ("Transform", "localPosition", json!([1, 2]), "an array of 3 numbers"),
    ] {
        let error = preview(&mut session, vec![set(lamp, component, path, &given)]).expect_err(path);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{}", error.message);
        assert!(error.message.contains(expected), "{} lacks {expected}", error.message);
        assert!(
            error.message.contains(&given.to_string()) || error.message.contains("got"),
            "{}",
            error.message
        );
    }
}

#[test]
fn lists_single_writes_as_entries_that_can_be_undone() {
    let project = tiny();
    let mut session = open(project.root());
    session
        .run(Command::SetTimeScale { value: 2.0, lock: None })
        .expect("set");
    let made = apply(&mut session, vec![create("Fresh", &["Light"])], None).expect("made");
    let lamp = made.plan.changes[0].object.expect("an object");
    session
        .run(Command::SetActive {
            object: lamp,
            active: false,
        })
        .expect("set");
    let member = ResolvedMember {
        component: 1,
        type_name: "UnityEngine.Light".to_owned(),
        member: "m_Intensity".to_owned(),
        csharp_name: Some("intensity".to_owned()),
        rest: String::new(),
    };
    let write = Command::SetMember {
        object: lamp,
        member,
        value: "5".to_owned(),
    };
    session.run(write).expect("set");
    let listed = entries(&mut session);
    let fields: Vec<Option<&str>> = listed
        .rows
        .iter()
        .map(|entry| entry.changes[0].field.as_deref())
        .collect();
    assert_eq!(
        fields,
        [Some("intensity"), Some("active_self"), None, Some("timeScale")]
    );
    assert_eq!(listed.rows[0].changes[0].old.as_ref().map(ValueText::get), Some("1"));
    let error = undo(&mut session, &[2]).expect_err("the object is used since");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    assert!(error.message.contains("3, 4"), "{}", error.message);
    undo(&mut session, &[1]).expect("independent");
    assert!((session.time.value - 1.0).abs() < 1e-9);
    undo(&mut session, &[2, 3, 4]).expect("together");
    assert!(session.view().find(lamp).is_err());
}

#[test]
fn reports_scene_of_objects_created_without_a_named_scene() {
    let mut session = open(&sample());
    let note = |session: &mut Session, edit: EditRequest| {
        let replied = session
            .run(Command::PreviewEdits { edits: vec![edit] })
            .expect("a plan");
        replied
            .diagnostics
            .into_iter()
            .find(|note| note.starts_with("created in"))
    };
    let first = session.view().first_loaded().expect("a scene");
    let path = session.view().slot(first).expect("a scene").file.path.clone();
    let prefab = |scene: Option<&str>| EditRequest::Instantiate {
        prefab: "Assets/Prefabs/Crate.prefab".to_owned(),
        parent: None,
        scene: scene.map(str::to_owned),
        position: None,
    };
    for edit in [create("New", &[]), prefab(None)] {
        let told = note(&mut session, edit).expect("a note");
        assert!(told.contains(&path) && told.contains("give scene"), "{told}");
    }
    assert_eq!(note(&mut session, prefab(Some("Arena"))), None, "it was named");
    let folder = tiny();
    let mut one = open(folder.root());
    assert_eq!(note(&mut one, create("New", &[])), None, "there is no other");
}
