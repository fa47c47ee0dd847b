//! Tests of fields that a class declares but the file does not contain, and of fields that only the file contains.

use super::*;
use crate::session::changing::batch::tests::{apply, set as edit, undo};
use host_bridge::ValuesRequest;
use tests_projects::objects;

const DOOR: &str = "using UnityEngine; using System.Collections.Generic; using UnityEngine.Serialization;\nnamespace Game {\n\
    public enum Mood { Calm, Wild }\n[System.Serializable] public struct Slot { public int count; }\n\
    public class Door : MonoBehaviour {\n\
    public string label = Names.First; [SerializeField] int hp = 10; public float speed = 1; public Vector3 at = new Vector3(1, 2, 3);\n\
    public List<int> numbers = new List<int> { Names.One }; public Slot slot = new Slot(3); public AnimationCurve curve = Made();\n\
    [FormerlySerializedAs(\"before\")] public int after = 4; [SerializeReference] public object any; } }\n";

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset("Assets/Door.cs", &guid('d'), DOOR);
    let scene = objects(&[(1, "Main", 0)])
        + &format!(
            "--- !u!114 &72\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, \
             type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n  speed: 3\n  old: 7\n  before: 5\n  any:\n    rid: 1\n",
            guid('d')
        );
    project.asset("Assets/A.unity", &guid('c'), scene);
    project
}

fn values(session: &mut Session, paths: &[&str]) -> Result<(Value, Vec<String>), BridgeError> {
    let request = ValuesRequest {
        objects: vec![ObjectId(1)],
        types: vec!["Game.Door".to_owned()],
        paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        items: 20,
        page: host_bridge::CursorPage {
            limit: 100,
            max_bytes: 1 << 16,
            cursor: None,
        },
    };
    let replied = run(session, Command::ReadValues { request })?;
    let Reply::Values(rows) = replied.reply else {
        panic!("{:?}", replied.reply)
    };
    let fields = rows.rows.iter().flat_map(|row| &row.fields);
    let fields = fields.map(|(name, value)| (name.clone(), value.to_value().expect("JSON")));
    Ok((Value::Object(fields.collect()), replied.diagnostics))
}

#[test]
fn reads_and_sets_declared_field_absent_from_file() {
    let project = project();
    let before = tree_hash(project.root());
    let mut session = open(project.root());
    let done = apply(
        &mut session,
        vec![edit(ObjectId(1), "Game.Door", "hp", &json!(11))],
        None,
    )
    .expect("hp");
    undo(&mut session, &[done.entry]).expect("undone");
    for (field, from, to) in [("hp", json!(10), json!(12)), ("at", json!([1, 2, 3]), json!([4, 5, 6]))] {
        assert_eq!(values(&mut session, &[field]).expect(field).0[field], from);
        apply(&mut session, vec![edit(ObjectId(1), "Game.Door", field, &to)], None).expect(field);
        assert_eq!(values(&mut session, &[field]).expect(field).0[field], to);
    }
    assert_eq!(value(&mut session, 1, "Game.Door", "hp"), json!(12));
    let error = apply(
        &mut session,
        vec![edit(ObjectId(1), "Game.Door", "hp", &json!("x"))],
        None,
    )
    .expect_err("a text");
    assert!(error.message.contains("a whole number"), "{error}");
    assert_eq!(tree_hash(project.root()), before);
}

#[test]
fn setting_part_of_absent_field_keeps_other_declared_defaults() {
    let project = project();
    let mut session = open(project.root());
    set(&mut session, 1, "Game.Door", "at.y", &json!(9)).expect("a part");
    assert_eq!(values(&mut session, &["at"]).expect("at").0["at"], json!([1, 9, 3]));
}

#[test]
fn reports_fields_without_known_default_and_sets_only_simple_ones() {
    let project = project();
    let mut session = open(project.root());
    let (_, told) = values(&mut session, &[]).expect("values");
    let told = told.join("\n");
    for name in ["label", "numbers", "slot", "curve", "old"] {
        assert!(told.contains(name), "no {name} in {told}");
    }
    assert!(
        !told.contains("hp") && !told.contains("after") && !told.contains("before"),
        "{told}"
    );
    values(&mut session, &["numbers"]).expect("a field that is there");
    let error = get(&mut session, 1, "Game.Door", "numbers").expect_err("not known");
    assert!(error.message.contains("declares numbers as List<int>"), "{error}");
    for (field, to) in [("label", json!("Gate")), ("numbers", json!([1, 2]))] {
        apply(&mut session, vec![edit(ObjectId(1), "Game.Door", field, &to)], None).expect(field);
        assert_eq!(values(&mut session, &[field]).expect(field).0[field], to);
    }
    for field in ["slot", "slot.count", "curve"] {
        let error = apply(
            &mut session,
            vec![edit(ObjectId(1), "Game.Door", field, &json!({"count": 1}))],
            None,
        )
        .expect_err(field);
        assert!(error.message.contains("not in the file"), "{error}");
    }
}

#[test]
fn rejects_edit_of_leftover_field_but_accepts_former_name() {
    let project = project();
    let mut session = open(project.root());
    let error = apply(
        &mut session,
        vec![edit(ObjectId(1), "Game.Door", "old", &json!(8))],
        None,
    )
    .expect_err("old");
    assert!(error.message.contains("old is a leftover"), "{error}");
    assert_eq!(
        values(&mut session, &["before"]).expect("a former name").0["before"],
        json!(5)
    );
    apply(
        &mut session,
        vec![edit(ObjectId(1), "Game.Door", "before", &json!(6))],
        None,
    )
    .expect("a former name");
}
