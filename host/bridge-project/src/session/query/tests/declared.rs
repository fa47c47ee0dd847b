//! Fields whose types stand in other files or under other names: of generic bases, of partial classes, behind properties.

use super::*;
use crate::session::batch::tests::{preview, set};

/// One enemy, whose class is spread over files and derives from a generic class.
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
fn values_have_declared_types_wherever_the_declaration_stands() {
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
fn such_fields_are_asked_for_and_edited_by_their_names() {
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
        let filter = vec![of_type("Enemy", &[(path, Op::Equal, Some(value))])];
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
