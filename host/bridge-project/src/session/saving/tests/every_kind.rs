//! Tests of each kind of value in `wit/value.md`. A value is read, replaced, set to the value that was read, and saved.
//! Then the file must have its original bytes.

use super::*;
use crate::session::changing::batch::tests::preview;
use serde_json::Value;
use std::fs;
use unity_fields::property::PropertyPath;

const SCRIPT: &str = "0123456789abcdef0123456789abcde1";
pub(super) const FILE: &str = "Assets/Kinds.unity";

/// The C# declaration, its lines in the file, the value that a read returns, and a different value.
type Row = (&'static str, &'static str, Value, Value);

fn table() -> Vec<Row> {
    vec![
        ("bool v", "v: 1", json!(true), json!(false)),
        ("float v", "v: 0.1", json!(0.1), json!(2)),
        ("float v", "v: -Infinity", json!("-Infinity"), json!(2)),
        ("double v", "v: 0.1234567890123", json!(0.123_456_789_012_3), json!(2)),
        ("int v", "v: -7", json!(-7), json!(2)),
        ("byte v", "v: 255", json!(255), json!(2)),
        ("uint v", "v: 4294967295", json!(4_294_967_295_u32), json!(2)),
        ("long v", "v: 9007199254740993", json!("9007199254740993"), json!(2)),
        (
            "ulong v",
            "v: 18446744073709551615",
            json!("18446744073709551615"),
            json!(2),
        ),
        ("char v", "v: 65", json!("A"), json!("B")),
        ("char v", "v: 55296", json!(55_296), json!("B")),
        ("string v", "v: 'a: b'", json!("a: b"), json!("c")),
        ("Mood v", "v: 4", json!("Wild"), json!("Calm")),
        ("Abilities v", "v: 5", json!(["Jump", 4]), json!([])),
        (
            "LayerMask v",
            "v:\n    serializedVersion: 2\n    m_Bits: 33",
            json!(["Default", "UI"]),
            json!([]),
        ),
        ("Vector2 v", "v: {x: 1, y: 2.5}", json!([1, 2.5]), json!([0, 0])),
        (
            "Vector3 v",
            "v: {x: 0, y: -9.81, z: 0}",
            json!([0, -9.81, 0]),
            json!([0, 0, 0]),
        ),
        (
            "Vector4 v",
            "v: {x: 0, y: 1, z: 2, w: 3}",
            json!([0, 1, 2, 3]),
            json!([0, 0, 0, 0]),
        ),
        ("Vector2Int v", "v: {x: 1, y: 2}", json!([1, 2]), json!([0, 0])),
        (
            "Vector3Int v",
            "v: {x: 1, y: 2, z: -3}",
            json!([1, 2, -3]),
            json!([0, 0, 0]),
        ),
        (
            "Quaternion v",
            "v: {x: 0, y: 0.5, z: 0, w: 0.8660254}",
            json!([0, 0.5, 0, 0.866_025_4]),
            json!([0, 0, 0, 1]),
        ),
        (
            "Color v",
            "v: {r: 1, g: 0.5, b: 0, a: 1}",
            json!([1, 0.5, 0, 1]),
            json!("#000000"),
        ),
        (
            "Color32 v",
            "v:\n    serializedVersion: 2\n    rgba: 4278222720",
            json!([128, 127, 0, 255]),
            json!([0, 0, 0, 0]),
        ),
        (
            "Rect v",
            "v:\n    serializedVersion: 2\n    x: 1\n    y: 2\n    width: 3\n    height: 4.5",
            json!({"x": 1, "y": 2, "width": 3, "height": 4.5}),
            json!({"x": 0, "y": 0, "width": 0, "height": 0}),
        ),
        (
            "RectInt v",
            "v:\n    x: 1\n    y: 2\n    width: 3\n    height: 4",
            json!({"x": 1, "y": 2, "width": 3, "height": 4}),
            json!({"x": 0, "y": 0, "width": 0, "height": 0}),
        ),
        (
            "Bounds v",
            "v:\n    m_Center: {x: 0, y: 1, z: 2}\n    m_Extent: {x: 0.5, y: 1, z: 0.1}",
            json!({"center": [0, 1, 2], "size": [1, 2, 0.2]}),
            json!({"center": [0, 0, 0], "size": [0, 0, 0]}),
        ),
        (
            "BoundsInt v",
            "v:\n    m_Position: {x: 0, y: 1, z: 2}\n    m_Size: {x: 3, y: 4, z: 5}",
            json!({"position": [0, 1, 2], "size": [3, 4, 5]}),
            json!({"position": [0, 0, 0], "size": [0, 0, 0]}),
        ),
        (
            "Matrix4x4 v",
            "v:\n    e00: 1\n    e01: 2\n    e02: 3\n    e03: 4\n    e10: 5\n    e11: 6\n    e12: 7\n    e13: 8\n    e20: 9\n    e21: \
             10\n    e22: 11\n    e23: 12\n    e30: 0\n    e31: 0\n    e32: 0\n    e33: 0.5",
            json!([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [0, 0, 0, 0.5]]),
            json!([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]),
        ),
        ("int[] v", "v: 01000000feffffff", json!([1, -2]), json!([3, 4])),
        (
            "Tiny[] v",
            "v: 0007ff",
            json!(["None", "Seven", "Last"]),
            json!(["Seven"]),
        ),
        ("List<Deep> v", "v: feff0200", json!(["Below", "Two"]), json!(["Two"])),
        (
            "Far[] v",
            "v: ffffffff00000000",
            json!(["Last", "None"]),
            json!(["None"]),
        ),
        ("Far v", "v: 4294967295", json!("Last"), json!("None")),
        ("List<float> v", "v:\n  - 1\n  - 2.5", json!([1, 2.5]), json!([0, 0])),
        (
            "Pair v",
            "v:\n    min: 0\n    max: 9\n    <Hp>k__BackingField: 3",
            json!({"min": 0, "max": 9, "Hp": 3}),
            json!({"min": 1, "max": 1, "Hp": 1}),
        ),
        (
            "GameObject v",
            "v: {fileID: 1}",
            json!({"ref": "OWN", "name": "Kinds", "type": "UnityEngine.GameObject"}),
            json!(null),
        ),
        (
            "Transform v",
            "v: {fileID: 2}",
            json!({"ref": "OWN", "name": "Kinds", "type": "UnityEngine.Transform", "component": 0}),
            json!(null),
        ),
        (
            "Mesh v",
            "v: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}",
            json!({"ref": "builtin:Cube", "name": "Cube", "type": "UnityEngine.Mesh"}),
            json!(null),
        ),
        ("Mesh v", "v: {fileID: 0}", json!(null), json!("builtin:Cube")),
    ]
}

