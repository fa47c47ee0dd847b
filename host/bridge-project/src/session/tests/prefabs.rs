//! Tests of overrides, of added and removed parts, and of comparing two objects, in a project with a prefab variant.

mod compared;

use crate::session::Session;
use crate::session::tests::query::{open, page};
use host_bridge::{
    BridgeError, BridgeErrorKind, Command, Difference, ObjectId, Op, OverrideRow, OverridesAnswer, Per, QueryAnswer,
    QueryRequest, Reply, Scope, Test, ValueText,
};
use serde_json::Value;
use tests_projects::{TinyProject, guid, instance, objects, tree_hash};

fn light(id: i64, object: i64, more: &str) -> String {
    format!(
        "--- !u!108 &{id}\nLight:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_Intensity: 1\n  m_CullingMask:\n    serializedVersion: 2\n    m_Bits: 5\n{more}"
    )
}

/// Creates a project with a lamp prefab, a variant of it, and two scenes: A is loaded, B is not.
///
/// The variant makes the lamp brighter (2). A contains two instances of the variant (500, 600) and one of a model
/// (700). B contains one instance of the lamp without its bulb and its light, with an override on each.
fn project() -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    let script = "--- !u!114 &60\nMonoBehaviour:\n  m_GameObject: {fileID: 10}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  bulb: {fileID: 20}\n  names:\n  - a\n".replace("GUID", &guid('d'));
    let lamp = objects(&[(10, "Lamp", 0), (20, "Bulb", 10), (30, "Wire", 20)]) + &light(50, 10, "") + &script;
    project.asset("Assets/Lamp.prefab", &guid('a'), lamp);
    project.asset(
        "Assets/Switch.cs",
        &guid('d'),
        "public class Switch : UnityEngine.MonoBehaviour { public UnityEngine.GameObject bulb; public string[] names; }",
    );
    // Like Unity's ids for parts of an instance: by exclusive or.
    let variant = instance(
        100,
        &guid('a'),
        0,
        &[(50, "m_Intensity", "2"), (10, "m_Name", "Bright")],
    );
    project.asset("Assets/Bright.prefab", &guid('b'), variant);
    let [root, top, intensity, switch] = [10, 11, 50, 60].map(|id| 100 ^ id);
    let rows = [
        (intensity, "m_Intensity", "3"),
        (intensity, "m_Intensity", "4"),
        (intensity, "m_CullingMask.m_Bits", "1"),
        (intensity, "m_Nothing", "1"),
        (9_999, "m_Intensity", "7"),
        (root, "m_Layer", "4"),
        (switch, "names.Array.size", "2"),
        (switch, "'names.Array.data[1]'", "b"),
    ];
    let own = objects(&[(1, "Floor", 0)])
        + &instance(500, &guid('b'), 0, &rows)
        + &instance(600, &guid('b'), 0, &[(switch, "bulb", "")])
        + &format!(
            "--- !u!4 &71 stripped\nTransform:\n  m_CorrespondingSourceObject: {{fileID: {top}, guid: {0}, type: 3}}\n  m_PrefabInstance: {{fileID: 500}}\n--- !u!1 &72 stripped\nGameObject:\n  m_CorrespondingSourceObject: {{fileID: {root}, guid: {0}, type: 3}}\n  m_PrefabInstance: {{fileID: 500}}\n",
            guid('b')
        )
        + "--- !u!1 &80\nGameObject:\n  m_Component:\n  - component: {fileID: 81}\n  m_Name: Shade\n  m_IsActive: 1\n--- !u!4 &81\nTransform:\n  m_GameObject: {fileID: 80}\n  m_Children: []\n  m_Father: {fileID: 71}\n"
        + &light(90, 72, "")
        + &instance(
            700,
            &guid('e'),
            0,
            &[
                (-8_679_921_383_154_817_045, "m_LocalPosition.x", "1"),
                (77, "m_Enabled", "0"),
            ],
        );
    project.asset("Assets/A.unity", &guid('c'), own);
    project.asset("Assets/Car.fbx", &guid('e'), "no text");
    let removed = format!(
        "m_RemovedComponents:\n    - {{fileID: 50, guid: {0}, type: 3}}\n    m_RemovedGameObjects:\n    - {{fileID: 20, guid: {0}, type: 3}}",
        guid('a')
    );
    let b = instance(800, &guid('a'), 0, &[(50, "m_Intensity", "9"), (30, "m_Name", "Cut")]);
    project.asset(
        "Assets/B.unity",
        &guid('f'),
        b.replace("m_RemovedComponents: []", &removed),
    );
    project
}

