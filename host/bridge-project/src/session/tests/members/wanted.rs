//! Tests of the declared type of a field: which values an edit accepts, and notes if the type is unknown.

use super::*;
use crate::session::changing::batch::tests::set as edit;
use tests_projects::objects;

const SOURCES: [(&str, char, &str); 8] = [
    ("Enemy", '1', "namespace Game { public class Enemy : Living { } }"),
    (
        "Living",
        '2',
        "namespace Game { public abstract class Living : UnityEngine.MonoBehaviour { } }",
    ),
    ("Boss", '3', "using Game; public class Boss : Enemy { }"),
    ("Item", '4', "public class Item : UnityEngine.ScriptableObject { }"),
    ("Weapon", '5', "public class Weapon : Item { }"),
    ("Lost", '6', "public class Lost : Vendor.Thing { }"),
    ("Widget", '7', "public class Widget : UnityEngine.MonoBehaviour { }"),
    (
        "Holder",
        '8',
        "using System.Collections.Generic; using Game; public class Holder : Vendor.Part { public Enemy enemy; \
         public List<Living> living; public Item item; public Weapon weapon; public Widget widget; public int count; public bool on; public float rate; \
         public double size; public UnityEngine.Object any; public UnityEngine.Material look; public UnityEngine.Light lamp; }",
    ),
];

fn script(id: i64, object: i64, digit: char, fields: &str) -> String {
    format!(
        "--- !u!114 &{id}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: \
         {}, type: 3}}\n{fields}",
        guid(digit)
    )
}

fn project() -> TinyProject {
    let project = tiny();
    for (name, digit, source) in SOURCES {
        project.asset(&format!("Assets/{name}.cs"), &guid(digit), source);
    }
    let asset = |name: &str, digit: char, of: char| {
        let text = format!(
            "%YAML 1.1\n--- !u!114 &11400000\nMonoBehaviour:\n  m_GameObject: {{fileID: 0}}\n  m_Script: {{fileID: 11500000, guid: {}, \
             type: 3}}\n  m_Name: {name}\n",
            guid(of)
        );
        project.write(&format!("Assets/{name}.asset"), text);
        project.write(
            &format!("Assets/{name}.asset.meta"),
            format!(
                "fileFormatVersion: 2\nguid: {}\nNativeFormatImporter:\n  mainObjectFileID: 11400000\n",
                guid(digit)
            ),
        );
    };
    asset("Sword", '9', '5');
    asset("Coin", 'a', '4');
    project.asset(
        "Assets/Foe.prefab",
        &guid('b'),
        objects(&[(10, "Foe", 0)]) + &script(77, 10, '3', ""),
    );
    let nothing = "{fileID: 0}";
    let fields = format!(
        "  enemy: {nothing}\n  living: []\n  item: {nothing}\n  weapon: {nothing}\n  widget: {nothing}\n  count: 1.5\n  on: 2\n  rate: 1\n  size: 1\n  any: \
         {nothing}\n  look: {nothing}\n  lamp: {nothing}\n  untold: {nothing}\n"
    );
    let scene = objects(&[(1, "Main", 0), (3, "Foe", 0), (5, "Odd", 0)])
        + &script(72, 1, '8', &fields)
        + &script(73, 3, '3', "")
        + &script(74, 5, '6', "");
    project.asset("Assets/A.unity", &guid('c'), scene);
    let importer = "DefaultImporter:\n  externalObjects: {}\n";
    project.write(
        "Assets/A.unity.meta",
        format!("fileFormatVersion: 2\nguid: {}\n{importer}", guid('c')),
    );
    project
}

/// Returns the value that the field would get, and the first note.
fn try_value(session: &mut Session, field: &str, to: &Value) -> Result<(Value, Option<String>), BridgeError> {
    let edits = vec![edit(ObjectId(1), "Holder", field, to)];
    let replied = run(session, Command::PreviewEdits { edits })?;
    let Reply::Plan(plan) = replied.reply else {
        panic!("no plan")
    };
    let row = &plan.changes[0];
    let new = row.new.as_ref().expect("a value").to_value().expect("JSON");
    Ok((new, row.unchecked.clone()))
}