pub(super) fn open_scene(declared: &str, lines: &str, below: &str) -> (Copy, Session, ObjectId, String) {
    let copy = Copy::sample();
    let meta = |asset: &str, guid: &str, importer: &str| {
        let text = format!("fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  userData: \n");
        fs::write(copy.root().join(format!("{asset}.meta")), text).expect("a file");
    };
    let public = if declared.starts_with('[') { "" } else { "public " };
    let script = format!(
        "using UnityEngine; using System.Collections.Generic;\npublic enum Mood {{ Calm, Wild = 4 }}\n[System.Flags] public enum \
         Abilities {{ Jump = 1, Dash = 2 }}\npublic enum Tiny : byte {{ None, Seven = 7, Last = 255 }}\npublic enum Deep : System.Int16 {{ \
         Below = -2, Two = 2 }}\npublic enum Far : uint {{ None, Last = 4294967295 }}\npublic enum Endless : long {{ None }}\npublic enum \
         Odd : Alias {{ None, One }}\n[System.Serializable] public struct Pair {{ public int min, max; [field: SerializeField] \
         public int Hp {{ get; set; }} }}\npublic class Burn {{ public int damage; }}\npublic class Kinds : MonoBehaviour {{ \
         {public}{declared}; }}\n"
    );
    fs::write(copy.root().join("Assets/Kinds.cs"), script).expect("a file");
    meta("Assets/Kinds.cs", SCRIPT, "MonoImporter");
    let text = format!(
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\nGameObject:\n  m_ObjectHideFlags: 0\n  m_Component:\n  - component: \
         {{fileID: 2}}\n  - component: {{fileID: 3}}\n  m_Layer: 0\n  m_Name: Kinds\n  m_TagString: Untagged\n  m_IsActive: 1\n--- !u!4 \
         &2\nTransform:\n  m_GameObject: {{fileID: 1}}\n  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: 0, \
         z: 0}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children: []\n  m_Father: {{fileID: 0}}\n--- !u!114 &3\nMonoBehaviour:\n  \
         m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {SCRIPT}, type: 3}}\n  {lines}\n{below}"
    );
    fs::write(copy.root().join(FILE), &text).expect("a file");
    meta(FILE, "0123456789abcdef0123456789abcde2", "DefaultImporter");
    let session = copy.open();
    let scene = session.scenes.iter().position(|slot| slot.file.path == FILE);
    let at = (0..session.world.count()).filter_map(|place| session.world.node_at_place(place));
    let mut own = at.filter_map(|at| session.world.node(at));
    let own = own
        .find(|node| Some(node.scene as usize) == scene)
        .expect("an object")
        .id;
    (copy, session, own, text)
}

