//! Tests of instances of models and of missing prefabs: only their own overrides are reported.

use super::*;
use host_bridge::Replied;

const PLACE: [(&str, &str); 7] = [
    ("m_LocalPosition.x", "3"),
    ("m_LocalPosition.y", "4"),
    ("m_LocalPosition.z", "5"),
    ("m_LocalRotation.x", "0"),
    ("m_LocalRotation.y", "0"),
    ("m_LocalRotation.z", "0"),
    ("m_LocalRotation.w", "1"),
];
const MODEL: i64 = -8_679_921_383_154_817_045;

/// Opens a scene with a model at (3, 4, 5), an object on its root, an object on one of its bones, and an instance of a
/// missing prefab. The instance overrides only its x position.
fn open_unread() -> (TinyProject, Session) {
    let project = TinyProject::new();
    project.asset("Assets/Hero.fbx", &guid('a'), [1, 2, 3]);
    let place = PLACE.map(|(path, value)| (MODEL, path, value));
    let placeholder = |id: i64, source: i64| {
        format!(
            "--- !u!4 &{id} stripped\nTransform:\n  m_CorrespondingSourceObject: {{fileID: {source}, guid: {}, type: 3}}\n  m_PrefabInstance: {{fileID: 200}}\n",
            guid('a')
        )
    };
    let child = |id: i64, name: &str, father: i64| {
        format!(
            "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {}}}\n  m_Name: {name}\n--- !u!4 &{}\nTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_LocalPosition: {{x: 1, y: 0, z: 0}}\n  m_Children: []\n  m_Father: {{fileID: {father}}}\n",
            id + 1,
            id + 1
        )
    };
    let gone = [
        (40, "m_RootOrder", "1"),
        (40, "m_LocalPosition.x", "9"),
        (30, "m_Name", "Gone"),
    ];
    let scene = objects(&[(1, "Root", 0)])
        + &instance(200, &guid('a'), 2, &place)
        + &placeholder(400, MODEL)
        + &placeholder(401, 77)
        + &child(60, "Hat", 400)
        + &child(70, "Sword", 401)
        + &instance(500, &guid('e'), 0, &gone);
    project.asset("Assets/A.unity", &guid('c'), scene);
    let session = open(&project);
    (project, session)
}

fn position() -> Vec<Column> {
    vec![Column::Fact("position".to_owned())]
}

fn ask(session: &mut Session, request: QueryRequest) -> (QueryAnswer, Vec<String>) {
    let request = Box::new(request);
    let Replied { reply, diagnostics } = run(session, Command::Query { request }).expect("rows");
    match reply {
        Reply::Found(answer) => (answer, diagnostics),
        other => panic!("{other:?}"),
    }
}

#[test]
fn returns_position_of_instance_or_none_with_the_reason() {
    let (_project, mut session) = open_unread();
    let (answer, remarks) = ask(&mut session, request(Scope::Loaded, Vec::new(), position()));
    let expected = [
        row("A.unity/Gone", json!("none")),
        row("A.unity/Root", json!([0, 0, 0])),
        row("A.unity/Root/Hero", json!([3, 4, 5])),
        row("A.unity/Root/Hero/Hat", json!("none")),
        row("A.unity/Root/Hero/Sword", json!("none")),
    ];
    assert_eq!(path_cells(&answer), expected);
    let remark = remarks
        .iter()
        .find(|remark| remark.starts_with("position"))
        .expect("a remark");
    assert!(
        remark.contains("3 of 5 rows, first /Gone")
            && remark.contains("m_LocalPosition")
            && remark.contains(&guid('e')),
        "{remark}"
    );
}

#[test]
fn reports_unreadable_instances_as_not_searched() {
    let (_project, mut session) = open_unread();
    let camera = || vec![type_filter("Camera", &[])];
    let answer = find(&mut session, request(Scope::Loaded, camera(), Vec::new())).expect("an answer");
    assert_eq!((answer.total, answer.not_searched_total), (0, 1));
    let skipped = &answer.not_searched[0];
    assert_eq!(skipped.file, "Assets/A.unity");
    assert!(
        skipped.why.contains("2 instances, first /Gone") && skipped.why.contains(&guid('e')),
        "{skipped:?}"
    );
    // No unknown object is below the hat, or has an id.
    let hat = find(
        &mut session,
        request(Scope::Loaded, vec![fact("name", "Hat")], Vec::new()),
    )
    .expect("a row");
    let id = hat.rows[0].object;
    for node in [FilterNode::Under(id), fact("id", &id.to_string())] {
        let answer = find(&mut session, request(Scope::Loaded, vec![node], Vec::new())).expect("an answer");
        assert_eq!(answer.not_searched_total, 0, "{answer:?}");
    }
}

fn fact(path: &str, value: &str) -> FilterNode {
    FilterNode::Fact(Test {
        path: path.to_owned(),
        op: Op::Equal,
        value: Some(ValueText::from_json_text(json!(value).to_string())),
    })
}

#[test]
fn reads_only_instance_overrides_with_a_note_on_the_rest() {
    let (_project, mut session) = open_unread();
    let rows = find(&mut session, request(Scope::Loaded, Vec::new(), Vec::new()))
        .expect("rows")
        .rows;
    let objects = vec![rows[2].object, rows[0].object];
    let (values, remarks) = values_of(&mut session, objects, &[]);
    assert_eq!(
        values,
        [
            json!({"localPosition": [3, 4, 5], "localRotation": [0, 0, 0, 1], "localEulerAngles": [0, 0, 0]}),
            json!({"localPosition.x": 9}),
        ]
    );
    assert!(
        remarks[0].contains("only the overrides of the instance /Root/Hero") && remarks[0].contains("Assets/Hero.fbx"),
        "{remarks:?}"
    );
    assert!(remarks[1].contains(&guid('e')), "{remarks:?}");
}

#[test]
fn returns_no_value_for_field_that_only_the_source_has() {
    let (_project, mut session) = open_unread();
    let scale = vec![field("Transform", "localScale")];
    let answer = find(&mut session, request(Scope::Loaded, vec![fact("name", "Hero")], scale)).expect("a row");
    assert_eq!(path_cells(&answer), [row("A.unity/Root/Hero", json!("none"))]);
    let wrong = vec![field("Transform", "localScal")];
    let (_, remarks) = ask(&mut session, request(Scope::Loaded, vec![fact("name", "Hero")], wrong));
    assert!(
        remarks.iter().any(|remark| remark.contains("did you mean localScale")),
        "{remarks:?}"
    );
}

/// Returns the values of each row, and the notes.
pub(super) fn values_of(session: &mut Session, objects: Vec<ObjectId>, paths: &[&str]) -> (Vec<Value>, Vec<String>) {
    let request = ValuesRequest {
        objects,
        types: Vec::new(),
        paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        items: 20,
        page: page(50, None),
    };
    let Replied { reply, diagnostics } = run(session, Command::ReadValues { request }).expect("values");
    let Reply::Values(rows) = reply else {
        panic!("{reply:?}")
    };
    let fields = |row: &ComponentValues| {
        let fields = row.fields.iter();
        fields
            .map(|(name, value)| (name.clone(), value.to_value().expect("JSON")))
            .collect::<serde_json::Map<_, _>>()
    };
    (
        rows.rows.iter().map(|row| Value::Object(fields(row))).collect(),
        diagnostics,
    )
}
