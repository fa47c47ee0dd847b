//! Tests of queries on a small project: scopes, types, fields, pages and invalid names.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use crate::session::changing::component_edits::tests::run;
use host_bridge::{
    BridgeError, BridgeErrorKind, Column, Command, ComponentTest, ComponentValues, CursorPage, FieldPath, FilterNode,
    ObjectId, Op, OrderKey, Per, QueryAnswer, QueryRequest, Reply, Rows, Scope, Test, ValueText, ValuesRequest,
};
use serde_json::{Value, json};
use tests_projects::{TinyProject, guid, instance, objects, tree_hash};
use unity_files::DiskChange;

mod any_item;
mod broken;
mod by_id;
mod cannot_hold;
mod columns;
mod compared;
mod declared;
mod elsewhere;
mod excepted;
mod instances;
mod misread;
mod names;
mod nested_prefabs;
mod random;
mod stopped;
mod unread;
mod untyped;

/// Creates a prefab and two scenes. B has two instances of the prefab, one of which overrides its mass.
fn project() -> TinyProject {
    let project = TinyProject::new();
    // Without it, the contents of packages would be unknown.
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    let body = |id: i64, object: i64, mass: &str| {
        format!(
            "--- !u!54 &{id}\nRigidbody:\n  m_GameObject: {{fileID: {object}}}\n  m_Mass: {mass}\n  m_UseGravity: 1\n  m_CollisionDetection: 1\n  m_Constraints: 10\n"
        )
    };
    let script = "--- !u!114 &80\nMonoBehaviour:\n  m_GameObject: {fileID: 5}\n  m_Enabled: 0\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  mood: 4\n  target: {fileID: 1}\n  lost: {fileID: 2100000, guid: ffffffffffffffffffffffffffffffff, type: 2}\n  mask:\n    serializedVersion: 2\n    m_Bits: 33\n  slots:\n  - open: 1\n    mood: 0\n  - open: 0\n    mood: 4\n"
        .replace("GUID", &guid('d'));
    let rotated = "Transform:\n  m_LocalRotation: {x: 0, y: 0.7071068, z: 0, w: 0.7071068}\n";
    let a = objects(&[(1, "Crate", 0), (3, "Crate", 0), (5, "Door", 3)]).replacen("Transform:\n", rotated, 1)
        + &body(70, 1, "12.5")
        + &body(71, 3, "2")
        + &script;
    project.asset("Assets/A.unity", &guid('a'), a);
    let prefab = objects(&[(1, "Ball", 0)])
        + &body(70, 1, "50")
        + "--- !u!135 &71\nSphereCollider:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_IsTrigger: 1\n  m_Radius: 0.5\n";
    project.asset("Assets/Ball.prefab", &guid('b'), prefab);
    let b = instance(500, &guid('b'), 0, &[]) + &instance(600, &guid('b'), 0, &[(70, "m_Mass", "0.5")]);
    project.asset("Assets/B.unity", &guid('c'), b);
    project.asset(
        "Assets/Door.cs",
        &guid('d'),
        "namespace Game { public class Door : Openable { public Mood mood; public GameObject target; public Material lost; public LayerMask mask; public Slot[] slots; public float speed = 2.5f; } }",
    );
    project.asset(
        "Assets/Openable.cs",
        &guid('e'),
        "namespace Game { public enum Mood { Calm, Wild = 4 } [System.Serializable] public struct Slot { public bool open; public Mood mood; } public interface IOpen { } public class Openable : UnityEngine.MonoBehaviour, IOpen { } }",
    );
    project
}

/// Opens the project with scene A loaded.
pub(in crate::session) fn open(project: &TinyProject) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec!["Assets/A.unity".to_owned()]),
        ..ProjectOptions::new(project.root())
    };
    Session::open(project.root(), &options, &|_, _| true).expect("a project")
}

pub(in crate::session) fn page(limit: u32, cursor: Option<String>) -> CursorPage {
    CursorPage {
        limit,
        cursor,
        max_bytes: 100_000,
    }
}

fn field(component: &str, path: &str) -> Column {
    Column::Field(FieldPath {
        component: component.to_owned(),
        path: path.to_owned(),
    })
}

