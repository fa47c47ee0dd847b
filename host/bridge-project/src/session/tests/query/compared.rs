//! Tests of comparing a field with a value. The field's kind determines the comparison, and every value form that edits
//! accept works.

use super::*;

/// Creates four cameras, two of which draw the layer UI, and a script with a value of every kind.
fn project() -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    project.write(
        "ProjectSettings/TagManager.asset",
        "%YAML 1.1\n--- !u!78 &1\nTagManager:\n  tags: []\n  layers:\n  - Default\n  - TransparentFX\n  - Ignore Raycast\n  - \n  - Water\n  - UI\n",
    );
    let camera = |id: i64, object: i64, bits: &str| {
        format!(
            "--- !u!20 &{id}\nCamera:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_ClearFlags: 1\n  m_BackGroundColor: {{r: 1, g: 1, b: 1, a: 1}}\n  m_CullingMask:\n    serializedVersion: 2\n    m_Bits: {bits}\n  m_TargetTexture: {{fileID: 0}}\n"
        )
    };
    let body = "--- !u!54 &80\nRigidbody:\n  m_GameObject: {fileID: 1}\n  m_Mass: 1\n  m_UseGravity: 1\n  m_Constraints: 112\n";
    project.asset(
        "Assets/All.cs",
        &guid('d'),
        "public class All : UnityEngine.MonoBehaviour { public long big; public string word; public bool on; public UnityEngine.Vector3 at; public UnityEngine.Material[] looks; public Mood mood; } public enum Mood { Calm, Wild = 4 }",
    );
    let script = "--- !u!114 &81\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  big: 9007199254740993\n  word: Hello\n  on: 1\n  at: {x: 1, y: 2.5, z: 0}\n  looks: []\n  mood: 4\n"
        .replace("GUID", &guid('d'));
    let rotated = "Transform:\n  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n";
    let scene = objects(&[(1, "Every", 0), (3, "Screen", 1), (5, "None", 0), (7, "Rest", 0)])
        .replace("Transform:\n", rotated)
        + &camera(70, 1, "4294967295")
        + &camera(71, 3, "32")
        + &camera(72, 5, "0")
        + &camera(73, 7, "1")
        + body
        + &script;
    project.asset("Assets/A.unity", &guid('a'), scene);
    project
}

fn names(
    session: &mut Session,
    type_name: &str,
    path: &str,
    op: &Op,
    value: &Value,
) -> Result<Vec<String>, BridgeError> {
    let filter = vec![type_filter(type_name, &[(path, op.clone(), Some(value.clone()))])];
    let answer = find(session, request(Scope::Loaded, filter, Vec::new()))?;
    Ok(answer
        .rows
        .iter()
        .map(|row| row.path.rsplit('/').next().unwrap_or_default().to_owned())
        .collect())
}

