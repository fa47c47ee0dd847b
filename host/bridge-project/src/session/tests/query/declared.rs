//! Tests of fields from generic base classes and partial classes in other files, and of C# properties.

use super::*;
use crate::session::changing::batch::tests::{preview, set};

/// Creates an enemy whose class is split into several files and derives from a generic class.
fn enemies() -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    let sources = [
        (
            'a',
            "Enemy",
            "public partial class Enemy : Pool<Bullet> { [field: SerializeField] public int Hp { get; private set; } public Drop drop; }",
        ),
        (
            'b',
            "Enemy.Look",
            "partial class Enemy { [SerializeField] Mood m_Mood; public LayerMask sees; } public enum Mood { Calm, Wild = 4 }",
        ),
        (
            'c',
            "Pools",
            "using System.Collections.Generic; public class Pool<T> : MonoBehaviour { public List<T> shots; public T first; } public enum Bullet { Slow, Fast = 2 }",
        ),
        (
            'd',
            "Drop",
            "[System.Serializable] public struct Drop { [field: SerializeField] public bool Gold { get; set; } public Mood mood; }",
        ),
    ];
    for (digit, name, text) in sources {
        project.asset(&format!("Assets/{name}.cs"), &guid(digit), text);
    }
    let script = "--- !u!114 &80\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  shots: 0200000000000000\n  first: 2\n  <Hp>k__BackingField: 7\n  drop:\n    <Gold>k__BackingField: 1\n    mood: 4\n  m_Mood: 4\n  sees:\n    serializedVersion: 2\n    m_Bits: 1\n";
    project.asset(
        "Assets/A.unity",
        &guid('e'),
        objects(&[(1, "Enemy", 0)]) + &script.replace("GUID", &guid('a')),
    );
    project
}

#[test]
fn applies_field_types_declared_in_generic_bases_and_partial_files() {
    let project = enemies();
    let mut session = open(&project);
    let all = read(&mut session, ObjectId(1), &["Enemy"], &[]).expect("values");
    let expected = json!({
        "shots": ["Fast", "Slow"],
        "first": "Fast",
        "Hp": 7,
        "drop": {"Gold": true, "mood": "Wild"},
        "m_Mood": "Wild",
        "sees": ["Default"],
    });
    assert_eq!(values(&all.rows[0]), expected);
    let paths = ["Hp", "hp", "<Hp>k__BackingField", "mood", "drop.Gold", "drop.gold"];
    let some = read(&mut session, ObjectId(1), &["Enemy"], &paths).expect("values");
    let expected =
        json!({"Hp": 7, "hp": 7, "<Hp>k__BackingField": 7, "mood": "Wild", "drop.Gold": true, "drop.gold": true});
    assert_eq!(values(&some.rows[0]), expected);
}

#[test]
fn queries_and_edits_inherited_and_partial_class_fields() {
    let project = enemies();
    let mut session = open(&project);
    for (path, value) in [
        ("Hp", json!(7)),
        ("hp", json!(7)),
        ("first", json!("Fast")),
        ("shots[1]", json!("Slow")),
        ("drop.mood", json!("Wild")),
        ("sees", json!(["Default"])),
    ] {
        let filter = vec![type_filter("Enemy", &[(path, Op::Equal, Some(value))])];
        let found = find(&mut session, request(Scope::Loaded, filter, Vec::new())).expect(path);
        assert_eq!(found.total, 1, "{path}");
    }
    for (path, value, text) in [
        ("Hp", json!(9), "9"),
        ("first", json!("Slow"), "\"Slow\""),
        (
            "drop",
            json!({"Gold": false, "mood": "Calm"}),
            "{\"Gold\":false,\"mood\":\"Calm\"}",
        ),
        ("sees", json!(["Default", "Water"]), "[\"Default\",\"Water\"]"),
    ] {
        let plan = preview(&mut session, vec![set(ObjectId(1), "Enemy", path, &value)]).expect(path);
        let new = plan.changes[0].new.as_ref().expect("a value");
        assert_eq!(new.get(), text, "{path}");
    }
    let wrong = preview(&mut session, vec![set(ObjectId(1), "Enemy", "first", &json!("Quick"))]);
    let told = wrong.expect_err("no such name").message;
    assert!(told.contains("Slow = 0"), "{told}");
}

/// Files store some properties of Unity types under other names, or not at all.
#[test]
fn finds_serialized_unity_properties_and_rejects_runtime_only_ones() {
    let project = project();
    let text = "--- !u!114 &90\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_Script: {fileID: 708705254, guid: f70555f144d8491a825f0804e09c671c, type: 3}\n  m_FontData:\n    m_FontSize: 14\n    m_Alignment: 4\n  m_Text: Hello\n";
    project.asset("Assets/B.unity", &guid('c'), objects(&[(1, "Label", 0)]) + text);
    let mut session = open(&project);
    let with = |path: &str| vec![type_filter("Text", &[(path, Op::Exists, None)])];
    let found = find(
        &mut session,
        request(
            Scope::Scenes,
            with("fontSize"),
            vec![field("Text", "fontSize"), field("Text", "alignment")],
        ),
    )
    .expect("rows");
    let cells = found.rows[0]
        .cells
        .iter()
        .map(|cell| cell.0.as_ref().expect("a value").get());
    assert_eq!(cells.collect::<Vec<_>>(), ["14", "\"MiddleCenter\""]);
    for (kind, path) in [
        ("Rigidbody", "velocity"),
        ("Rigidbody", "angularVelocity.x"),
        ("UnityEngine.Rigidbody", "linearVelocity"),
        ("Animator", "deltaPosition"),
        ("Collider", "bounds.size"),
    ] {
        let filter = vec![type_filter(kind, &[(path, Op::Exists, None)])];
        for (filter, select) in [(filter, Vec::new()), (Vec::new(), vec![field(kind, path)])] {
            let error = find(&mut session, request(Scope::Project, filter, select)).expect_err(path);
            assert_eq!(error.kind, BridgeErrorKind::NotReady, "{error}");
            assert!(error.message.contains("needs a running Unity"), "{error}");
        }
    }
    let body = ObjectId(1);
    let read = read(&mut session, body, &["Rigidbody"], &["velocity"]).expect_err("while it runs");
    assert!(
        read.message.contains("Rigidbody.velocity needs a running Unity"),
        "{read}"
    );
    let set = preview(
        &mut session,
        vec![set(body, "Rigidbody", "velocity", &json!([0, 1, 0]))],
    );
    assert!(
        set.expect_err("while it runs")
            .message
            .contains("needs a running Unity")
    );
}