fn request(scope: Scope, filter: Vec<FilterNode>, select: Vec<Column>) -> QueryRequest {
    QueryRequest {
        scope,
        filter,
        per: Per::Object,
        select,
        order: Vec::new(),
        page: page(50, None),
    }
}

fn type_filter(type_name: &str, tests: &[(&str, Op, Option<Value>)]) -> FilterNode {
    let tests = tests.iter().map(|(path, op, value)| Test {
        path: (*path).to_owned(),
        op: op.clone(),
        value: value.as_ref().map(|value| ValueText::from_json_text(value.to_string())),
    });
    FilterNode::Component(ComponentTest {
        type_name: type_name.to_owned(),
        tests: tests.collect(),
    })
}

fn find(session: &mut Session, request: QueryRequest) -> Result<QueryAnswer, BridgeError> {
    let request = Box::new(request);
    match run(session, Command::Query { request })?.reply {
        Reply::Found(answer) => Ok(answer),
        other => panic!("{other:?}"),
    }
}

/// Returns the path and the first cell of each row.
fn path_cells(answer: &QueryAnswer) -> Vec<(String, Value)> {
    let rows = answer.rows.iter().map(|row| {
        let cell = row.cells.first().and_then(|cell| cell.0.as_ref());
        let value = cell.map_or_else(|| json!("none"), |value| value.to_value().expect("JSON"));
        (format!("{}{}", row.file.trim_start_matches("Assets/"), row.path), value)
    });
    rows.collect()
}

fn row(path: &str, value: Value) -> (String, Value) {
    (path.to_owned(), value)
}

#[test]
fn finds_components_above_a_limit_in_every_scope_without_loading() {
    let project = project();
    let before = tree_hash(project.root());
    let mut session = open(&project);
    let heavy = || vec![type_filter("Rigidbody", &[("mass", Op::Greater, Some(json!(10)))])];
    let mass = || vec![field("Rigidbody", "mass")];
    let loaded = find(&mut session, request(Scope::Loaded, heavy(), mass())).expect("rows");
    assert_eq!(path_cells(&loaded), [row("A.unity/Crate", json!(12.5))]);
    let all = find(&mut session, request(Scope::Project, heavy(), mass())).expect("rows");
    let expected = [
        row("A.unity/Crate", json!(12.5)),
        row("B.unity/Ball", json!(50)),
        row("Ball.prefab/Ball", json!(50)),
    ];
    assert_eq!(path_cells(&all), expected);
    assert!(all.complete && all.total == 3 && all.not_searched_total == 0);
    assert_eq!(session.project_info().scenes_loaded, 1);
    // The same number once it is loaded.
    let ball = all.rows[1].object;
    let scene = host_bridge::SceneId(1);
    run(&mut session, Command::OpenScene { scene, additive: None }).expect("open");
    let again = find(&mut session, request(Scope::Loaded, heavy(), mass())).expect("rows");
    assert_eq!(again.rows[1].object, ball);
    assert_eq!(tree_hash(project.root()), before);
}

#[test]
fn matches_base_types_and_interfaces_and_returns_component_rows() {
    let project = project();
    let mut session = open(&project);
    let triggers = |per: Per| QueryRequest {
        per,
        order: vec![OrderKey {
            column: field("Rigidbody", "m_Mass"),
            descending: true,
        }],
        ..request(
            Scope::Scenes,
            vec![type_filter("Collider", &[("isTrigger", Op::Equal, Some(json!(true)))])],
            vec![field("Rigidbody", "mass"), field("Collider", "radius")],
        )
    };
    let found = find(&mut session, triggers(Per::Object)).expect("rows");
    assert_eq!(
        path_cells(&found),
        [row("B.unity/Ball", json!(50)), row("B.unity/Ball[2]", json!(0.5))]
    );
    let per = find(&mut session, triggers(Per::Component("Collider".to_owned()))).expect("rows");
    assert_eq!(per.rows[0].component, Some(2));
    for name in ["IOpen", "Game.Openable", "Door", "MonoBehaviour"] {
        let found = find(
            &mut session,
            request(Scope::Project, vec![type_filter(name, &[])], Vec::new()),
        )
        .expect(name);
        assert_eq!(
            path_cells(&found),
            [row("A.unity/Crate[2]/Door", json!("none"))],
            "{name}"
        );
    }
    let none = find(
        &mut session,
        request(Scope::Project, vec![type_filter("WheelCollider", &[])], Vec::new()),
    );
    assert_eq!(none.expect("a known type").total, 0);
}

