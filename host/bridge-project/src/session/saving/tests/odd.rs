//! Tests of files with content that Unity would not write or would write differently: it is kept, rejected or reported.

use super::*;
use crate::session::changing::batch::tests::preview;
use std::fs;

const ODD: &str = "Assets/Odd.unity";
const SCRIPT: &str = "0123456789abcdef0123456789abcd01";
const KNOWN: &str = "0123456789abcdef0123456789abcd03";
const NOWHERE: &str = "0123456789ABCDEF0123456789ABCDEF";

fn meta(copy: &Copy, asset: &str, guid: &str, importer: &str) {
    let text = format!("fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  userData: \n");
    fs::write(copy.root().join(format!("{asset}.meta")), text).expect("a file");
}

/// Returns the text of a scene with one object. Its script component has these lines as fields.
fn scene(fields: &str) -> String {
    format!(
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\nGameObject:\n  m_ObjectHideFlags: 0\n  m_Component:\n  \
         - component: {{fileID: 2}}\n  - component: {{fileID: 3}}\n  - component: {{fileID: 4}}\n  m_Layer: 0\n  m_Name: Odd\n  \
         m_TagString: Untagged\n  m_IsActive: 1\n--- !u!4 &2\nTransform:\n  m_GameObject: {{fileID: 1}}\n  m_LocalRotation: {{x: 0, y: \
         0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: 0, z: 0}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children: []\n  m_Father: \
         {{fileID: 0}}\n--- !u!114 &3\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: \
         {SCRIPT}, type: 3}}\n{fields}--- !u!33 &4\nMeshFilter:\n  m_GameObject: {{fileID: 1}}\n  m_Mesh: {{fileID: 0}}\n"
    )
}

/// Copies the sample project, adds a scene with this text, and opens it.
fn odd_scene(text: &str) -> (Copy, Session, ObjectId) {
    let copy = Copy::sample();
    fs::write(copy.root().join(ODD), text).expect("a file");
    meta(&copy, ODD, "0123456789abcdef0123456789abcd02", "DefaultImporter");
    let script = "using UnityEngine;\npublic class Odd : Vendor.Part { public GameObject go; public Material look; public string note; \
                  public GameObject[] all; public float speed; public AnimationCurve curve; public Gradient ramp; }\n";
    fs::write(copy.root().join("Assets/Odd.cs"), script).expect("a file");
    meta(&copy, "Assets/Odd.cs", SCRIPT, "MonoImporter");
    let material = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n  m_Name: Odd\n";
    fs::write(copy.root().join("Assets/Odd.mat"), material).expect("a file");
    meta(&copy, "Assets/Odd.mat", KNOWN, "NativeFormatImporter");
    let session = copy.open();
    let scene = session.scenes.iter().position(|slot| slot.file.path == ODD);
    let at = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let mut own = at.filter_map(|at| session.world.node(at));
    let id = own
        .find(|node| Some(node.scene as usize) == scene)
        .expect("an object")
        .id;
    (copy, session, id)
}

#[track_caller]
fn expect_refusal(session: &mut Session, object: ObjectId, field: &str, to: &serde_json::Value, words: &[&str]) {
    let error = apply(session, vec![set(object, "Odd", field, to)], None).expect_err(field);
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
    let told = format!("{} {}", error.message, error.hint.unwrap_or_default());
    for word in words {
        assert!(told.contains(word), "no {word} in {told}");
    }
}

fn old_of(session: &mut Session, object: ObjectId, field: &str, to: &serde_json::Value) -> serde_json::Value {
    let plan = preview(session, vec![set(object, "Odd", field, to)]).expect("a plan");
    serde_json::from_str(plan.changes[0].old.as_ref().expect("a value").get()).expect("JSON")
}

#[test]
fn interprets_empty_value_by_its_declared_type() {
    let text = scene("  go: \n  all: \n  note: \n  untold: \n");
    let (copy, mut session, object) = odd_scene(&text);
    for wrong in [json!("plain text"), json!("obj:4000001"), json!(5), json!("")] {
        expect_refusal(&mut session, object, "go", &wrong, &[]);
    }
    expect_refusal(&mut session, object, "all", &json!("plain text"), &["array"]);
    expect_refusal(
        &mut session,
        object,
        "untold",
        &json!("plain text"),
        &["empty", "its type is not known"],
    );
    assert_eq!(
        old_of(&mut session, object, "go", &json!(object.to_string())),
        json!(null)
    );
    let note = set(object, "Odd", "note", &json!("plain text"));
    apply(&mut session, vec![note], None).expect("a text");
    let to = set(object, "Odd", "go", &json!(object.to_string()));
    apply(&mut session, vec![to], None).expect("a reference");
    save(&mut session, &[ODD]).expect("saved");
    let wanted = text.replace("  go: \n", "  go: {fileID: 1}\n");
    assert_eq!(copy.read(ODD), wanted.replace("  note: \n", "  note: plain text\n"));
    for entry in [1, 2] {
        undo(&mut session, &[entry]).expect("undone");
    }
    save(&mut session, &[ODD]).expect("saved");
    assert_eq!(copy.read(ODD), text);
}

