//! Tests of undo for saved references of prefab instances. The same file id means different objects in the scene's file
//! and in the prefab's file.

use super::*;
use std::fs;
use tests_projects::objects;

pub(super) const SCENE: &str = "Assets/Linked.unity";
pub(super) const SCRIPT: &str = "0123456789abcdef0123456789abcd01";
pub(super) const PREFAB: &str = "0123456789abcdef0123456789abcd04";

fn row(path: &str, value: &str, reference: i64) -> String {
    format!(
        "    - target: {{fileID: 77, guid: {PREFAB}, type: 3}}\n      propertyPath: {path}\n      value: {value}\n      objectReference: {{fileID: \
         {reference}}}\n"
    )
}

/// Opens the sample project with a scene whose prefab instance refers to objects of the scene and of itself.
pub(super) fn linked_scene() -> (Copy, Session, ObjectId) {
    let copy = Copy::sample();
    let write = |path: &str, text: &str, guid: &str, importer: &str| {
        fs::write(copy.root().join(path), text).expect("a file");
        let meta = format!("fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  userData: \n");
        fs::write(copy.root().join(format!("{path}.meta")), meta).expect("a file");
    };
    let source = "using UnityEngine;\npublic class Linked : MonoBehaviour { public GameObject near; public GameObject far; public \
                  GameObject[] all; public GameObject[] own; public Material look; public Transform spot; public Pack[] packs; public string[] names; public float[] steps; }\n[System.Serializable] public class Pack { \
                  public int[] sizes; public Color32 tint; public int count; }\n";
    write("Assets/Linked.cs", source, SCRIPT, "MonoImporter");
    let prefab = objects(&[(1, "Linked", 0), (7, "Part", 1), (5, "Rest", 1)])
        + &format!(
            "--- !u!114 &77\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {SCRIPT}, \
             type: 3}}\n  near: {{fileID: 7}}\n  far: {{fileID: 0}}\n  all:\n  - {{fileID: 7}}\n  own:\n  - {{fileID: 7}}\n  - {{fileID: 5}}\n  look: {{fileID: 0}}\n  packs: []\n  names:\n  - one\n  - two\n  steps:\n  - 1\n  - 2.5\n"
        );
    write("Assets/Linked.prefab", &prefab, PREFAB, "PrefabImporter");
    let rows = row("far", "", 31)
        + &row("all.Array.size", "3", 0)
        + &row("all.Array.data[1]", "", 3)
        + &row("all.Array.data[2]", "", 31);
    let scene = objects(&[(31, "Main", 0), (3, "Other", 0)])
        + &format!(
            "--- !u!1001 &900\nPrefabInstance:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Modification:\n    m_TransformParent: \
             {{fileID: 0}}\n    m_Modifications:\n{rows}    m_RemovedComponents: []\n  m_SourcePrefab: {{fileID: 100100000, guid: {PREFAB}, \
             type: 3}}\n"
        );
    write(SCENE, &scene, "0123456789abcdef0123456789abcd05", "DefaultImporter");
    let session = copy.open();
    let at = find_object(&session, "/Linked");
    (copy, session, at)
}

pub(super) fn find_object(session: &Session, path: &str) -> ObjectId {
    let scene = session.scenes.iter().position(|slot| slot.file.path == SCENE);
    let places = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let mut found = places.filter(|at| session.world.path_of(*at) == path);
    let node = found.find_map(|at| {
        let node = session.world.node(at)?;
        (Some(node.scene as usize) == scene).then_some(node.id)
    });
    node.expect("an object at the path")
}

/// Returns a field of the instance as a read command returns it.
pub(super) fn read_field(session: &mut Session, object: ObjectId, field: &str) -> serde_json::Value {
    let command = Command::GetMember {
        object,
        component: "Linked".to_owned(),
        member: field.to_owned(),
    };
    let host_bridge::Reply::Member(member) = session.run(command).expect("a member").reply else {
        panic!("no member")
    };
    serde_json::from_str(&member.value).expect("JSON")
}