#[test]
fn rejects_unknown_name_with_nearest_names() {
    let project = project();
    let mut session = open(&project);
    let misspelt = vec![type_filter("Rigidbody", &[("mas", Op::Exists, None)])];
    let table = [
        (vec![type_filter("Rigidbdy", &[])], Vec::new(), "Rigidbody"),
        (misspelt, Vec::new(), "mass"),
        (Vec::new(), vec![field("Door", "moood")], "mood"),
        (Vec::new(), vec![Column::Fact("nam".to_owned())], "name"),
    ];
    for (filter, select, near) in table {
        let error = find(&mut session, request(Scope::Loaded, filter, select)).expect_err(near);
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        let data: Value = serde_json::from_str(error.data.as_deref().expect("data")).expect("JSON");
        assert!(data["nearest"].to_string().contains(near), "{error:?}");
    }
    let files = Scope::Files(vec!["Assets/a.unty".to_owned()]);
    let error = find(&mut session, request(files, Vec::new(), Vec::new())).expect_err("no file");
    assert!(error.hint.expect("a hint").contains("Assets/A.unity"));
}

#[test]
fn pages_continue_until_a_change_invalidates_the_cursor() {
    let project = project();
    let mut session = open(&project);
    let all = |cursor| QueryRequest {
        page: page(2, cursor),
        ..request(Scope::Project, Vec::new(), vec![Column::Fact("name".to_owned())])
    };
    let (mut cursor, mut seen) = (None, Vec::new());
    loop {
        let answer = find(&mut session, all(cursor)).expect("a page");
        assert_eq!(answer.total, 6);
        seen.extend(path_cells(&answer).into_iter().map(|(path, _)| path));
        cursor = answer.next;
        if cursor.is_none() {
            break;
        }
    }
    let expected = [
        "A.unity/Crate",
        "A.unity/Crate[2]",
        "A.unity/Crate[2]/Door",
        "B.unity/Ball",
        "B.unity/Ball[2]",
        "Ball.prefab/Ball",
    ];
    assert_eq!(seen, expected);
    let cursor = find(&mut session, all(None)).expect("a page").next;
    let object = ObjectId(1);
    run(&mut session, Command::SetActive { object, active: false }).expect("written");
    let error = find(&mut session, all(cursor)).expect_err("changed");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    // A file is read again after it changed.
    project.asset("Assets/B.unity", &guid('c'), instance(500, &guid('b'), 0, &[]));
    let assets = ["Assets/B.unity".to_owned()].into();
    session.disk_changed(&DiskChange {
        assets,
        ..DiskChange::default()
    });
    assert_eq!(find(&mut session, all(None)).expect("a page").total, 5);
}

fn read(
    session: &mut Session,
    object: ObjectId,
    types: &[&str],
    paths: &[&str],
) -> Result<Rows<ComponentValues>, BridgeError> {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let request = ValuesRequest {
        objects: vec![object],
        types: names(types),
        paths: names(paths),
        items: 10,
        page: page(50, None),
    };
    match run(session, Command::ReadValues { request })?.reply {
        Reply::Values(rows) => Ok(rows),
        other => panic!("{other:?}"),
    }
}

fn values(row: &ComponentValues) -> Value {
    let fields = row
        .fields
        .iter()
        .map(|(name, value)| (name.clone(), value.to_value().expect("JSON")));
    Value::Object(fields.collect())
}