pub(super) fn read(session: &Session, object: ObjectId) -> Value {
    let at = session.world.find(object).expect("an object");
    let told = session
        .field_text(at, 1, &PropertyPath::from_field("v"))
        .expect("a value");
    serde_json::from_str(told.get()).expect("JSON")
}

#[test]
fn round_trips_every_kind_of_field_byte_for_byte() {
    for (declared, lines, expected, other) in table() {
        let (copy, mut session, object, text) = open_scene(declared, lines, "");
        let what = format!("{declared} {lines}");
        let expected: Value =
            serde_json::from_str(&expected.to_string().replace("OWN", &object.to_string())).expect("JSON");
        let told = read(&session, object);
        assert_eq!(told, expected, "{what}");
        let unchanged = preview(&mut session, vec![set(object, "Kinds", "v", &told)]);
        unchanged.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let away = apply(&mut session, vec![set(object, "Kinds", "v", &other)], None);
        away.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_ne!(read(&session, object), told, "{what}");
        let saved = save(&mut session, &[FILE]);
        saved.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_ne!(copy.read(FILE), text, "{what}");
        let back = apply(&mut session, vec![set(object, "Kinds", "v", &told)], None);
        let back = back.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let row = back.plan.changes[0]
            .new
            .as_ref()
            .expect("a value")
            .to_value()
            .expect("JSON");
        assert_eq!(row, told, "{what}");
        save(&mut session, &[FILE]).unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_eq!(copy.read(FILE), text, "{what}");
    }
}

/// These values can be set only to themselves: an enum value without a name, and a managed reference.
#[test]
fn accepts_only_the_read_value_of_fields_that_cannot_change() {
    let managed = "  references:\n    version: 2\n    RefIds:\n    - rid: 7\n      type: {class: Burn, ns: , asm: Assembly-CSharp}\n      \
                   data:\n        damage: 4\n";
    for (declared, lines, below, expected, refused) in [
        ("Mood v", "v: 9", "", json!(9), json!(8)),
        (
            "[SerializeReference] public object v",
            "v:\n    rid: 7",
            managed,
            json!({"$type": "Assembly-CSharp:Burn", "damage": 4}),
            json!({"$type": "Assembly-CSharp:Burn", "damage": 5}),
        ),
    ] {
        let (copy, mut session, object, text) = open_scene(declared, lines, below);
        let what = format!("{declared} {lines}");
        let told = read(&session, object);
        assert_eq!(told, expected, "{what}");
        let plan = apply(&mut session, vec![set(object, "Kinds", "v", &told)], None);
        plan.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_eq!(read(&session, object), told, "{what}");
        assert_eq!(preview_save(&mut session, &[FILE]).expect("changes"), [], "{what}");
        let error = preview(&mut session, vec![set(object, "Kinds", "v", &refused)]).expect_err(&what);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        assert_eq!(copy.read(FILE), text, "{what}");
    }
}