/// Returns the object with this name and number, in the order of files and hierarchies.
fn object(session: &mut Session, name: &str, nth: usize) -> ObjectId {
    let request = QueryRequest {
        scope: Scope::Project,
        filter: vec![host_bridge::FilterNode::Fact(Test {
            path: "name".to_owned(),
            op: Op::Equal,
            value: Some(ValueText::from_json_text(format!("{name:?}"))),
        })],
        per: Per::Object,
        select: Vec::new(),
        order: Vec::new(),
        page: page(100, None),
    };
    let request = Box::new(request);
    match session.run(Command::Query { request }).expect("objects").reply {
        Reply::Found(QueryAnswer { rows, .. }) => rows[nth].object,
        other => panic!("{other:?}"),
    }
}

fn ask(session: &mut Session, command: Command) -> Result<(OverridesAnswer, Vec<String>), BridgeError> {
    let replied = session.run(command)?;
    match replied.reply {
        Reply::Overrides(answer) => Ok((answer, replied.diagnostics)),
        other => panic!("{other:?}"),
    }
}

fn overrides(session: &mut Session, object: ObjectId) -> (OverridesAnswer, Vec<String>) {
    let page = page(100, None);
    ask(session, Command::ListOverrides { object, page }).expect("an instance")
}

/// Returns one line of text per row: difference, path, component, field and both values.
fn override_lines(rows: &[OverrideRow]) -> Vec<String> {
    let value = |value: &Option<ValueText>| match value.as_ref().map(ValueText::get) {
        None => "-".to_owned(),
        Some(unread) if unread.contains("unverifiable") => "?".to_owned(),
        Some(value) => value.to_owned(),
    };
    let line = |row: &OverrideRow| {
        let component = row
            .component
            .as_ref()
            .map_or(String::new(), |(at, name)| format!("[{at} {name}]"));
        let field = row.field.as_deref().map_or(String::new(), |field| {
            format!(".{field} {} < {}", value(&row.value), value(&row.source_value))
        });
        let kind = match row.difference {
            Difference::Value => String::new(),
            ref other => format!("{other:?} "),
        };
        format!("{kind}{}{component}{field}", row.path)
    };
    rows.iter().map(line).collect()
}

#[test]
fn lists_every_override_with_its_source_value() {
    let project = project();
    let mut session = open(&project);
    let lamp = object(&mut session, "Bright", 0);
    let (answer, notes) = overrides(&mut session, lamp);
    assert_eq!(answer.sources, ["Assets/Bright.prefab", "Assets/Lamp.prefab"]);
    assert_eq!(
        override_lines(&answer.rows),
        [
            "/Bright.m_Layer 4 < 0",
            "/Bright[1 UnityEngine.Light].m_Intensity 4 < 2",
            "/Bright[1 UnityEngine.Light].m_CullingMask [\"Default\"] < [\"Default\",\"Ignore Raycast\"]",
            "/Bright[2 Switch].names.Array.size 2 < 1",
            "/Bright[2 Switch].names[1] \"b\" < -",
            "AddedComponent /Bright[3 UnityEngine.Light]",
            "AddedObject /Bright/Shade",
        ]
    );
    // m_Nothing, and the override of a part that the prefab lacks.
    assert_eq!(answer.unused, 2);
    assert!(
        notes
            .iter()
            .any(|note| note.contains("m_Nothing (the component's text has no such field)")),
        "{notes:?}"
    );
    assert!(
        notes.iter().any(|note| note.contains("gone from the prefab")),
        "{notes:?}"
    );
    assert_eq!(answer.total, 7);
}

#[test]
fn notes_the_instance_root_for_a_part_of_an_instance() {
    let project = project();
    let mut session = open(&project);
    let root = object(&mut session, "Bright", 0);
    let wire = object(&mut session, "Wire", 0);
    let (answer, notes) = overrides(&mut session, wire);
    assert_eq!(answer.total, 0);
    let expected = format!("ask for {root} for the whole instance");
    assert!(notes.iter().any(|note| note.contains(&expected)), "{notes:?}");
    let (_, notes) = overrides(&mut session, root);
    assert!(!notes.iter().any(|note| note.contains("is a part of")), "{notes:?}");
}

#[test]
fn lists_removed_parts_and_counts_their_overrides_as_unused() {
    let project = project();
    let before = tree_hash(project.root());
    let mut session = open(&project);
    let bulb = object(&mut session, "Bulb", 3);
    let lamp = object(&mut session, "Lamp", 0);
    let (answer, notes) = overrides(&mut session, lamp);
    assert_eq!(answer.sources, ["Assets/Lamp.prefab"]);
    assert_eq!(
        override_lines(&answer.rows),
        [
            "RemovedComponent /Lamp[1 UnityEngine.Light]",
            "RemovedObject /Lamp/Bulb"
        ]
    );
    assert_eq!((answer.rows[0].object, answer.rows[1].object), (lamp, bulb));
    assert_eq!(answer.unused, 2, "{notes:?}");
    assert_eq!(tree_hash(project.root()), before);
}

