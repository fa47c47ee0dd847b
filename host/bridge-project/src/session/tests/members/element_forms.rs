//! Tests of adding items to empty lists of a class. The fields of a new item come from the class's source; otherwise
//! the edit is rejected.

use super::*;
use crate::session::changing::batch::tests::set as edit;
use tests_projects::objects;

const SOURCE: &str = "using UnityEngine; using System.Collections.Generic; using UnityEngine.Events;
public enum Mood { Calm, Wild = 4 }
[System.Serializable] public class Named { public string title = \"none\"; }
[System.Serializable] public class Slot : Named, System.IDisposable {
    public int count = 3; [SerializeField] float weight; public Mood mood = Mood.Wild; public Vector3 at = Vector3.one; public Color tint = Color.white;
    public GameObject prefab; public List<int> steps; public List<Part> parts; public Part part; public Rect area; public bool[] flags;
    public UnityEvent done; public Dictionary<string, int> index; public int? maybe; [System.NonSerialized] public int hidden; int secret; public static int all;
    [field: SerializeField] public int Hp { get; set; } = 7; public Bag unwritten; public Holder owner; public void Dispose() { }
}
[System.Serializable] public struct Part { public Vector2Int cell; public string name; }
public class Bag { public int size; }
[System.Serializable] public class Odd { public float spread = Random.value; public int size = Odd.MOST; const int MOST = 4; }
[System.Serializable] public class Unread { public Vendor.Thing thing; }
[System.Serializable] public class Managed { [SerializeReference] public object it; }
[System.Serializable] public class Endless { public Endless next; }
[System.Serializable] public class Pair<T> { public T one; public T two; }
[System.Serializable] public class Made { public int a = 5; public Made() { a = 7; } }
[System.Serializable] public class Flare { public int power = 2; }
[System.Serializable] public partial class Halves { public int left; }
public class Holder : MonoBehaviour {
    [SerializeField] List<Slot> _slots; public Odd[] odd; public List<Unread> unread; public List<Managed> managed; public List<Endless> endless;
    public List<Pair<float>> pairs; public List<Vendor.Thing> things; public List<Bag> bags; public Part[] parts; public List<Holder> owners;
    public List<Made> made; public List<Flare> flares; public List<Halves> halves; public List<Light> lights;
}
";

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset("Assets/Holder.cs", &guid('d'), SOURCE);
    let script = format!(
        "--- !u!114 &50\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, \
         type: 3}}\n  _slots: []\n  odd: []\n  unread: []\n  managed: []\n  endless: []\n  pairs: []\n  things: []\n  bags: \
         []\n  parts: []\n  owners: []\n  made: []\n  flares: []\n  halves: []\n  lights: []\n",
        guid('d')
    );
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "Main", 0)]) + &script);
    project
}

fn try_value(session: &mut Session, field: &str, to: &Value) -> Result<Value, BridgeError> {
    planned_value(session, edit(ObjectId(1), "Holder", field, to))
}