#[test]
fn resolves_reference_to_the_object_of_the_declared_class() {
    let project = project();
    let mut session = open(project.root());
    let reference = |to: &str, component: u32| json!({"ref": to, "component": component});
    for (field, to, object, component) in [
        // An object alone means its first component of the class.
        ("enemy", json!("obj:2"), "obj:2", json!(1)),
        ("enemy", reference("obj:2", 1), "obj:2", json!(1)),
        ("living[0]", json!("obj:2"), "obj:2", json!(1)),
        ("any", json!("obj:2"), "obj:2", Value::Null),
    ] {
        if field == "living[0]" {
            let (new, said) = try_value(&mut session, "living", &json!([to])).expect(field);
            assert_eq!(
                (&new[0]["ref"], &new[0]["component"]),
                (&json!(object), &component),
                "{new}"
            );
            assert_eq!(said, None, "{field}");
            continue;
        }
        let (new, said) = try_value(&mut session, field, &to).expect(field);
        assert_eq!(
            (&new["ref"], &new["component"]),
            (&json!(object), &component),
            "{field}: {new}"
        );
        assert_eq!(said, None, "{field}");
    }
    for (field, to, id) in [
        ("weapon", "Assets/Sword.asset", Value::Null),
        ("item", "Assets/Sword.asset", Value::Null),
        ("item", "Assets/Coin.asset", Value::Null),
        ("enemy", "Assets/Foe.prefab", json!("77")),
    ] {
        let (new, said) =
            try_value(&mut session, field, &json!(to)).unwrap_or_else(|error| panic!("{field}: {error:?}"));
        assert_eq!((&new["ref"], &new["sub"]), (&json!(to), &id), "{field}: {new}");
        assert_eq!(said, None, "{field}");
    }
}

#[test]
fn rejects_reference_that_the_declared_class_does_not_allow() {
    let project = project();
    let mut session = open(project.root());
    for (field, to, told) in [
        (
            "enemy",
            json!("obj:1"),
            vec!["enemy", "Game.Enemy", "obj:1", "it has", "Holder"],
        ),
        (
            "enemy",
            json!({"ref": "obj:2", "component": 0}),
            vec!["Game.Enemy", "Transform"],
        ),
        (
            "widget",
            json!({"ref": "obj:2", "component": 1}),
            vec!["Widget", "Boss"],
        ),
        (
            "widget",
            json!("obj:3"),
            vec!["Widget", "it is not known whether", "Lost", "component"],
        ),
        ("living", json!(["obj:1"]), vec!["living[0]", "Game.Living"]),
        ("item", json!("obj:2"), vec!["Item", "obj:2"]),
        (
            "weapon",
            json!("Assets/Coin.asset"),
            vec!["Weapon", "Coin.asset", "Item"],
        ),
        (
            "weapon",
            json!("Assets/Foe.prefab"),
            vec!["Weapon", "Foe.prefab", "GameObject"],
        ),
        (
            "enemy",
            json!("Assets/Sword.asset"),
            vec!["Game.Enemy", "Sword.asset", "Weapon"],
        ),
        ("enemy", json!("builtin:Cube"), vec!["Game.Enemy", "Mesh"]),
        ("enemy", json!("Assets/A.unity"), vec!["Game.Enemy", "SceneAsset"]),
        (
            "look",
            json!("Assets/A.unity"),
            vec!["look", "Material", "Assets/A.unity", "SceneAsset"],
        ),
        (
            "lamp",
            json!("Assets/A.unity"),
            vec!["lamp", "Light", "Assets/A.unity", "SceneAsset"],
        ),
        (
            "lamp",
            json!("builtin:Default-Material"),
            vec!["lamp", "Light", "Material"],
        ),
    ] {
        let error = try_value(&mut session, field, &to).expect_err(&format!("{field}: {to}"));
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        let all = format!("{} {}", error.message, error.hint.clone().unwrap_or_default());
        for part in told {
            assert!(all.contains(part), "{field} {to}: no {part} in {all}");
        }
    }
}

