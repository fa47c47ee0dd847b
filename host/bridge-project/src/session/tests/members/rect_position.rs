//! Tests of `localPosition` of RectTransforms: a read computes it from the anchors, and an edit of it is rejected.

use super::*;
use host_bridge::{ComponentTest, CursorPage, FilterNode, Op, Per, QueryRequest, Scope, Test, ValuesRequest};

struct Rect {
    id: i64,
    name: &'static str,
    father: i64,
    /// Minimum anchor, maximum anchor, anchored position, size delta and pivot.
    numbers: [[f64; 2]; 5],
    more: &'static str,
}

const OVERLAY: &str = "Canvas:\n  m_Enabled: 1\n  m_RenderMode: 0\n";
const WORLD: &str = "Canvas:\n  m_Enabled: 1\n  m_RenderMode: 2\n";
const VERTICAL: &str =
    "MonoBehaviour:\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: 59f8146938fff824cb5fd77236b75775, type: 3}\n";
const FITTER: &str = "MonoBehaviour:\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: 3245ec927659c4140ac4f8d17403cc18, type: 3}\n  m_HorizontalFit: 2\n  m_VerticalFit: 2\n";

const MIDDLE: [f64; 2] = [0.5, 0.5];
const LOW: [f64; 2] = [0.0, 0.0];
const HIGH: [f64; 2] = [1.0, 1.0];

fn rect(id: i64, name: &'static str, father: i64, numbers: [[f64; 2]; 5], more: &'static str) -> Rect {
    Rect {
        id,
        name,
        father,
        numbers,
        more,
    }
}

fn text(rects: &[Rect]) -> String {
    let mut text = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n".to_owned();
    for Rect {
        id,
        name,
        father,
        numbers,
        more,
    } in rects
    {
        let (own, father) = (id + 1, if *father == 0 { 0 } else { father + 1 });
        let children: Vec<String> = rects
            .iter()
            .filter(|rect| rect.father == *id)
            .map(|rect| format!("{{fileID: {}}}", rect.id + 1))
            .collect();
        let [min, max, anchored, size, pivot] = numbers.map(|[x, y]| format!("{{x: {x}, y: {y}}}"));
        let more_id = if more.is_empty() {
            String::new()
        } else {
            format!("  - component: {{fileID: {}}}\n", id + 2)
        };
        text += &format!(
            "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {own}}}\n{more_id}  m_Name: {name}\n  m_IsActive: 1\n--- !u!224 &{own}\nRectTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: 0, z: 7.5}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children: [{}]\n  m_Father: {{fileID: {father}}}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n  m_AnchorMin: {min}\n  m_AnchorMax: {max}\n  m_AnchoredPosition: {anchored}\n  m_SizeDelta: {size}\n  m_Pivot: {pivot}\n",
            children.join(", ")
        );
        if !more.is_empty() {
            let class = if more.starts_with("Canvas") { 223 } else { 114 };
            text += &format!(
                "--- !u!{class} &{}\n{}",
                id + 2,
                more.replacen('\n', &format!("\n  m_GameObject: {{fileID: {id}}}\n"), 1)
            );
        }
    }
    text
}

/// Opens a scene with a world canvas with three children and an overlay canvas with two, in this order in the file.
fn canvases() -> (TinyProject, Session) {
    let project = TinyProject::new();
    let rects = [
        rect(10, "World", 0, [LOW, LOW, [1.0, 2.0], [400.0, 200.0], MIDDLE], WORLD),
        rect(20, "Corner", 10, [HIGH, HIGH, [-10.0, -20.0], [50.0, 50.0], HIGH], ""),
        rect(
            30,
            "Inner",
            20,
            [[0.0, 0.5], [0.0, 0.5], [3.0, 4.0], [10.0, 10.0], MIDDLE],
            "",
        ),
        rect(
            40,
            "Column",
            10,
            [MIDDLE, MIDDLE, LOW, [100.0, 100.0], MIDDLE],
            VERTICAL,
        ),
        rect(50, "Item", 40, [MIDDLE, MIDDLE, LOW, [30.0, 10.0], MIDDLE], ""),
        rect(
            60,
            "Fitted",
            10,
            [MIDDLE, MIDDLE, [8.0, 9.0], [30.0, 10.0], MIDDLE],
            FITTER,
        ),
        rect(70, "AtEdge", 60, [LOW, LOW, [1.0, 1.0], [4.0, 4.0], MIDDLE], ""),
        rect(80, "Screen", 0, [LOW, LOW, LOW, LOW, LOW], OVERLAY),
        rect(90, "Whole", 80, [LOW, HIGH, [5.0, 6.0], [-20.0, -40.0], MIDDLE], ""),
        rect(100, "Low", 80, [LOW, LOW, [10.0, 20.0], [4.0, 4.0], LOW], ""),
        rect(110, "Alone", 0, [LOW, HIGH, [11.0, 12.0], [4.0, 4.0], MIDDLE], ""),
    ];
    project.asset("Assets/A.unity", &guid('a'), text(&rects));
    let session = open(project.root());
    (project, session)
}