#[test]
fn compares_masks_flags_and_names_by_field_kind() {
    let project = project();
    let mut session = open(&project);
    let all = ["Every", "None", "Rest", "Screen"];
    let table: Vec<(&str, &str, Op, Value, Vec<&str>)> = vec![
        (
            "Camera",
            "cullingMask",
            Op::Contains,
            json!("UI"),
            vec!["Every", "Screen"],
        ),
        (
            "Camera",
            "cullingMask",
            Op::Contains,
            json!(["UI"]),
            vec!["Every", "Screen"],
        ),
        ("Camera", "cullingMask", Op::Contains, json!(5), vec!["Every", "Screen"]),
        (
            "Camera",
            "cullingMask",
            Op::Contains,
            json!(["UI", "Default"]),
            vec!["Every"],
        ),
        (
            "Camera",
            "cullingMask",
            Op::Contains,
            json!("Everything"),
            vec!["Every"],
        ),
        ("Camera", "cullingMask", Op::Equal, json!(["UI"]), vec!["Screen"]),
        ("Camera", "cullingMask", Op::Equal, json!(32), vec!["Screen"]),
        ("Camera", "cullingMask", Op::Equal, json!(-1), vec!["Every"]),
        (
            "Camera",
            "cullingMask",
            Op::Equal,
            json!(4_294_967_295_u32),
            vec!["Every"],
        ),
        ("Camera", "cullingMask", Op::Equal, json!("Everything"), vec!["Every"]),
        ("Camera", "cullingMask", Op::Equal, json!("Nothing"), vec!["None"]),
        ("Camera", "cullingMask", Op::Equal, json!([]), vec!["None"]),
        (
            "Camera",
            "cullingMask",
            Op::Unequal,
            json!("Everything"),
            vec!["None", "Rest", "Screen"],
        ),
        ("Camera", "clearFlags", Op::Equal, json!("skybox"), all.to_vec()),
        ("Camera", "clearFlags", Op::Equal, json!(1), all.to_vec()),
        ("Camera", "clearFlags", Op::Unequal, json!("Skybox"), vec![]),
        ("Camera", "backgroundColor", Op::Equal, json!("#ffffff"), all.to_vec()),
        ("Camera", "backgroundColor", Op::Equal, json!([1, 1, 1]), all.to_vec()),
        (
            "Camera",
            "backgroundColor",
            Op::Equal,
            json!({"r": 1, "g": 1, "b": 1, "a": 1}),
            all.to_vec(),
        ),
        ("Camera", "backgroundColor", Op::Unequal, json!("#ff0000"), all.to_vec()),
        ("Camera", "targetTexture", Op::Equal, json!(null), all.to_vec()),
        ("Camera", "targetTexture", Op::Unequal, json!(null), vec![]),
        (
            "Rigidbody",
            "constraints",
            Op::Contains,
            json!("FreezeRotationX"),
            vec!["Every"],
        ),
        (
            "Rigidbody",
            "constraints",
            Op::Contains,
            json!("FreezePositionX"),
            vec![],
        ),
        (
            "Rigidbody",
            "constraints",
            Op::Equal,
            json!("FreezeRotation"),
            vec!["Every"],
        ),
        ("Rigidbody", "constraints", Op::Equal, json!(112), vec!["Every"]),
        ("Rigidbody", "useGravity", Op::Equal, json!(1), vec!["Every"]),
        ("All", "big", Op::Equal, json!(9_007_199_254_740_993_i64), vec!["Every"]),
        ("All", "big", Op::Equal, json!("9007199254740993"), vec!["Every"]),
        ("All", "big", Op::Equal, json!(9_007_199_254_740_992_i64), vec![]),
        (
            "All",
            "big",
            Op::Greater,
            json!(9_007_199_254_740_992_i64),
            vec!["Every"],
        ),
        ("All", "mood", Op::Equal, json!("WILD"), vec!["Every"]),
        ("All", "mood", Op::Contains, json!("wil"), vec!["Every"]),
        ("All", "at", Op::Equal, json!({"x": 1, "y": 2.5, "z": 0}), vec!["Every"]),
        ("All", "at", Op::Equal, json!([1, 2.5, 0]), vec!["Every"]),
        (
            "Transform",
            "localEulerAngles",
            Op::Equal,
            json!([0, 0, 0]),
            all.to_vec(),
        ),
    ];
    for (type_name, path, op, value, expected) in table {
        let found = names(&mut session, type_name, path, &op, &value);
        let mut found = found.unwrap_or_else(|error| panic!("{type_name}.{path} {op:?} {value}: {error:?}"));
        found.sort_unstable();
        assert_eq!(found, expected, "{type_name}.{path} {op:?} {value}");
    }
}