#[test]
fn sets_reference_of_unknown_type_with_a_note() {
    let project = project();
    let mut session = open(project.root());
    for (field, to, told) in [
        ("untold", json!("obj:2"), "untold"),
        ("untold", json!({"ref": "obj:2", "component": 1}), "untold"),
        ("untold", json!("Assets/Sword.asset"), "untold"),
        ("untold", json!("builtin:Cube"), "untold"),
        ("widget", json!({"ref": "obj:3", "component": 1}), "Lost"),
    ] {
        let (new, said) = try_value(&mut session, field, &to).unwrap_or_else(|error| panic!("{field} {to}: {error:?}"));
        assert!(new["ref"].is_string(), "{new}");
        assert!(
            said.as_ref().is_some_and(|said| said.contains(told)),
            "{field} {to}: {said:?}"
        );
    }
}

#[test]
fn validates_value_by_declared_type_not_by_stale_file_content() {
    let project = project();
    let mut session = open(project.root());
    for (field, to, new) in [
        ("count", json!(2), Some(json!(2))),
        ("count", json!(2.5), None),
        ("on", json!(true), Some(json!(true))),
        ("on", json!(3), None),
        // Whole numbers that neither 32 nor 64 bits with a point can represent: the nearest.
        ("rate", json!(16_777_217), Some(json!(16_777_216))),
        ("rate", json!(1e39), None),
        (
            "size",
            json!(9_007_199_254_740_993_i64),
            Some(json!(9_007_199_254_740_992_i64)),
        ),
        (
            "size",
            json!(9_007_199_254_740_992_i64),
            Some(json!(9_007_199_254_740_992_i64)),
        ),
        // The file contains a number, and the class declares a structure: neither form is certain.
        ("item", json!(3), None),
    ] {
        let found = try_value(&mut session, field, &to);
        match (found, new) {
            (Ok((found, _)), Some(new)) => assert_eq!(found, new, "{field} {to}"),
            (Err(error), None) => assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}"),
            (found, new) => panic!("{field} {to}: {found:?}, and not {new:?}"),
        }
    }
}

#[test]
fn rejects_edit_if_file_value_has_another_form_than_declared() {
    let project = project();
    project.asset(
        "Assets/A.unity",
        &guid('c'),
        objects(&[(1, "Main", 0)]) + &script(72, 1, '8', "  count: {x: 1, y: 2}\n  on:\n  - 1\n"),
    );
    let mut session = open(project.root());
    for (field, to) in [("count", json!(2)), ("count.x", json!(2)), ("on", json!(true))] {
        let error = try_value(&mut session, field, &to).expect_err(field);
        assert!(error.message.contains("declares"), "{field}: {}", error.message);
    }
}

#[test]
fn accepts_reference_to_another_scene_with_a_warning() {
    let project = project();
    project.asset("Assets/B.unity", &guid('d'), objects(&[(1, "There", 0)]));
    let mut session = open(project.root());
    let notes = |session: &mut Session, to: &str| {
        let edits = vec![edit(ObjectId(1), "Holder", "any", &json!(to))];
        run(session, Command::PreviewEdits { edits })
            .expect("a plan")
            .diagnostics
    };
    assert_eq!(notes(&mut session, "obj:2"), Vec::<String>::new());
    let there = (0..session.world.count())
        .filter_map(|place| session.world.node_at_place(place))
        .find(|at| session.world.path_of(*at) == "/There");
    let there = session.world.node(there.expect("an object")).expect("a node").id;
    let told = notes(&mut session, &there.to_string());
    assert!(told.iter().any(|note| note.contains("another scene")), "{told:?}");
}