/// For an array of such an enum, the edit is rejected, because its byte width is unknown.
#[test]
fn rejects_unserialized_enums_and_enum_arrays_of_unknown_width() {
    for (declared, lines, told) in [
        ("Endless v", "v: 0", "no field of that type"),
        ("Endless[] v", "v: 0000000000000000", "no field of that type"),
        ("Odd[] v", "v: 0001", "how wide"),
        ("Odd[] v", "v: 0101", "how wide"),
    ] {
        let (_copy, mut session, object, _) = open_scene(declared, lines, "");
        let to = if declared.contains('[') { json!([0]) } else { json!(0) };
        let error = preview(&mut session, vec![set(object, "Kinds", "v", &to)]).expect_err(declared);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        assert!(error.message.contains(told), "{declared}: {error:?}");
    }
}

/// Reads return a short form of curves and gradients. Only the form in the file contains all their data.
#[test]
fn reads_curves_and_gradients_short_but_writes_the_file_form() {
    let curve = "v:\n    serializedVersion: 2\n    m_Curve:\n    - serializedVersion: 3\n      time: 0\n      value: 1\n      inSlope: \
                 0\n      outSlope: 0.5\n      tangentMode: 0\n      weightedMode: 0\n      inWeight: 0.33333334\n      outWeight: \
                 0.33333334\n    m_PreInfinity: 2\n    m_PostInfinity: 1\n    m_RotationOrder: 4";
    let short = json!({"keys": [[0, 1, 0, 0.5]], "pre": "ClampForever", "post": "Loop"});
    let (copy, mut session, object, text) = open_scene("AnimationCurve v", curve, "");
    assert_eq!(read(&session, object), short);
    let error = preview(&mut session, vec![set(object, "Kinds", "v", &short)]).expect_err("the short form");
    assert!(error.message.contains("m_Curve"), "{error:?}");
    for (value, line) in [(3, "      value: 3\n"), (1, "      value: 1\n")] {
        let whole = json!({"m_Curve": [{"time": 0, "value": value, "outSlope": 0.5}]});
        apply(&mut session, vec![set(object, "Kinds", "v", &whole)], None).expect("set");
        save(&mut session, &[FILE]).expect("saved");
        assert_eq!(copy.read(FILE), text.replace("      value: 1\n", line));
    }
    let keys: String = (0..8)
        .map(|at| format!("    key{at}: {{r: 0, g: 0, b: 0, a: 1}}\n"))
        .collect();
    let times: String = ["ctime", "atime"]
        .iter()
        .flat_map(|name| (0..8).map(move |at| format!("    {name}{at}: {}\n", if at == 1 { 65_535 } else { 0 })))
        .collect();
    let ramp = format!(
        "v:\n    serializedVersion: 2\n{keys}{times}    m_Mode: 1\n    m_ColorSpace: -1\n    m_NumColorKeys: 2\n    m_NumAlphaKeys: 2"
    );
    let (copy, mut session, object, text) = open_scene("Gradient v", &ramp, "");
    let short = json!({"mode": "Fixed", "colors": [[0, 0, 0, 0], [1, 0, 0, 0]], "alphas": [[0, 1], [1, 1]]});
    assert_eq!(read(&session, object), short);
    let error = preview(&mut session, vec![set(object, "Kinds", "v", &short)]).expect_err("the short form");
    assert!(error.message.contains("key0"), "{error:?}");
    for (red, line) in [(0.5, "key1: {r: 0.5,"), (0.0, "key1: {r: 0,")] {
        let whole = json!({"key1": [red, 0, 0, 1]});
        apply(&mut session, vec![set(object, "Kinds", "v", &whole)], None).expect("set");
        save(&mut session, &[FILE]).expect("saved");
        assert_eq!(copy.read(FILE), text.replace("key1: {r: 0,", line));
    }
}