fn all() -> CursorPage {
    CursorPage {
        limit: 50,
        cursor: None,
        max_bytes: 100_000,
    }
}

/// Reads a value of a RectTransform, and returns it with the notes.
fn read_value(session: &mut Session, object: i64, path: &str) -> (Value, Vec<String>) {
    let request = ValuesRequest {
        objects: vec![ObjectId(object)],
        types: vec!["RectTransform".to_owned()],
        paths: vec![path.to_owned()],
        items: 10,
        page: all(),
    };
    let Replied { reply, diagnostics } = run(session, Command::ReadValues { request }).expect("values");
    let Reply::Values(rows) = reply else {
        panic!("{reply:?}")
    };
    (rows.rows[0].fields[0].1.to_value().expect("JSON"), diagnostics)
}

fn nearly_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| nearly_equal(one, other))
        }
        (one, other) => values::same_value(one, other),
    }
}

const ALL: [&str; 11] = [
    "/World",
    "/World/Corner",
    "/World/Corner/Inner",
    "/World/Column",
    "/World/Column/Item",
    "/World/Fitted",
    "/World/Fitted/AtEdge",
    "/Screen",
    "/Screen/Whole",
    "/Screen/Low",
    "/Alone",
];

fn id(session: &Session, path: &str) -> i64 {
    let places = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let at = places
        .into_iter()
        .find(|at| session.view().path(*at) == path)
        .expect(path);
    session.world.node(at).expect("a node").id.0
}

#[test]
fn local_position_follows_from_anchors_of_all_parents() {
    let (_project, mut session) = canvases();
    // The last column is the reason why a running Unity may have another value. The screen has 1920 by 1080 pixels.
    let expected: [([f64; 2], &str); 11] = [
        ([1.0, 2.0], ""),
        ([190.0, 80.0], ""),
        ([-47.0, -21.0], ""),
        ([0.0, 0.0], ""),
        (
            [0.0, 0.0],
            "the layout group of /World/Column arranges /World/Column/Item",
        ),
        ([8.0, 9.0], ""),
        ([-14.0, -4.0], "a fitter sets the size of /World/Fitted"),
        (
            [960.0, 540.0],
            "Unity places /Screen, whose canvas follows the screen or a camera",
        ),
        ([5.0, 6.0], ""),
        (
            [-950.0, -520.0],
            "/Screen is as large as the screen, taken for 1920 x 1080 pixels",
        ),
        ([11.0, 12.0], ""),
    ];
    for (path, ([x, y], doubt)) in ALL.into_iter().zip(expected) {
        let id = id(&session, path);
        let json: Value = json!([x, y, 7.5]);
        let (read, remarks) = read_value(&mut session, id, "localPosition");
        assert!(nearly_equal(&read, &json), "{path}: {read}");
        let remarks: Vec<String> = remarks
            .into_iter()
            .filter(|remark| remark.contains("localPosition"))
            .collect();
        match doubt {
            "" => assert_eq!(remarks, [""; 0], "{path}"),
            doubt => assert!(remarks.len() == 1 && remarks[0].ends_with(doubt), "{path}: {remarks:?}"),
        }
        let (part, _) = read_value(&mut session, id, "localPosition.y");
        assert!(values::same_value(&part, &json!(y)), "{path}: {part}");
        let member = value(&mut session, id, "RectTransform", "localPosition");
        assert!(
            values::same_value(&member, &json!({"x": x, "y": y, "z": 7.5})),
            "{path}: {member}"
        );
    }
}