#[test]
fn lists_changes_of_a_variant_in_its_own_file() {
    let project = project();
    let mut session = open(&project);
    let variant = object(&mut session, "Bright", 2);
    let (answer, _) = overrides(&mut session, variant);
    assert_eq!(answer.sources, ["Assets/Lamp.prefab"]);
    assert_eq!(
        override_lines(&answer.rows),
        [
            "/Bright.m_Name \"Bright\" < \"Lamp\"",
            "/Bright[1 UnityEngine.Light].m_Intensity 2 < 1",
        ]
    );
}

#[test]
fn lists_model_overrides_with_unverifiable_source_values() {
    let project = project();
    let mut session = open(&project);
    let car = object(&mut session, "Car", 0);
    let (answer, _) = overrides(&mut session, car);
    assert_eq!(answer.sources, ["Assets/Car.fbx"]);
    assert_eq!(answer.unused, 0);
    let why = |row: &OverrideRow| {
        row.source_value
            .as_ref()
            .is_some_and(|value| value.get().contains("unverifiable"))
    };
    assert!(answer.rows.iter().all(why), "{answer:?}");
    let told: Vec<_> = answer
        .rows
        .iter()
        .map(|row| (row.field.as_deref(), row.part.as_deref()))
        .collect();
    assert_eq!(
        told,
        [(Some("m_LocalPosition.x"), None), (Some("m_Enabled"), Some("77"))]
    );
}

#[test]
fn lists_session_edits_as_overrides() {
    let project = project();
    let mut session = open(&project);
    let lamp = object(&mut session, "Bright", 1);
    let (bulb, wire) = (object(&mut session, "Bulb", 1), object(&mut session, "Wire", 1));
    for command in [
        Command::SetActive {
            object: lamp,
            active: false,
        },
        Command::Reparent {
            object: wire,
            parent: Some(lamp),
        },
        Command::DestroyObject { object: bulb },
    ] {
        session.run(command).expect("a change");
    }
    let (answer, _) = overrides(&mut session, lamp);
    assert_eq!(
        override_lines(&answer.rows),
        [
            "/Bright[2].m_IsActive false < true",
            "/Bright[2][2 Switch].bulb null < ?",
            "RemovedObject /Bright/Bulb",
            "MovedObject /Bright[2]/Wire",
        ]
    );
}

#[test]
fn pages_return_each_row_once_and_reject_cursor_after_change() {
    let project = project();
    let mut session = open(&project);
    let object = object(&mut session, "Bright", 0);
    let (whole, _) = overrides(&mut session, object);
    let (mut rows, mut cursor) = (Vec::new(), None);
    loop {
        let page = page(2, cursor);
        let (answer, _) = ask(&mut session, Command::ListOverrides { object, page }).expect("a page");
        rows.extend(answer.rows);
        cursor = answer.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(rows, whole.rows);
    let (first, _) = ask(
        &mut session,
        Command::ListOverrides {
            object,
            page: page(1, None),
        },
    )
    .expect("a page");
    session
        .run(Command::SetActive { object, active: false })
        .expect("a change");
    let next = Command::ListOverrides {
        object,
        page: page(1, first.next),
    };
    assert_eq!(
        ask(&mut session, next).expect_err("changed").kind,
        BridgeErrorKind::Conflict
    );
}

#[test]
fn rejects_object_outside_prefab_instance_with_a_hint() {
    let project = project();
    let mut session = open(&project);
    let (floor, shade) = (object(&mut session, "Floor", 0), object(&mut session, "Shade", 0));
    let mut refused = |object| {
        let page = page(10, None);
        ask(&mut session, Command::ListOverrides { object, page }).expect_err("no instance")
    };
    let error = refused(shade);
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    assert!(
        error.hint.as_deref().is_some_and(|hint| hint.contains("(/Bright)")),
        "{error:?}"
    );
    assert!(refused(floor).hint.is_some_and(|hint| hint.contains("prefab")));
    assert_eq!(refused(ObjectId(77_000)).kind, BridgeErrorKind::NotFound);
}

fn json(value: &Option<ValueText>) -> Value {
    value
        .as_ref()
        .map_or(Value::Null, |value| value.to_value().expect("JSON"))
}