#[test]
fn new_list_item_has_class_defaults_and_given_values() {
    let project = project();
    let mut session = open(project.root());
    let slot = |count: i32, title: &str, x: i32| {
        json!({
            "title": title, "count": count, "weight": 0, "mood": "Wild", "at": [1, 1, 1], "tint": [1, 1, 1, 1], "prefab": null, "steps": [],
            "parts": [], "part": {"cell": [x, 0], "name": ""}, "area": {"x": 0, "y": 0, "width": 0, "height": 0}, "flags": [],
            "done": {"persistentCalls": {"calls": []}}, "Hp": 7, "owner": null,
        })
    };
    let given = json!([{}, {"count": 5, "title": "Sword", "part": {"cell": [2, 0]}}]);
    let told = try_value(&mut session, "_slots", &given).expect("taken");
    // Names within an event are Unity's own.
    let calls = told[0]["done"].clone();
    let with_calls = |mut slot: Value| {
        slot["done"] = calls.clone();
        slot
    };
    assert_eq!(
        told,
        json!([with_calls(slot(3, "none", 0)), with_calls(slot(5, "Sword", 2))])
    );
    assert!(calls.to_string().contains("[]"), "{calls}");
    let nested = json!([{"parts": [{"cell": [4, 5]}], "steps": [1, 2]}]);
    let told = try_value(&mut session, "_slots", &nested).expect("taken");
    assert_eq!(told[0]["parts"], json!([{"cell": [4, 5], "name": ""}]));
    assert_eq!(told[0]["steps"], json!([1, 2]));
    let pairs = try_value(&mut session, "pairs", &json!([{"two": 1.5}])).expect("taken");
    assert_eq!(pairs, json!([{"one": 0, "two": 1.5}]));
    let odd = try_value(&mut session, "odd", &json!([{"spread": 0.5, "size": 2}])).expect("all is given");
    assert_eq!(odd, json!([{"spread": 0.5, "size": 2}]));
}

#[test]
fn rejects_invalid_or_undeclared_fields_of_new_list_item() {
    let project = project();
    let mut session = open(project.root());
    for (field, to, told) in [
        (
            "_slots",
            json!([{"count": 2.5}]),
            vec!["_slots[0].count", "whole number"],
        ),
        ("_slots", json!([{"cuont": 2}]), vec!["_slots[0]", "cuont", "count"]),
        ("_slots", json!([{"hidden": 2}]), vec!["_slots[0]", "hidden"]),
        (
            "_slots",
            json!([{"part": {"cell": [0.5, 0]}}]),
            vec!["_slots[0].part.cell.x", "whole number"],
        ),
        ("_slots", json!([null]), vec!["_slots[0]", "null"]),
        (
            "odd",
            json!([{"spread": 0.5}]),
            vec!["odd[0]", "size", "has to be given"],
        ),
        ("unread", json!([{}]), vec!["unread", "thing", "Vendor.Thing"]),
        ("managed", json!([{}]), vec!["managed", "all fields", "Managed"]),
        ("endless", json!([{}]), vec!["endless", "too deep"]),
        ("things", json!([{"a": 1}]), vec!["things", "the parts of its elements"]),
        ("bags", json!([{"size": 1}]), vec!["bags", "Unity writes no field"]),
    ] {
        let error = try_value(&mut session, field, &to).expect_err(&format!("{field} {to}"));
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        for part in told {
            assert!(
                error.message.contains(part),
                "{field} {to}: no {part} in {}",
                error.message
            );
        }
    }
}

/// An edit of an empty list's length adds items with the fields of their class, or is rejected.
#[test]
fn length_edit_fills_empty_list_with_defaults_or_is_rejected() {
    let project = project();
    let mut session = open(project.root());
    let size = |session: &mut Session, field: &str| try_value(session, &format!("{field}.Array.size"), &json!(2));
    let part = json!({"cell": [0, 0], "name": ""});
    assert_eq!(size(&mut session, "parts").expect("taken"), json!([part, part]));
    assert_eq!(size(&mut session, "owners").expect("taken"), json!([null, null]));
    assert_eq!(size(&mut session, "lights").expect("taken"), json!([null, null]));
    // The project's own type, although Unity has one of that name.
    assert_eq!(
        size(&mut session, "flares").expect("taken"),
        json!([{"power": 2}, {"power": 2}])
    );
    for (field, told) in [
        ("odd", "has to be given"),
        ("unread", "Vendor.Thing"),
        ("things", "the parts of its elements"),
        ("bags", "Unity writes no field"),
        ("made", "Made's constructor"),
        ("halves", "not all fields of Halves"),
    ] {
        let error = size(&mut session, field).expect_err(field);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        assert!(
            error.message.contains(field) && error.message.contains(told),
            "{}",
            error.message
        );
    }
}