#[test]
fn query_compares_local_position_and_notes_inexact_values() {
    let (_project, mut session) = canvases();
    let test = Test {
        path: "localPosition.x".to_owned(),
        op: Op::Equal,
        value: Some(host_bridge::ValueText::from_json_text("190".to_owned())),
    };
    let request = Box::new(QueryRequest {
        scope: Scope::Loaded,
        filter: vec![FilterNode::Component(ComponentTest {
            type_name: "RectTransform".to_owned(),
            tests: vec![test],
        })],
        per: Per::Object,
        select: Vec::new(),
        order: Vec::new(),
        page: all(),
    });
    let Replied { reply, diagnostics } = run(&mut session, Command::Query { request }).expect("rows");
    let Reply::Found(found) = reply else {
        panic!("{reply:?}")
    };
    let paths: Vec<&str> = found.rows.iter().map(|row| row.path.as_str()).collect();
    assert_eq!(paths, ["/World/Corner"]);
    assert!(
        diagnostics.iter().any(|remark| remark.contains("is not exact")),
        "{diagnostics:?}"
    );
}

#[test]
fn rejects_edit_of_computed_local_position_with_field_to_use() {
    let (project, mut session) = canvases();
    let corner = id(&session, "/World/Corner");
    let before = tree_hash(project.root());
    for (member, json) in [
        ("localPosition", json!([0, 0, 7.5])),
        ("localPosition", json!({"x": 190, "y": 0, "z": 0})),
        ("localPosition.x", json!(5)),
        ("m_LocalPosition.y", json!(5)),
    ] {
        let error = set(&mut session, corner, "RectTransform", member, &json).expect_err(member);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
        assert!(
            error.message.contains("computes x and y of m_LocalPosition"),
            "{}",
            error.message
        );
        let hint = error.hint.expect("a hint");
        assert!(hint.contains("use anchoredPosition (m_AnchoredPosition)"), "{hint}");
    }
    // A read value can be sent back, and z is a separate field.
    set(
        &mut session,
        corner,
        "RectTransform",
        "localPosition",
        &json!([190, 80, 3]),
    )
    .expect("z alone");
    assert!(values::same_value(
        &value(&mut session, corner, "RectTransform", "localPosition"),
        &json!({"x": 190, "y": 80, "z": 3})
    ));
    set(&mut session, corner, "RectTransform", "localPosition.z", &json!(4)).expect("z");
    set(
        &mut session,
        corner,
        "RectTransform",
        "anchoredPosition",
        &json!([0, 0]),
    )
    .expect("the field that counts");
    assert!(values::same_value(
        &value(&mut session, corner, "RectTransform", "localPosition"),
        &json!({"x": 200, "y": 100, "z": 4})
    ));
    assert_eq!(tree_hash(project.root()), before);
}

#[test]
fn plain_transform_accepts_local_position() {
    let project = TinyProject::new();
    let plain = "--- !u!1 &1\nGameObject:\n  m_Component:\n  - component: {fileID: 2}\n  m_Name: Plain\n  m_IsActive: 1\n--- !u!4 &2\nTransform:\n  m_GameObject: {fileID: 1}\n  m_LocalPosition: {x: 0, y: 0, z: 7.5}\n  m_Father: {fileID: 0}\n";
    project.asset(
        "Assets/A.unity",
        &guid('a'),
        format!("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n{plain}"),
    );
    let mut session = open(project.root());
    set(
        &mut session,
        1,
        "UnityEngine.Transform",
        "localPosition",
        &json!([1, 2, 3]),
    )
    .expect("set");
    assert!(values::same_value(
        &value(&mut session, 1, "UnityEngine.Transform", "localPosition"),
        &json!({"x": 1, "y": 2, "z": 3})
    ));
}

#[test]
fn setting_rotation_updates_inspector_euler_angles() {
    let (_project, mut session) = canvases();
    let half = std::f64::consts::FRAC_1_SQRT_2;
    for (member, json, hint) in [
        (
            "localEulerAngles",
            json!([30, 400, -90.5]),
            json!({"x": 30, "y": 400, "z": -90.5}),
        ),
        (
            "localRotation",
            json!([0, half, 0, half]),
            json!({"x": 0, "y": 450, "z": 0}),
        ),
        ("localRotation", json!([0, 0, 0, 1]), json!({"x": 0, "y": 360, "z": 0})),
        (
            "localEulerAngles",
            json!({"x": 0, "y": 0, "z": 0}),
            json!({"x": 0, "y": 0, "z": 0}),
        ),
        (
            "localRotation",
            json!([0, -half, 0, half]),
            json!({"x": 0, "y": -90, "z": 0}),
        ),
    ] {
        set(&mut session, 1, "RectTransform", member, &json).expect(member);
        let told = value(&mut session, 1, "RectTransform", "m_LocalEulerAnglesHint");
        assert!(values::same_value(&told, &hint), "{member} {json}: {told}");
    }
}