/// Returns the paths of the objects to which a field refers.
fn target_paths(session: &mut Session, object: ObjectId, field: &str) -> Vec<String> {
    let value = read_field(session, object, field);
    let path = |value: &serde_json::Value| match value.get("objectId").and_then(serde_json::Value::as_str) {
        Some(id) => {
            let at = session
                .world
                .find(ObjectId::parse(id).expect("an id"))
                .expect("an object");
            session.world.path_of(at)
        }
        None => value.to_string(),
    };
    match &value {
        serde_json::Value::Array(items) => items.iter().map(path).collect(),
        value => vec![path(value)],
    }
}

/// In an instance, list items are separate properties, not hexadecimal digits. `serializedVersion` is no property.
#[test]
fn writes_each_value_of_a_new_element_as_an_override() {
    let (copy, mut session, object) = linked_scene();
    let to = json!([{"sizes": [4, 7], "tint": [1, 2, 3, 4], "count": 2}]);
    apply(&mut session, vec![set(object, "Linked", "packs", &to)], None).expect("set");
    save(&mut session, &[SCENE]).expect("saved");
    let text = copy.read(SCENE);
    let rows: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("propertyPath: packs"))
        .collect();
    let below = |path: &str| format!(".Array.data[0].{path}");
    assert_eq!(
        rows,
        [
            ".Array.size".to_owned(),
            below("sizes.Array.size"),
            below("sizes.Array.data[0]"),
            below("sizes.Array.data[1]"),
            below("tint.rgba"),
            below("count"),
        ]
    );
    session.disk_changed(&unity_files::DiskChange {
        everything: true,
        ..unity_files::DiskChange::default()
    });
    let read = target_paths(&mut session, object, "packs");
    assert!(read[0].contains("[4,7]"), "{read:?}");
}

#[test]
fn undo_restores_saved_references_byte_for_byte() {
    let (copy, mut session, object) = linked_scene();
    let before = copy.read(SCENE);
    let [main, other, rest] = ["/Main", "/Other", "/Linked/Rest"].map(|path| find_object(&session, path));
    let id = |object: ObjectId| json!(object.to_string());
    for (field, of_file, to) in [
        // Set by a row of the scene's file, which saving sets again.
        ("far", vec!["/Main"], id(other)),
        ("far", vec!["/Main"], json!(null)),
        // Set by the prefab, for which saving adds a row.
        ("near", vec!["/Linked/Part"], id(main)),
        ("near", vec!["/Linked/Part"], json!(null)),
        // Set by both, in part.
        ("all", vec!["/Linked/Part", "/Other", "/Main"], json!([])),
        ("all", vec!["/Linked/Part", "/Other", "/Main"], json!([id(other)])),
        (
            "all",
            vec!["/Linked/Part", "/Other", "/Main"],
            json!([null, id(main), null, id(other)]),
        ),
        ("own", vec!["/Linked/Part", "/Linked/Rest"], json!([])),
        ("own", vec!["/Linked/Part", "/Linked/Rest"], json!([id(main), null])),
    ] {
        assert_eq!(target_paths(&mut session, object, field), of_file, "{field}");
        let entry = apply(&mut session, vec![set(object, "Linked", field, &to)], None)
            .unwrap_or_else(|error| panic!("{field} {to}: {error:?}"))
            .entry;
        let changed = target_paths(&mut session, object, field);
        save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{field} {to}: {error:?}"));
        let saved = copy.read(SCENE);
        assert_ne!(saved, before, "{field} {to}");
        assert_eq!(target_paths(&mut session, object, field), changed, "{field} {to}");

        let back = undo(&mut session, &[entry]).expect("undone").entry;
        assert_eq!(target_paths(&mut session, object, field), of_file, "{field} {to}");
        save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{field} {to} undone: {error:?}"));
        assert_eq!(copy.read(SCENE), before, "{field} {to}");
        assert_eq!(preview_save(&mut session, &[]).expect("nothing"), []);

        undo(&mut session, &[back]).expect("done again");
        assert_eq!(target_paths(&mut session, object, field), changed, "{field} {to}");
        save(&mut session, &[SCENE]).expect("saved");
        assert_eq!(copy.read(SCENE), saved, "{field} {to}");
        undo(&mut session, &[entry]).expect("undone");
        save(&mut session, &[SCENE]).expect("saved");
        assert_eq!(copy.read(SCENE), before, "{field} {to}");
    }
    // A value that no row can express is rejected, and blocks nothing else.
    let error = apply(&mut session, vec![set(object, "Linked", "near", &id(rest))], None);
    let entry = error.expect("set").entry;
    let refused = save(&mut session, &[SCENE]).expect_err("no placeholder");
    assert!(refused.message.contains("placeholder"), "{}", refused.message);
    undo(&mut session, &[entry]).expect("undone");
    assert_eq!(preview_save(&mut session, &[]).expect("nothing"), []);
    assert_eq!(copy.read(SCENE), before);
}

