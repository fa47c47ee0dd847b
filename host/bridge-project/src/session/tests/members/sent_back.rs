//! Tests that edits accept references in the form that reads return.

use super::*;
use crate::session::changing::batch::tests::{preview, set as edit};
use host_bridge::{AssetDetail, ComponentValues, CursorPage, ObjectFilter, ValuesRequest};
use std::collections::HashMap;
use std::path::Path;
use tests_projects::objects;

fn values(session: &mut Session, object: i64) -> Vec<ComponentValues> {
    let request = ValuesRequest {
        objects: vec![ObjectId(object)],
        types: Vec::new(),
        paths: Vec::new(),
        items: 20,
        page: CursorPage {
            limit: 500,
            cursor: None,
            max_bytes: 1 << 24,
        },
    };
    match run(session, Command::ReadValues { request }).expect("values").reply {
        Reply::Values(values) => values.rows,
        other => panic!("{other:?}"),
    }
}

/// Sets the field to empty, then to the value `to`. Returns the value that a read returns afterwards.
fn set_anew(session: &mut Session, object: i64, component: u32, field: &str, to: &Value) -> Result<Value, BridgeError> {
    let empty = if to.is_array() { json!([]) } else { json!(null) };
    let edits = [&empty, to].map(|to| host_bridge::EditRequest::Set {
        object: host_bridge::EditTarget::Object(ObjectId(object)),
        component: host_bridge::EditComponent::ByIndex(component),
        path: field.to_owned(),
        value: ValueText::from_json_text(to.to_string()),
    });
    let plan = preview(session, edits.into())?;
    let row = plan.changes.iter().find(|row| row.edit == 1).expect("a row");
    Ok(row.new.as_ref().expect("a value").to_value().expect("JSON"))
}

/// True if the value is a reference to an asset, or a list of such references.
fn is_of_assets(value: &Value) -> bool {
    match value {
        Value::Array(items) => !items.is_empty() && items.iter().all(is_of_assets),
        value => value["ref"].as_str().is_some_and(|to| {
            let built_in = to.strip_prefix("builtin:");
            !to.starts_with("obj:") && built_in.is_none_or(|name| name.parse::<i64>().is_err())
        }),
    }
}

#[test]
fn edits_accept_asset_references_as_returned_by_reads() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    let real = tests_projects::folder().map(|folder| folder.join("ui-effect"));
    let (mut sent, mut subs) = (0, 0);
    for root in real.into_iter().chain([sample]) {
        let mut session = open(&root);
        let listed = run(
            &mut session,
            Command::ListObjects {
                filter: ObjectFilter::default(),
                page: page(),
            },
        );
        let Reply::Objects(listed) = listed.expect("objects").reply else {
            panic!("no objects")
        };
        let mut tried: HashMap<(String, String), u32> = HashMap::new();
        for object in listed.items.iter().map(|card| card.id.0) {
            for component in values(&mut session, object) {
                for (field, value) in &component.fields {
                    let value = value.to_value().expect("JSON");
                    let count = tried.entry((component.type_name.clone(), field.clone())).or_default();
                    if *count >= 5 || component.cut.contains(field) || !is_of_assets(&value) {
                        continue;
                    }
                    *count += 1;
                    let what = format!("{object} {} {field} {value}", component.type_name);
                    let now = set_anew(&mut session, object, component.index, field, &value);
                    assert_eq!(now.expect(&what), value, "{what}");
                    sent += 1;
                    subs += usize::from(value.to_string().contains("\"sub\""));
                }
            }
        }
    }
    println!("{sent} references were sent back, {subs} with a part of an asset");
    assert!(sent > 3);
}

