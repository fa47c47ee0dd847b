//! Tests that saved values have the form that Unity writes, even if the C# value has another form.

use super::every_kind::{FILE, open_scene, read};
use super::*;
use std::fs;
use unity_files::DiskChange;

fn reload_everything(session: &mut Session) {
    session.disk_changed(&DiskChange {
        everything: true,
        ..DiskChange::default()
    });
}

#[test]
fn writes_prefab_reference_with_type_3_despite_old_meta_file() {
    let (copy, mut session, object, _) = open_scene("GameObject v", "v: {fileID: 0}", "");
    let guid = "0123456789abcdef0123456789abcde3";
    let prefab = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &5\nGameObject:\n  m_Component:\n  - component: {fileID: 6}\n  \
                  m_Name: Old\n  m_IsActive: 1\n--- !u!4 &6\nTransform:\n  m_GameObject: {fileID: 5}\n  m_Children: []\n  m_Father: \
                  {fileID: 0}\n";
    fs::write(copy.root().join("Assets/Old.prefab"), prefab).expect("a file");
    let meta = format!("fileFormatVersion: 2\nguid: {guid}\nNativeFormatImporter:\n  mainObjectFileID: 100100000\n");
    fs::write(copy.root().join("Assets/Old.prefab.meta"), meta).expect("a file");
    reload_everything(&mut session);
    apply(
        &mut session,
        vec![set(object, "Kinds", "v", &json!("Assets/Old.prefab"))],
        None,
    )
    .expect("set");
    save(&mut session, &[FILE]).expect("saved");
    let line = format!("  v: {{fileID: 5, guid: {guid}, type: 3}}\n");
    assert!(copy.read(FILE).contains(&line), "{}", copy.read(FILE));
}

/// The C# type of `TextMesh.color` is `Color`, but Unity stores it as four bytes.
#[test]
fn reads_and_sets_packed_color_as_its_csharp_type() {
    let (copy, mut session, object, text) =
        open_scene("Color32 v", "v:\n    serializedVersion: 2\n    rgba: 4278222720", "");
    let of_text = |rgba: u32| {
        let mesh = format!(
            "--- !u!102 &4\nTextMesh:\n  m_GameObject: {{fileID: 1}}\n  m_Text: Hi\n  m_Color:\n    serializedVersion: 2\n    rgba: {rgba}\n"
        );
        text.replace(
            "  - component: {fileID: 3}\n",
            "  - component: {fileID: 3}\n  - component: {fileID: 4}\n",
        ) + &mesh
    };
    fs::write(copy.root().join(FILE), of_text(u32::MAX)).expect("a file");
    reload_everything(&mut session);
    let color = |session: &mut Session, path: &str, to: &serde_json::Value| {
        let done = apply(session, vec![set(object, "TextMesh", path, to)], None).expect("set");
        let change = &done.plan.changes[0];
        let value = |value: &Option<host_bridge::ValueText>| value.as_ref().expect("a value").to_value().expect("JSON");
        (value(&change.old), value(&change.new))
    };
    let set_to = color(&mut session, "color", &json!([1, 0, 0.5, 1]));
    assert_eq!(set_to, (json!([1, 1, 1, 1]), json!([1, 0, 0.501_960_8, 1])));
    save(&mut session, &[FILE]).expect("saved");
    assert_eq!(copy.read(FILE), of_text(u32::from_le_bytes([255, 0, 128, 255])));
    let part = color(&mut session, "color.g", &json!(0.2));
    assert_eq!(part, (json!(0), json!(0.2)));
    save(&mut session, &[FILE]).expect("saved");
    assert_eq!(copy.read(FILE), of_text(u32::from_le_bytes([255, 51, 128, 255])));
    // A read value can be sent back.
    color(&mut session, "color", &json!([1, 0.2, 0.501_960_8, 1]));
    assert_eq!(preview_save(&mut session, &[FILE]).expect("changes"), []);
    for (path, to, part) in [
        ("color", json!([255, 0, 0, 255]), "m_Color.r"),
        ("color", json!([0, 0, 0, -0.5]), "m_Color.a"),
        ("color.b", json!(2), "m_Color.b"),
    ] {
        let error = apply(&mut session, vec![set(object, "TextMesh", path, &to)], None).expect_err(path);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        let what = format!("{part}: expected a number from 0 to 1");
        assert!(error.message.contains(&what), "{to}: {}", error.message);
    }
    // A field that is a `Color32` in C# stays one.
    assert_eq!(read(&session, object), json!([128, 127, 0, 255]));
}

/// The whole numbers in this vector have more digits than a `float` can represent.
#[test]
fn writes_all_digits_of_integer_vectors() {
    let (copy, mut session, object, text) = open_scene("Vector3Int v", "v: {x: 1, y: 2, z: 3}", "");
    let to = json!([16_777_217, 2, -16_777_217]);
    apply(&mut session, vec![set(object, "Kinds", "v", &to)], None).expect("set");
    save(&mut session, &[FILE]).expect("saved");
    let line = "v: {x: 16777217, y: 2, z: -16777217}";
    assert_eq!(copy.read(FILE), text.replace("v: {x: 1, y: 2, z: 3}", line));
}

#[test]
fn writes_all_fields_of_new_elements_in_an_empty_list() {
    let (copy, mut session, object, text) = open_scene("List<Pair> v", "v: []", "");
    let to = json!([{"max": 9, "Hp": 2}, {}]);
    apply(&mut session, vec![set(object, "Kinds", "v", &to)], None).expect("set");
    save(&mut session, &[FILE]).expect("saved");
    let element = |max: i32, hp: i32| format!("\n  - min: 0\n    max: {max}\n    <Hp>k__BackingField: {hp}");
    let lines = format!("v:{}{}", element(9, 2), element(0, 0));
    assert_eq!(copy.read(FILE), text.replace("v: []", &lines));
}

/// A structure from a C# source is written as a block mapping, even if its fields are named like those of a vector.
#[test]
fn formats_fields_of_new_elements_by_their_type() {
    let source = "[System.Serializable] public class Bag { public Cell cell; public Vector2 at; public List<Cell> more; public Rect area; \
                  public LayerMask mask; public int[] steps; } [System.Serializable] public struct Cell { public int x, y; }";
    let (copy, mut session, object, text) = open_scene("List<Bag> v", "v: []", "");
    let script = std::fs::read_to_string(copy.root().join("Assets/Kinds.cs")).expect("a script");
    let script = script.replace("public class Burn", &format!("{source} public class Burn"));
    fs::write(copy.root().join("Assets/Kinds.cs"), script).expect("a file");
    reload_everything(&mut session);
    let to = json!([{"at": [1, 2]}, {"more": [{"x": 0, "y": 3}], "steps": [1]}]);
    apply(&mut session, vec![set(object, "Kinds", "v", &to)], None).expect("set");
    save(&mut session, &[FILE]).expect("saved");
    let area = "    area:\n      serializedVersion: 2\n      x: 0\n      y: 0\n      width: 0\n      height: 0\n    mask:\n      \
                serializedVersion: 2\n      m_Bits: 0\n";
    let cell = "  - cell:\n      x: 0\n      y: 0\n";
    let lines = format!(
        "v:\n{cell}    at: {{x: 1, y: 2}}\n    more: []\n{area}    steps: \n{cell}    at: {{x: 0, y: 0}}\n    more:\n    - x: 0\n      \
         y: 3\n{area}    steps: 01000000"
    );
    assert_eq!(copy.read(FILE), text.replace("v: []", &lines));
    assert_eq!(preview_save(&mut session, &[FILE]).expect("changes"), []);
}