#[test]
fn rejects_saving_a_field_without_a_line_in_the_file() {
    let text = scene("  note: a\n");
    let (copy, mut session, object) = odd_scene(&text);
    let done = apply(&mut session, vec![set(object, "Odd", "speed", &json!(2))], None).expect("set");
    for told in [
        preview_save(&mut session, &[ODD]).map(|_| ()),
        save(&mut session, &[ODD]).map(|_| ()),
    ] {
        let error = told.expect_err("no line");
        assert!(error.message.contains("no line of speed"), "{error}");
    }
    undo(&mut session, &[done.entry]).expect("undone");
    apply(&mut session, vec![set(object, "Odd", "note", &json!("b"))], None).expect("set");
    save(&mut session, &[ODD]).expect("saved");
    assert_eq!(copy.read(ODD), text.replace("note: a", "note: b"));
}

#[test]
fn reports_and_restores_dangling_references_byte_for_byte() {
    for spelling in [
        format!("{{fileID: 5, guid: {NOWHERE}, type: 3}}"),
        format!("{{fileID: -5, guid: {}, type: 2}}", NOWHERE.to_lowercase()),
        "{fileID: 123456}".to_owned(),
        format!("{{fileID: 2100001, guid: {}, type: 2}}", KNOWN.to_uppercase()),
    ] {
        let text = scene(&format!("  go: {spelling}\n"));
        let (copy, mut session, object) = odd_scene(&text);
        let old = old_of(&mut session, object, "go", &json!(null));
        assert_ne!(old, json!(null), "{spelling}");
        let done = apply(&mut session, vec![set(object, "Odd", "go", &json!(null))], None).expect("set");
        save(&mut session, &[ODD]).expect("saved");
        assert!(copy.read(ODD).contains("  go: {fileID: 0}\n"), "{spelling}");
        undo(&mut session, &[done.entry]).expect("undone");
        save(&mut session, &[ODD]).expect("saved");
        assert_eq!(copy.read(ODD), text, "{spelling}");
    }
}

#[test]
fn reports_unusual_reference_spelling_and_never_overwrites_it() {
    for spelling in [
        "{fileID: 5.0}".to_owned(),
        "{fileID: 1e3}".to_owned(),
        "{fileID: 0x64}".to_owned(),
        "{fileID: 99999999999999999999}".to_owned(),
        "{fileID: }".to_owned(),
        "{fileID: 5, fileID: 6}".to_owned(),
        "{fileID: 5, guid: 0123, type: 3}".to_owned(),
        format!("{{fileID: 0, guid: {KNOWN}, type: 3}}"),
    ] {
        for (field, lines) in [
            ("go", format!("  go: {spelling}\n")),
            ("all", format!("  all:\n  - {spelling}\n")),
        ] {
            let text = scene(&lines);
            let (copy, mut session, object) = odd_scene(&text);
            let (path, null) = match field {
                "go" => ("go", json!(null)),
                _ => ("all[0]", json!(null)),
            };
            expect_refusal(&mut session, object, path, &null, &[&spelling, "not how Unity spells"]);
            if field == "all" {
                expect_refusal(&mut session, object, "all", &json!([null, null]), &[]);
            }
            // A read value can be sent back unchanged, and changes nothing.
            let at = session.world.find(object).expect("an object");
            let path = unity_fields::property::PropertyPath::from_field(field);
            let told = session.field_text(at, 1, &path).expect("a value");
            assert!(
                told.get().contains("unverifiable") && told.get().contains(&spelling),
                "{}",
                told.get()
            );
            let told: serde_json::Value = serde_json::from_str(told.get()).expect("JSON");
            let _ = apply(&mut session, vec![set(object, "Odd", field, &told)], None);
            assert_eq!(preview_save(&mut session, &[]).expect("nothing"), []);
            assert_eq!(copy.read(ODD), text);
        }
    }
}

#[test]
fn rejects_edits_of_a_component_with_a_duplicate_field() {
    let text = scene("  speed: 1\n  note: a\n  speed: 2\n");
    let (copy, mut session, object) = odd_scene(&text);
    expect_refusal(&mut session, object, "speed", &json!(7), &["twice", "speed"]);
    expect_refusal(&mut session, object, "note", &json!("b"), &["twice", "speed"]);
    assert_eq!(copy.read(ODD), text);
}