/// Creates a project with a material, a sheet of sprites, a prefab with a child, and a model.
fn project() -> TinyProject {
    let project = tiny();
    project.write(
        "Assets/Red.mat",
        "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: Red\n",
    );
    let sheet = "TextureImporter:\n  internalIDToNameTable:\n  - first:\n      213: 500\n    second: walk_0\n  - first:\n      \
                 213: 600\n    second: walk_1\n  spriteMode: 2\n";
    for (path, digit, importer) in [
        (
            "Assets/Red.mat",
            '1',
            "NativeFormatImporter:\n  mainObjectFileID: 2100000\n",
        ),
        ("Assets/Sheet.png", '2', sheet),
        ("Assets/Door.prefab", '3', "PrefabImporter:\n"),
        ("Assets/Old.fbx", '4', "ModelImporter:\n  externalObjects: {}\n"),
        ("Assets/Holder.cs", '5', "MonoImporter:\n"),
        ("Assets/One.png", '6', "TextureImporter:\n  spriteMode: 1\n"),
    ] {
        project.write(
            &format!("{path}.meta"),
            format!("fileFormatVersion: 2\nguid: {}\n{importer}", guid(digit)),
        );
    }
    for empty in ["Assets/Sheet.png", "Assets/One.png", "Assets/Old.fbx"] {
        project.write(empty, "");
    }
    project.write(
        "Assets/Door.prefab",
        objects(&[(10, "Door", 0), (20, "Handle", 10)])
            + "--- !u!54 &77\nRigidbody:\n  m_GameObject: {fileID: 10}\n  m_Mass: 1\n",
    );
    project.write(
        "Assets/Holder.cs",
        "using UnityEngine;\npublic class Holder : MonoBehaviour { public Material skin; public Sprite face; public GameObject \
         door; public Rigidbody body; public Mesh mesh; public Material[] skins; }\n",
    );
    let scene = objects(&[(1, "Main", 0)])
        + &format!(
            "--- !u!114 &72\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, \
             type: 3}}\n  skin: {{fileID: 0}}\n  face: {{fileID: 0}}\n  door: {{fileID: 0}}\n  body: {{fileID: 0}}\n  mesh: \
             {{fileID: 0}}\n  skins: []\n",
            guid('5')
        );
    project.asset("Assets/A.unity", &guid('c'), scene);
    project
}

#[test]
fn rejects_asset_reference_that_does_not_resolve() {
    let folder = project();
    let mut session = open(folder.root());
    let mut tried = |field: &str, to: Value| preview(&mut session, vec![edit(ObjectId(1), "Holder", field, &to)]);
    for (field, to, told) in [
        (
            "skin",
            json!({"ref": "Assets/Red.mat", "sub": "2100001"}),
            vec!["2100001", "2100000", "Red"],
        ),
        (
            "skin",
            json!({"ref": "Assets/Red.mat", "sub": 7}),
            vec!["\"7\"", "2100000"],
        ),
        (
            "skins",
            json!([{"ref": "Assets/Red.mat", "sub": "Blue"}]),
            vec!["skins[0]", "Blue", "2100000"],
        ),
        (
            "face",
            json!({"ref": "Assets/Sheet.png", "sub": "walk_2"}),
            vec!["walk_2", "500", "walk_1"],
        ),
        ("face", json!({"ref": "Assets/Sheet.png", "sub": "501"}), vec!["500"]),
        (
            "door",
            json!("Assets/Dor.prefab"),
            vec!["did you mean Assets/Door.prefab?"],
        ),
        (
            "face",
            json!("Assets/Sheet.png"),
            vec!["several", "Sprite", "500", "600"],
        ),
        (
            "door",
            json!({"ref": "Assets/Door.prefab", "sub": "99"}),
            vec!["99", "10", "Handle"],
        ),
        (
            "door",
            json!({"guid": guid('3'), "fileID": 99}),
            vec!["Door.prefab", "99"],
        ),
        ("mesh", json!("Assets/Old.fbx"), vec!["Old.fbx", "sub"]),
        ("mesh", json!({"missing": guid('f')}), vec!["missing"]),
        ("mesh", json!("builtin:Blob"), vec!["builtin:Blob"]),
    ] {
        let error = tried(field, to.clone()).expect_err(&to.to_string());
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        for part in told {
            assert!(error.message.contains(part), "{to}: no {part} in {}", error.message);
        }
    }
}

