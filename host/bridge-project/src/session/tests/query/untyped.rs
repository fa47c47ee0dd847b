//! Tests of TextMesh Pro texts and of scalar fields of scripts whose source is not on disk. They are read, compared,
//! set and saved as text.

use super::*;
use crate::session::changing::batch::tests::{apply, preview, set};

/// Strings that look like numbers, in Unity's notation.
const TEXTS: [&str; 10] = [
    "007",
    "1.50",
    "1e5",
    "0x10",
    "-0",
    ".5",
    "12345678901234567890",
    "0",
    "36",
    "Points: 7",
];

/// The GUID of TextMesh Pro's text script, and the component's `m_EditorClassIdentifier`.
const LABEL: (&str, &str) = ("f4688fdb7df04437aeb418b961361dc5", "");
const OTHER: (&str, &str) = ("abcdef00abcdef00abcdef00abcdef00", "Vendor.Labels::Vendor.Labels.Score");

fn script(id: i64, object: i64, of: (&str, &str), fields: &str) -> String {
    format!(
        "--- !u!114 &{id}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: {}\n{fields}",
        of.0, of.1
    )
}

fn fresh_clone() -> TinyProject {
    let project = TinyProject::new();
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.unity.ugui": "2.0.0", "com.vendor.labels": "1.0.0"}}"#,
    );
    let names: Vec<String> = (0..TEXTS.len()).map(|at| format!("T{at}")).collect();
    let rows: Vec<(i64, &str, i64)> = (1_i64..)
        .step_by(2)
        .zip(&names)
        .map(|(id, name)| (id, name.as_str(), 0))
        .collect();
    let mut scene = objects(&rows);
    for (at, text) in (0_i64..).zip(TEXTS) {
        let object = 2 * at + 1;
        let text = match text.contains(": ") {
            true => format!("'{text}'"),
            false => text.to_owned(),
        };
        scene += &script(
            1_000 + at,
            object,
            LABEL,
            &format!("  m_text: {text}\n  m_fontSize: 36\n"),
        );
        scene += &script(
            2_000 + at,
            object,
            OTHER,
            &format!("  label: {text}\n  size: {{x: 1.5, y: 2}}\n  tags:\n  - 08\n  - 8\n"),
        );
    }
    project.asset("Assets/A.unity", &guid('a'), scene);
    project
}

fn open_to_save(project: &TinyProject, backups: &std::path::Path) -> Session {
    let options = ProjectOptions {
        open: OpenScenes::All,
        allow_save: true,
        backup_folder: Some(backups.join("project")),
        ..ProjectOptions::new(project.root())
    };
    Session::open(project.root(), &options, &|_, _| true).expect("a project")
}

fn search(session: &mut Session, path: &str, op: Op, value: Value) -> Result<(Vec<String>, Vec<String>), BridgeError> {
    let (component, path) = path.split_once('.').expect("a type and a path");
    let request = Box::new(request(
        Scope::Loaded,
        vec![type_filter(component, &[(path, op, Some(value))])],
        Vec::new(),
    ));
    let replied = run(session, Command::Query { request })?;
    let Reply::Found(answer) = replied.reply else {
        panic!("rows")
    };
    let paths = answer
        .rows
        .iter()
        .map(|row| row.path.trim_start_matches("/T").to_owned());
    Ok((paths.collect(), replied.diagnostics))
}

#[test]
fn texts_keep_their_spelling() {
    let project = fresh_clone();
    let mut session = open(&project);
    for column in ["TextMeshProUGUI.text", "Score.label"] {
        let (component, path) = column.split_once('.').expect("two");
        let request = Box::new(request(
            Scope::Loaded,
            vec![type_filter(component, &[])],
            vec![field(component, path)],
        ));
        let replied = run(&mut session, Command::Query { request }).expect("rows");
        let Reply::Found(answer) = replied.reply else {
            panic!("rows")
        };
        let cells: Vec<Value> = path_cells(&answer).into_iter().map(|(_, cell)| cell).collect();
        assert_eq!(cells, TEXTS.map(|text| json!(text)), "{column}");
        // TextMesh Pro's field is known to be a text.
        let is_marked = replied
            .diagnostics
            .iter()
            .any(|remark| remark.contains("no source on disk declares its type"));
        assert_eq!(is_marked, column == "Score.label", "{:?}", replied.diagnostics);
    }
    let all = read(&mut session, ObjectId(1), &["Score", "TextMeshProUGUI"], &[]).expect("values");
    assert_eq!(values(&all.rows[0]), json!({"text": "007", "fontSize": 36}));
    assert_eq!(
        values(&all.rows[1]),
        json!({"label": "007", "size": [1.5, 2], "tags": ["08", "8"]})
    );
}

