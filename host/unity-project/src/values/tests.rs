//! Tests of each form of the JSON format, and of truncated lists.

use super::*;
use crate::expand::Library;
use std::sync::Arc;
use tests_projects::{TinyProject, guid};
use unity_yaml::parse_bare;

fn library(folder: &TinyProject) -> Library {
    let project = Project::open(folder.root()).expect("a project");
    Library::new(Arc::new(project))
}

#[test]
fn converts_yaml_values_to_json_forms() {
    let folder = TinyProject::new();
    folder.asset("Assets/Red.mat", &guid('1'), "");
    folder.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    let library = library(&folder);
    let project = library.project();
    let kinds = |names: &str| match names {
        "on" => Some(Kind::Bool),
        "f" => Some(Kind::Float),
        "c" => Some(Kind::Char),
        _ => None,
    };
    let known = Known {
        project,
        kinds: &kinds,
        kinds_of_class: &|_, _| None,
        is_script: false,
        tree: &Node::EMPTY,
        refer: &|reference, target| match reference.guid.is_none() {
            true => Value::Null,
            false => asset_reference(&library, reference, target),
        },
    };
    let (red, nowhere) = (guid('1'), guid('2'));
    for (written, expected) in [
        ("on: 1", json!(true)),
        ("c: 42", json!("*")),
        ("c: 55296", json!(55_296)),
        ("c: 70000", json!(70_000)),
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
        (
            "a: {fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}",
            json!({"ref": "builtin:Cube", "name": "Cube", "type": "UnityEngine.Mesh"}),
        ),
        (
            &format!("a: {{fileID: 2100000, guid: {red}, type: 2}}"),
            json!({"ref": "Assets/Red.mat", "name": "Red", "type": "UnityEngine.Material"}),
        ),
        (
            &format!("a: {{fileID: 1, guid: {nowhere}, type: 2}}"),
            json!({"missing": nowhere}),
        ),
        (
            "a: {fileID: 10308, guid: 0000000000000000f000000000000000, type: 0}",
            json!({"ref": "builtin:Default-ParticleSystem", "name": "Default-ParticleSystem", "type": "UnityEngine.Material"}),
        ),
        // The same id in the other file is another asset.
        (
            "a: {fileID: 10308, guid: 0000000000000000e000000000000000, type: 0}",
            json!({"ref": "builtin:10308"}),
        ),
        (
            "a:\n  m_Center: {x: 0, y: 1, z: 2}\n  m_Extent: {x: 0.5, y: 1, z: 1.5}",
            json!({"center": [0, 1, 2], "size": [1, 2, 3]}),
        ),
        (
            "a:\n  serializedVersion: 2\n  m_Curve:\n  - time: 0\n    value: {x: 1, y: 2, z: 3}\n    inSlope: {x: 0, y: 0, z: 0}\n    outSlope: {x: 0, y: 0, z: 0}\n  m_PreInfinity: 2\n  m_PostInfinity: 1",
            json!({"keys": [[0, [1, 2, 3], [0, 0, 0], [0, 0, 0]]], "pre": "ClampForever", "post": "Loop"}),
        ),
        (
            "m_SavedProperties:\n  serializedVersion: 3\n  m_Ints: []\n  m_Floats:\n  - _Cutoff: 0.5\n  m_Colors:\n  - first:\n      name: _Color\n    second: {r: 1, g: 0, b: 0, a: 1}",
            json!({"ints": {}, "floats": {"_Cutoff": 0.5}, "colors": {"_Color": [1, 0, 0, 1]}}),
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
        assert_eq!(Writer::new(known, 2).field_of_form(name, value), expected, "{written}");
    }
}

#[test]
fn names_default_font_by_unity_version() {
    for (version, name) in [
        ("2021.3.9f1", "Arial"),
        ("2022.1.0f1", "Arial"),
        ("2022.2.0f1", "LegacyRuntime"),
        ("6000.0.1f1", "LegacyRuntime"),
        ("unknown", "Arial"),
    ] {
        let folder = TinyProject::new();
        folder.write(
            "ProjectSettings/ProjectVersion.txt",
            format!("m_EditorVersion: {version}\n"),
        );
        let library = library(&folder);
        let font = FileRef {
            file_id: 10_102,
            guid: unity_yaml::Guid(0xe000_0000_0000_0000),
        };
        assert_eq!(asset_reference(&library, font, None)["name"], json!(name), "{version}");
    }
}

#[test]
fn reference_to_text_asset_has_class_of_its_object_or_is_missing() {
    let folder = TinyProject::new();
    let meta = |guid: &str, importer: &str| format!("fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  userData: \n");
    let script = guid('2');
    let text = format!(
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!114 &11400000\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {script}, type: 3}}\n  m_Name: Sword\n"
    );
    folder.write("Assets/Sword.asset", text);
    folder.write("Assets/Sword.asset.meta", meta(&guid('1'), "NativeFormatImporter"));
    folder.asset(
        "Assets/Sword.cs",
        &script,
        "namespace Game { public class Sword : Item { } }",
    );
    let library = library(&folder);
    let reference = |file_id: i64| FileRef {
        file_id,
        guid: unity_yaml::Guid::parse(&guid('1')).expect("a guid"),
    };
    let item = Some("Game.Item");
    let sword = json!({"ref": "Assets/Sword.asset", "name": "Sword", "type": "Game.Sword"});
    assert_eq!(asset_reference(&library, reference(11_400_000), item), sword);
    let missing = json!({"missing": guid('1'), "type": "Game.Item"});
    assert_eq!(asset_reference(&library, reference(2_100_002), item), missing);
}