#[test]
fn resolves_asset_path_to_the_object_that_fits_the_field() {
    let folder = project();
    let mut session = open(folder.root());
    let door = |sub: Option<&str>, of: &str| {
        let mut value = json!({"ref": "Assets/Door.prefab", "name": "Door", "type": of});
        if let Some(sub) = sub {
            value["sub"] = json!(sub);
        }
        value
    };
    let sprite = |path: &str, name: &str, sub: &str| json!({"ref": path, "name": name, "type": "UnityEngine.Sprite", "sub": sub});
    for (field, to, reads) in [
        (
            "door",
            json!("Assets/Door.prefab"),
            door(Some("10"), "UnityEngine.GameObject"),
        ),
        (
            "door",
            json!({"ref": "Assets/Door.prefab"}),
            door(Some("10"), "UnityEngine.GameObject"),
        ),
        ("body", json!("Assets/Door.prefab"), door(Some("77"), "Rigidbody")),
        (
            "face",
            json!("Assets/One.png"),
            sprite("Assets/One.png", "One", "21300000"),
        ),
        (
            "face",
            json!({"ref": "Assets/One.png", "type": "UnityEngine.Sprite"}),
            sprite("Assets/One.png", "One", "21300000"),
        ),
        (
            "face",
            json!({"ref": "Assets/Sheet.png", "sub": "walk_1"}),
            sprite("Assets/Sheet.png", "Sheet", "600"),
        ),
        (
            "skin",
            json!({"ref": "Assets/Red.mat", "sub": "2100000"}),
            json!({"ref": "Assets/Red.mat", "name": "Red", "type": "UnityEngine.Material"}),
        ),
        (
            "mesh",
            json!("builtin:Cube"),
            json!({"ref": "builtin:Cube", "name": "Cube", "type": "UnityEngine.Mesh"}),
        ),
        (
            "skins",
            json!([{"ref": "Assets/Red.mat"}]),
            json!([{"ref": "Assets/Red.mat", "name": "Red", "type": "UnityEngine.Material"}]),
        ),
    ] {
        let index = 1;
        let now = set_anew(&mut session, 1, index, field, &to).unwrap_or_else(|error| panic!("{to}: {error:?}"));
        assert_eq!(now, reads, "{to}");
    }
    let of_model = edit(
        ObjectId(1),
        "Holder",
        "mesh",
        &json!({"ref": "Assets/Old.fbx", "sub": "4300000"}),
    );
    let replied = run(&mut session, Command::PreviewEdits { edits: vec![of_model] }).expect("a plan");
    let told = replied
        .diagnostics
        .iter()
        .any(|note| note.contains("Old.fbx") && note.contains("unchecked"));
    assert!(told, "{:?}", replied.diagnostics);
}