#[test]
fn rejects_value_that_the_field_kind_cannot_hold() {
    let project = project();
    let mut session = open(&project);
    let table: Vec<(&str, &str, Op, Value, Vec<&str>)> = vec![
        (
            "Camera",
            "cullingMask",
            Op::Contains,
            json!("Watr"),
            vec!["Camera.cullingMask", "Watr", "Water"],
        ),
        ("Camera", "cullingMask", Op::Equal, json!(true), vec!["layer"]),
        ("Camera", "cullingMask", Op::Equal, json!(1.5), vec!["4294967295"]),
        (
            "Camera",
            "clearFlags",
            Op::Equal,
            json!("Skybx"),
            vec!["Skybx", "Skybox"],
        ),
        (
            "Camera",
            "clearFlags",
            Op::Unequal,
            json!("Bogus"),
            vec!["Bogus", "Skybox"],
        ),
        ("Camera", "backgroundColor", Op::Equal, json!("white"), vec!["#rrggbb"]),
        ("Camera", "targetTexture", Op::Equal, json!(3), vec!["asset path"]),
        (
            "Rigidbody",
            "constraints",
            Op::Contains,
            json!("FreezeX"),
            vec!["FreezeX", "FreezeRotationX"],
        ),
        (
            "Rigidbody",
            "mass",
            Op::Equal,
            json!("1"),
            vec!["Rigidbody.mass", "a number"],
        ),
        (
            "Rigidbody",
            "useGravity",
            Op::Equal,
            json!("true"),
            vec!["true or false"],
        ),
        ("All", "big", Op::Equal, json!("much"), vec!["a number"]),
        ("All", "word", Op::Equal, json!(5), vec!["a text"]),
        ("All", "mood", Op::Equal, json!("Angry"), vec!["Mood", "Wild = 4"]),
        ("All", "at", Op::Equal, json!([0, 0]), vec!["3 numbers"]),
        ("All", "at", Op::Equal, json!("0,0,0"), vec!["3 numbers"]),
    ];
    for (type_name, path, op, value, told) in table {
        let found = names(&mut session, type_name, path, &op, &value);
        let error = found.expect_err(&format!("{type_name}.{path} {op:?} {value}"));
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        let all = format!("{} {}", error.message, error.hint.unwrap_or_default());
        for part in told {
            assert!(all.contains(part), "{type_name}.{path} {value}: no {part} in {all}");
        }
    }
    for path in [
        "looks.length",
        "looks.bogus",
        "looks.size",
        "at.w",
        "word.length",
        "mood.name",
    ] {
        let error = names(&mut session, "All", path, &Op::AtLeast, &json!(0)).expect_err(path);
        assert_eq!(error.kind, BridgeErrorKind::NotFound, "{path}: {error:?}");
        assert!(error.message.contains(path), "{path}: {}", error.message);
    }
    // An item that currently does not exist is not a wrong name.
    assert_eq!(
        names(&mut session, "All", "looks[0]", &Op::Equal, &json!(null)).expect("no error"),
        Vec::<String>::new()
    );
}

#[test]
fn finds_objects_without_parent_or_prefab_by_null() {
    let project = project();
    let mut session = open(&project);
    let fact = |path: &str, op: Op, value: Option<Value>| {
        FilterNode::Fact(Test {
            path: path.to_owned(),
            op,
            value: value.map(|value| ValueText::from_json_text(value.to_string())),
        })
    };
    for (node, expected) in [
        (fact("parent", Op::Exists, None), 1),
        (fact("parent", Op::Equal, Some(json!("/Every"))), 1),
        (fact("parent", Op::Equal, Some(json!("/Rest"))), 0),
        (fact("parent", Op::Equal, Some(json!(null))), 3),
        (fact("prefab", Op::Equal, Some(json!(null))), 4),
        (fact("prefab", Op::Exists, None), 0),
        (fact("components", Op::Contains, Some(json!("Camera"))), 4),
        (fact("components", Op::Contains, Some(json!("UnityEngine.Camera"))), 4),
        (fact("components", Op::Contains, Some(json!("Rigidbody"))), 1),
        (fact("components", Op::Contains, Some(json!("Behaviour"))), 4),
        (
            fact("components", Op::Contains, Some(json!("UnityEngine.Component"))),
            4,
        ),
    ] {
        let told = format!("{node:?}");
        let answer = find(&mut session, request(Scope::Loaded, vec![node], Vec::new())).expect("rows");
        assert_eq!(answer.total, expected, "{told}");
    }
}

#[test]
fn compares_packed_color_as_a_whole_and_by_channel() {
    let project = project();
    let text = |id: i64, object: i64, rgba: u32| {
        format!(
            "--- !u!102 &{id}\nTextMesh:\n  m_GameObject: {{fileID: {object}}}\n  m_Text: Hi\n  m_Color:\n    serializedVersion: 2\n    rgba: {rgba}\n"
        )
    };
    let (red, half) = (
        u32::from_le_bytes([255, 0, 0, 255]),
        u32::from_le_bytes([128, 255, 0, 255]),
    );
    let scene = objects(&[(1, "Red", 0), (3, "Half", 0)]) + &text(70, 1, red) + &text(71, 3, half);
    project.asset("Assets/A.unity", &guid('a'), scene);
    let mut session = open(&project);
    for (path, op, to, expected) in [
        ("color.r", Op::AtLeast, json!(0.9), vec!["Red"]),
        ("color.r", Op::Equal, json!(1), vec!["Red"]),
        ("color.g", Op::Greater, json!(0), vec!["Half"]),
        ("color", Op::Equal, json!([1, 0, 0, 1]), vec!["Red"]),
        ("color", Op::Equal, json!("#80ff00"), vec!["Half"]),
    ] {
        let found = names(&mut session, "TextMesh", path, &op, &to);
        assert_eq!(
            found.unwrap_or_else(|error| panic!("{path}: {error:?}")),
            expected,
            "{path} {op:?} {to}"
        );
    }
}