#[test]
fn notes_fields_without_a_declared_type() {
    let project = fresh_clone();
    let mut session = open(&project);
    let request = ValuesRequest {
        objects: vec![ObjectId(1)],
        types: vec!["Score".to_owned()],
        paths: Vec::new(),
        items: 10,
        page: page(5, None),
    };
    let replied = run(&mut session, Command::ReadValues { request }).expect("values");
    let remark = "Vendor.Labels.Score of /T0: no source on disk declares the types of these fields, so their values are the file's text: label, tags";
    assert_eq!(replied.diagnostics, [remark]);
}

#[test]
fn recognizes_declared_type_of_serialize_reference_list() {
    let project = TinyProject::new();
    let source = "using System; using System.Collections.Generic; using UnityEngine;\ninterface ICargo {}\n[Serializable] class Barrel : ICargo { public int litres; }\nclass Ship : MonoBehaviour { [SerializeReference] public List<ICargo> hold; }\n";
    let guid = guid('a');
    project.asset("Assets/Ship.cs", &guid, source);
    let fields = "  hold:\n  - rid: 7\n  references:\n    version: 2\n    RefIds:\n    - rid: 7\n      type: {class: Barrel, ns: , asm: Assembly-CSharp}\n      data:\n        litres: 50\n";
    let scene = objects(&[(1, "Ship", 0)]).replace(
        "  - component: {fileID: 2}\n",
        "  - component: {fileID: 2}\n  - component: {fileID: 3}\n",
    ) + &script(3, 1, (&guid, ""), fields);
    project.asset("Assets/A.unity", &tests_projects::guid('b'), scene);
    let mut session = open(&project);
    let request = ValuesRequest {
        objects: vec![ObjectId(1)],
        types: vec!["Ship".to_owned()],
        paths: Vec::new(),
        items: 10,
        page: page(5, None),
    };
    let replied = run(&mut session, Command::ReadValues { request }).expect("values");
    // Whether the class exists is a separate request, for which all sources are read.
    let untyped = replied
        .diagnostics
        .iter()
        .filter(|note| note.contains("declares the type"));
    assert_eq!(untyped.count(), 0, "{:?}", replied.diagnostics);
    let Reply::Values(found) = replied.reply else {
        panic!("values")
    };
    let barrel = json!({"$type": "Assembly-CSharp:Barrel", "litres": 50});
    assert_eq!(values(&found.rows[0]), json!({"hold": [barrel]}));
}

#[test]
fn compares_text_by_spelling_and_number_by_value() {
    let project = fresh_clone();
    let mut session = open(&project);
    for (field, op, value, found) in [
        ("TextMeshProUGUI.text", Op::Equal, json!("1.50"), &["1"][..]),
        ("TextMeshProUGUI.text", Op::Equal, json!("1.5"), &[]),
        ("TextMeshProUGUI.text", Op::Contains, json!("5"), &["1", "2", "5", "6"]),
        (
            "TextMeshProUGUI.fontSize",
            Op::Equal,
            json!(36.0),
            &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        ),
        ("Score.label", Op::Equal, json!("1.50"), &["1"]),
        ("Score.label", Op::Equal, json!("1.5"), &[]),
        ("Score.label", Op::Equal, json!(1.5), &["1"]),
        ("Score.label", Op::Equal, json!(7), &["0"]),
        ("Score.label", Op::Equal, json!(false), &["4", "7"]),
        (
            "Score.label",
            Op::Unequal,
            json!("36"),
            &["0", "1", "2", "3", "4", "5", "6", "7", "9"],
        ),
        ("Score.label", Op::Greater, json!(10), &["2", "6", "8"]),
        (
            "Score.tags",
            Op::Contains,
            json!("8"),
            &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        ),
        (
            "Score.tags",
            Op::Equal,
            json!([8, 8]),
            &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        ),
        ("Score.tags", Op::Equal, json!(["8", "8"]), &[]),
    ] {
        let (paths, _) = search(&mut session, field, op.clone(), value.clone()).expect(field);
        assert_eq!(paths, found, "{field} {op:?} {value}");
    }
    for (field, value) in [("TextMeshProUGUI.text", json!(1.5)), ("Score.label", json!([1]))] {
        let error = search(&mut session, field, Op::Equal, value.clone()).expect_err("no text");
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{field} {value}");
    }
}