#[test]
fn rejects_saving_scene_with_duplicate_document_ids() {
    let text = scene("  speed: 1\n") + "--- !u!114 &3\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n";
    let (copy, mut session, object) = odd_scene(&text);
    let edit = set(object, "Transform", "m_LocalPosition.y", &json!(7));
    apply(&mut session, vec![edit], None).expect("set");
    let error = save(&mut session, &[ODD]).expect_err("two are one");
    assert_eq!(error.kind, BridgeErrorKind::Unsupported, "{error:?}");
    assert!(
        error.message.contains("&3 (MonoBehaviour in line") && error.message.contains("more than one document"),
        "{error:?}"
    );
    assert_eq!(copy.read(ODD), text);
    let scene = session
        .scenes
        .iter()
        .find(|slot| slot.file.path == ODD)
        .expect("a scene");
    let told = &scene.loaded.as_ref().expect("it is loaded").problems;
    assert!(told.iter().any(|problem| problem.contains("&3")), "{told:?}");
}

#[test]
fn rejects_asset_of_another_type_than_the_field() {
    let (_copy, mut session, object) = odd_scene(&scene("  look: {fileID: 0}\n  go: {fileID: 0}\n"));
    let by_guid = json!({"guid": KNOWN, "fileID": 2_100_000, "type": 2});
    for to in [
        json!("Assets/Odd.mat"),
        json!({"ref": "Assets/Odd.mat"}),
        by_guid.clone(),
    ] {
        for (component, field) in [("MeshFilter", "m_Mesh"), ("Odd", "go")] {
            let edit = set(object, component, field, &to);
            let error = apply(&mut session, vec![edit], None).expect_err("another type");
            assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
            assert!(error.message.contains("Material"), "{error:?}");
        }
        apply(&mut session, vec![set(object, "Odd", "look", &to)], None).expect("a material");
    }
}

#[test]
fn rejects_overwriting_an_asset_reference_without_a_type() {
    let text = scene(&format!("  look: {{fileID: 2100000, guid: {KNOWN}}}\n"));
    let (copy, mut session, object) = odd_scene(&text);
    assert_eq!(
        old_of(&mut session, object, "look", &json!(null))["ref"],
        "Assets/Odd.mat"
    );
    apply(&mut session, vec![set(object, "Odd", "look", &json!(null))], None).expect("set");
    let error = save(&mut session, &[ODD]).expect_err("it has no type");
    assert_eq!(error.kind, BridgeErrorKind::Unsupported, "{error:?}");
    assert!(error.message.contains("not how Unity spells"), "{error:?}");
    assert_eq!(copy.read(ODD), text);
}

#[test]
fn rejects_short_curve_or_gradient_and_names_the_full_form() {
    let curve = "  curve:\n    serializedVersion: 2\n    m_Curve: []\n    m_PreInfinity: 2\n    m_PostInfinity: 2\n    m_RotationOrder: 4\n";
    let ramp = "  ramp:\n    serializedVersion: 2\n    key0: {r: 1, g: 1, b: 1, a: 1}\n    ctime0: 0\n    atime0: 0\n    m_Mode: 0\n    \
                m_NumColorKeys: 1\n    m_NumAlphaKeys: 1\n";
    let (_copy, mut session, object) = odd_scene(&scene(&format!("{curve}{ramp}")));
    for (field, words) in [
        ("curve", ["short form", "m_Curve"]),
        ("ramp", ["short form", "m_NumColorKeys"]),
    ] {
        let at = session.world.find(object).expect("an object");
        let path = unity_fields::property::PropertyPath::from_field(field);
        let told = session.field_text(at, 1, &path).expect("a value");
        let told: serde_json::Value = serde_json::from_str(told.get()).expect("JSON");
        expect_refusal(&mut session, object, field, &told, &words);
    }
}

#[test]
fn keeps_unusual_number_spelling_after_undo_or_rejected_save() {
    for spelled in [
        "0.50",
        "5e-1",
        "0.500000001",
        "-inf",
        "1e999",
        "nan",
        "NaN",
        ".5",
        "1",
        "1e-05",
        "Infinity",
    ] {
        let text = scene(&format!("  speed: {spelled}\n"));
        let (copy, mut session, object) = odd_scene(&text);
        let entry = apply(&mut session, vec![set(object, "Odd", "speed", &json!(0.25))], None)
            .expect("set")
            .entry;
        match save(&mut session, &[ODD]) {
            Ok(_) => {
                assert_eq!(copy.read(ODD), scene("  speed: 0.25\n"));
                undo(&mut session, &[entry]).expect("undone");
                save(&mut session, &[ODD]).unwrap_or_else(|error| panic!("{spelled}: {error:?}"));
            }
            Err(error) => assert!(error.message.contains("spelled"), "{spelled}: {error:?}"),
        }
        assert_eq!(copy.read(ODD), text, "{spelled}");
    }
}