#[test]
fn checks_undeclared_number_field_against_its_value_in_the_file() {
    let folder = project();
    let scene = objects(&[(1, "Main", 0)])
        + &format!(
            "--- !u!114 &72\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, \
             type: 3}}\n  port: 7777\n  rate: 0.5\n  ports:\n  - 1\n  name: text\n",
            guid('e')
        );
    folder.asset("Assets/A.unity", &guid('c'), scene);
    folder.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.unity.absent": "1.0.0"}}"#,
    );
    let mut session = open(folder.root());
    for (field, to, unchecked) in [
        ("port", json!(1.5), true),
        ("port", json!("high"), true),
        ("port", json!("8080"), false),
        ("port", json!(99_999_999_999_i64), true),
        ("port", json!(8080), false),
        ("port", json!(3.0), false),
        ("rate", json!(1.5), false),
        ("ports", json!([1, 2.5]), true),
        ("ports", json!([1, 2]), false),
    ] {
        let edits = vec![host_bridge::EditRequest::Set {
            object: host_bridge::EditTarget::Object(ObjectId(1)),
            component: host_bridge::EditComponent::ByIndex(1),
            path: field.to_owned(),
            value: ValueText::from_json_text(to.to_string()),
        }];
        let replied = run(&mut session, Command::PreviewEdits { edits }).expect("a plan");
        let Reply::Plan(plan) = replied.reply else {
            panic!("no plan")
        };
        let told = plan.changes[0].unchecked.clone();
        assert_eq!(told.is_some(), unchecked, "{field} {to}: {plan:?}");
        assert!(
            told.is_none_or(|told| told.contains(field) && told.contains("C# type")),
            "{field}"
        );
        let is_noted = replied.diagnostics.iter().any(|note| note.contains("unchecked"));
        assert_eq!(is_noted, unchecked, "{field} {to}: {:?}", replied.diagnostics);
    }
    for (field, to) in [("name", json!(3)), ("rate", json!([1]))] {
        let edits = vec![host_bridge::EditRequest::Set {
            object: host_bridge::EditTarget::Object(ObjectId(1)),
            component: host_bridge::EditComponent::ByIndex(1),
            path: field.to_owned(),
            value: ValueText::from_json_text(to.to_string()),
        }];
        preview(&mut session, edits).expect_err(field);
    }
}

#[test]
fn asset_detail_lists_its_objects_with_their_references() {
    let folder = project();
    let mut session = open(folder.root());
    let mut detail = |asset: &str, max_bytes: usize| -> AssetDetail {
        let asset = asset.to_owned();
        match run(&mut session, Command::GetAsset { asset, max_bytes })
            .expect("an asset")
            .reply
        {
            Reply::AssetDetail(detail) => *detail,
            other => panic!("{other:?}"),
        }
    };
    let door = detail("Assets/Door.prefab", 16 * 1024);
    let rows: Vec<(&str, &str)> = door
        .contents
        .iter()
        .map(|row| (row.file_id.as_str(), row.type_name.as_str()))
        .collect();
    assert!(
        rows.starts_with(&[("10", "UnityEngine.GameObject")]) && rows.contains(&("77", "UnityEngine.Rigidbody")),
        "{rows:?}"
    );
    let reference = door.contents[0].fields.iter().find(|(name, _)| name == "ref");
    assert_eq!(
        reference.expect("a reference").1.to_value().expect("JSON"),
        json!({"ref": "Assets/Door.prefab", "sub": "10"})
    );
    let sheet = detail("Assets/Sheet.png", 16 * 1024);
    let names: Vec<Value> = sheet
        .contents
        .iter()
        .flat_map(|row| row.fields.iter().filter(|(name, _)| name == "name"))
        .map(|(_, name)| name.to_value().expect("JSON"))
        .collect();
    assert_eq!(names, ["Sheet", "walk_0", "walk_1"]);
    let model = detail("Assets/Old.fbx", 16 * 1024);
    assert!(
        model.left_out.iter().any(|note| note.contains("only Unity")),
        "{:?}",
        model.left_out
    );
    let many: Vec<(i64, String, i64)> = (1..=2_000)
        .map(|id| (2 * id, format!("Part{id}"), if id > 1 { 2 } else { 0 }))
        .collect();
    let many: Vec<(i64, &str, i64)> = many
        .iter()
        .map(|(id, name, parent)| (*id, name.as_str(), *parent))
        .collect();
    folder.write("Assets/Door.prefab", objects(&many));
    let mut session = open(folder.root());
    let asset = "Assets/Door.prefab".to_owned();
    let replied = run(&mut session, Command::GetAsset { asset, max_bytes: 4096 }).expect("an asset");
    let Reply::AssetDetail(large) = replied.reply else {
        panic!("no asset")
    };
    assert!(serde_json::to_string(&*large).expect("JSON").len() <= 4096);
    assert!(
        large.left_out.iter().any(|note| note.contains("more objects")),
        "{:?}",
        large.left_out
    );
}