#[test]
fn reads_values_in_csharp_form() {
    let project = project();
    let mut session = open(&project);
    let door = read(&mut session, ObjectId(3), &["Openable"], &[]).expect("values");
    assert_eq!(
        (door.rows[0].type_name.as_str(), door.rows[0].enabled),
        ("Game.Door", Some(false))
    );
    assert_eq!(
        values(&door.rows[0]),
        json!({
            "mood": "Wild",
            "target": {"ref": "obj:1", "name": "Crate", "type": "UnityEngine.GameObject"},
            "lost": {"missing": "ffffffffffffffffffffffffffffffff", "type": "UnityEngine.Material"},
            "mask": ["Default", "UI"],
            "slots": [{"open": true, "mood": "Calm"}, {"open": false, "mood": "Wild"}],
            "speed": 2.5,
        })
    );
    let body = read(&mut session, ObjectId(1), &["Rigidbody"], &[]).expect("values");
    let body = values(&body.rows[0]);
    assert_eq!(body["mass"], json!(12.5));
    assert_eq!(body["useGravity"], json!(true));
    assert_eq!(body["collisionDetectionMode"], json!("Continuous"), "{body}");
    assert_eq!(body["constraints"], json!(["FreezePositionX", "FreezePositionZ"]));
    let some = read(&mut session, ObjectId(1), &[], &["localEulerAngles", "m_Mass"]).expect("values");
    assert_eq!(values(&some.rows[0]), json!({"localEulerAngles": [0, 90, 0]}));
    assert_eq!(values(&some.rows[1]), json!({"m_Mass": 12.5}));
    let item = read(&mut session, ObjectId(3), &[], &["slots[1].mood", "slots[7].mood"]).expect("values");
    assert_eq!(values(&item.rows[0]), json!({"slots[1].mood": "Wild"}));
    let unknown = read(&mut session, ObjectId(3), &[], &["moood"]).expect_err("no field");
    assert!(unknown.hint.expect("a hint").contains("mood"));
    // Of a scene that is not loaded, overrides applied.
    let balls = find(
        &mut session,
        request(Scope::Files(vec!["Assets/B.unity".to_owned()]), Vec::new(), Vec::new()),
    );
    let light = balls.expect("rows").rows[1].object;
    let body = read(&mut session, light, &["Rigidbody"], &["mass"]).expect("values");
    assert_eq!(values(&body.rows[0]), json!({"mass": 0.5}));
}

#[test]
fn reads_static_flags_by_name_and_filters_by_them() {
    let project = project();
    let flags = |text: String, flags: &str| {
        text.replace(
            "  m_IsActive: 1\n",
            &format!("  m_StaticEditorFlags: {flags}\n  m_IsActive: 1\n"),
        )
    };
    project.asset("Assets/Ball.prefab", &guid('b'), flags(objects(&[(1, "Ball", 0)]), "4"));
    let scene = flags(objects(&[(1, "All", 0)]), "4294967295")
        + &instance(500, &guid('b'), 0, &[])
        + &instance(600, &guid('b'), 0, &[(1, "m_StaticEditorFlags", "65")])
        + &instance(700, &guid('b'), 0, &[(1, "m_StaticEditorFlags", "0")]);
    project.asset("Assets/A.unity", &guid('a'), scene);
    let mut session = open(&project);
    let column = || vec![Column::Fact("static".to_owned())];
    let test = |op: Op, value: Value| {
        FilterNode::Fact(Test {
            path: "static".to_owned(),
            op,
            value: Some(ValueText::from_json_text(value.to_string())),
        })
    };
    let every = json!([
        "ContributeGI",
        "OccluderStatic",
        "BatchingStatic",
        "NavigationStatic",
        "OccludeeStatic",
        "OffMeshLinkGeneration",
        "ReflectionProbeStatic",
        4_294_967_168_u32
    ]);
    let all = path_cells(&find(&mut session, request(Scope::Loaded, Vec::new(), column())).expect("rows"));
    assert_eq!(
        all,
        [
            row("A.unity/All", every),
            row("A.unity/Ball", json!(["BatchingStatic"])),
            row("A.unity/Ball[2]", json!(["ContributeGI", "ReflectionProbeStatic"])),
            row("A.unity/Ball[3]", json!([])),
        ]
    );
    let mut count = |op: Op, value: Value| {
        find(&mut session, request(Scope::Loaded, vec![test(op, value)], Vec::new()))
            .expect("rows")
            .total
    };
    assert_eq!(count(Op::Equal, json!(true)), 3);
    assert_eq!(count(Op::Equal, json!(false)), 1);
    assert_eq!(count(Op::Contains, json!("BatchingStatic")), 2);
    assert_eq!(count(Op::Equal, json!(4)), 1);
    // Before 2019.2 the first one had another name.
    project.write("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2018.4.1f1\n");
    let mut old = open(&project);
    let named = path_cells(&find(&mut old, request(Scope::Loaded, Vec::new(), column())).expect("rows"));
    assert_eq!(named[2].1, json!(["LightmapStatic", "ReflectionProbeStatic"]));
}
