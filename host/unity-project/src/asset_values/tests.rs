//! Each form of the grammar, and lists that are cut.

use super::*;
use tests_projects::{TinyProject, guid};
use unity_yaml::parse_bare;

#[test]
fn values_follow_the_grammar() {
    let folder = TinyProject::new();
    folder.asset("Assets/Red.mat", &guid('1'), "");
    folder.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    let project = Project::open(folder.root()).expect("a project");
    let kinds = |names: &str| match names {
        "on" => Some(Kind::Bool),
        "f" => Some(Kind::Float),
        _ => None,
    };
    let values = AssetValues {
        project: &project,
        file: "Assets/A.asset",
        kinds: &kinds,
        items: 2,
    };
    let (red, nowhere) = (guid('1'), guid('2'));
    for (written, expected) in [
        ("on: 1", json!(true)),
        ("a: 1", json!(1)),
        ("a: -0.5", json!(-0.5)),
        ("a: 9007199254740993", json!("9007199254740993")),
        ("f: inf", json!("Infinity")),
        ("a: inf", json!("inf")),
        ("a: Start", json!("Start")),
        ("a: {x: 1, y: 2.5}", json!([1, 2.5])),
        ("a: {x: 0, y: -9.81, z: 0}", json!([0, -9.81, 0])),
        ("a: {r: 1, g: 0, b: 0.5, a: 1}", json!([1, 0, 0.5, 1])),
        ("a:\n  serializedVersion: 2\n  m_Bits: 33", json!(["Default", "UI"])),
        ("a:\n  m_Bits: 4294967295", json!(["Everything"])),
        ("a:\n  m_Bits: 256", json!([8])),
        ("a: {fileID: 0}", json!(null)),
        ("a: {fileID: 7}", json!({"ref": "Assets/A.asset", "sub": "7"})),
        (
            "a: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}",
            json!({"ref": "builtin:10202"}),
        ),
        (
            &format!("a: {{fileID: 2100000, guid: {red}, type: 2}}"),
            json!({"ref": "Assets/Red.mat", "name": "Red", "type": "Material"}),
        ),
        (
            &format!("a: {{fileID: 1, guid: {nowhere}, type: 2}}"),
            json!({"missing": nowhere}),
        ),
        ("a:\n- 1\n- 2", json!([1, 2])),
        ("a:\n- 1\n- 2\n- 3", json!({"count": 3, "first": [1, 2]})),
        (
            "a:\n  serializedVersion: 2\n  min: 0\n  max: 9",
            json!({"min": 0, "max": 9}),
        ),
    ] {
        let node = parse_bare(written).expect(written);
        let (name, value) = &node.entries()[0];
        assert_eq!(values.field(name, value), expected, "{written}");
    }
}