#[test]
fn sorts_untyped_column_numerically_if_values_are_numbers() {
    let project = fresh_clone();
    let mut session = open(&project);
    let request = QueryRequest {
        order: vec![OrderKey {
            column: field("Score", "label"),
            descending: false,
        }],
        ..request(
            Scope::Loaded,
            vec![type_filter("Score", &[("label", Op::Less, Some(json!(100)))])],
            vec![field("Score", "label")],
        )
    };
    let found = find(&mut session, request).expect("rows");
    let cells: Vec<Value> = path_cells(&found).into_iter().map(|(_, cell)| cell).collect();
    assert_eq!(cells, ["-0", "0", ".5", "1.50", "007", "36"].map(|text| json!(text)));
}

#[test]
fn sets_and_saves_text_unchanged() {
    let project = fresh_clone();
    let backups = tempfile::tempdir().expect("a folder");
    let mut session = open_to_save(&project, backups.path());
    let texts = ["5", "1.50", "007", "Points: 7", "1e5", "true", " a ", "- b", ""];
    for text in texts {
        for (component, path, key) in [("TextMeshProUGUI", "text", "m_text"), ("Score", "label", "label")] {
            let edits = vec![set(ObjectId(1), component, path, &json!(text))];
            let plan = preview(&mut session, edits.clone()).expect("a plan");
            if let Some(row) = plan.changes.first() {
                assert_eq!(
                    row.new.as_ref().expect("a value").to_value().expect("JSON"),
                    json!(text)
                );
                apply(&mut session, edits, Some(&plan.digest)).expect("set");
            }
            run(
                &mut session,
                Command::SaveFiles {
                    files: vec!["Assets/A.unity".to_owned()],
                    needs: None,
                },
            )
            .expect("saved");
            let saved = std::fs::read_to_string(project.root().join("Assets/A.unity")).expect("a file");
            let spelled = match text {
                "Points: 7" | " a " | "- b" => format!("  {key}: '{text}'\n"),
                text => format!("  {key}: {text}\n"),
            };
            assert!(saved.contains(&spelled), "{text:?} as {key}");
        }
        if text.is_empty() {
            break;
        }
        let read = read(&mut session, ObjectId(1), &["Score"], &["label"]).expect("values");
        assert_eq!(values(&read.rows[0]), json!({"label": text}));
    }
}

#[test]
fn marks_untyped_edit_as_unchecked_if_the_type_may_differ() {
    let project = fresh_clone();
    let mut session = open(&project);
    for (object, value, is_unchecked) in [
        (8, json!("Points"), true),
        (8, json!("1.50"), false),
        (8, json!(5), false),
        (10, json!("Points"), false),
    ] {
        let plan = preview(&mut session, vec![set(ObjectId(object), "Score", "label", &value)]).expect("a plan");
        assert_eq!(plan.changes[0].unchecked.is_some(), is_unchecked, "{value}");
    }
    // By its spelling, the file contains a text there.
    let error = preview(&mut session, vec![set(ObjectId(10), "Score", "label", &json!(5))]).expect_err("no text");
    assert!(error.message.contains("label: expected a text"), "{}", error.message);
}