#[test]
fn undoes_repeated_saved_changes_step_by_step() {
    let (copy, mut session, object) = linked_scene();
    let before = copy.read(SCENE);
    let [main, other] = ["/Main", "/Other"].map(|path| find_object(&session, path).to_string());
    let step = |session: &mut Session, to: serde_json::Value| {
        let entry = apply(session, vec![set(object, "Linked", "all", &to)], None)
            .expect("set")
            .entry;
        save(session, &[SCENE]).expect("saved");
        (entry, copy.read(SCENE))
    };
    let (first, once) = step(&mut session, json!([main]));
    let (second, _) = step(&mut session, json!([main, other, null, main]));
    undo(&mut session, &[second]).expect("undone");
    assert_eq!(target_paths(&mut session, object, "all"), ["/Main"]);
    save(&mut session, &[SCENE]).expect("saved");
    let rows = |text: &str| text.matches("propertyPath: all").count();
    assert_eq!(rows(&copy.read(SCENE)), rows(&once));
    undo(&mut session, &[first]).expect("undone");
    assert_eq!(
        target_paths(&mut session, object, "all"),
        ["/Linked/Part", "/Other", "/Main"]
    );
    save(&mut session, &[SCENE]).expect("saved");
    assert_eq!(copy.read(SCENE), before);
}

#[test]
fn asset_override_can_be_changed_and_undone_repeatedly() {
    let (copy, mut session, object) = linked_scene();
    for (name, guid) in [
        ("Red", "0123456789abcdef0123456789abcd06"),
        ("Blue", "0123456789abcdef0123456789abcd07"),
    ] {
        let text =
            format!("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n  m_Name: {name}\n");
        fs::write(copy.root().join(format!("Assets/{name}.mat")), text).expect("a file");
        let meta = format!("fileFormatVersion: 2\nguid: {guid}\nNativeFormatImporter:\n  mainObjectFileID: 2100000\n");
        fs::write(copy.root().join(format!("Assets/{name}.mat.meta")), meta).expect("a file");
    }
    drop(session);
    session = copy.open();
    let before = copy.read(SCENE);
    let mut steps = Vec::new();
    for to in [
        json!("Assets/Red.mat"),
        json!("Assets/Blue.mat"),
        json!(null),
        json!("Assets/Red.mat"),
    ] {
        let entry = apply(&mut session, vec![set(object, "Linked", "look", &to)], None)
            .expect("set")
            .entry;
        steps.push((entry, copy.read(SCENE)));
        save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{to}: {error:?}"));
    }
    assert!(
        copy.read(SCENE)
            .contains("objectReference: {fileID: 2100000, guid: 0123456789abcdef0123456789abcd06, type: 2}")
    );
    // A host without the history of the value also works.
    let mut other = copy.open();
    let entry = apply(
        &mut other,
        vec![set(object, "Linked", "look", &json!("Assets/Blue.mat"))],
        None,
    )
    .expect("set");
    let saved = copy.read(SCENE);
    save(&mut other, &[SCENE]).expect("saved");
    undo(&mut other, &[entry.entry]).expect("undone");
    save(&mut other, &[SCENE]).expect("saved back");
    assert_eq!(copy.read(SCENE), saved);
    for (entry, _) in steps.iter().rev() {
        undo(&mut session, &[*entry]).expect("undone");
        save(&mut session, &[SCENE]).expect("saved");
    }
    assert_eq!(copy.read(SCENE), before);
}
