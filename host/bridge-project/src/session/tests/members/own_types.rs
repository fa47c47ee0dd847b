//! Tests of project types with the same names as Unity types, of fields that Unity does not serialize, and of values
//! with a special serialized form.

use super::*;
use crate::session::changing::batch::tests::{apply, set as edit};
use host_bridge::ValuesRequest;
use tests_projects::objects;

const TYPES: &str = "using System; using UnityEngine;
namespace Game { [Serializable] public class Light { public int power = 3; public Button on; } [Serializable] public struct Button { public bool down; }
public enum Endless : long { None } public interface IThing { } public class Bag { public int size; }
[Serializable] public class Wide { public Endless endless; public Endless[] more; public int size = 2; public Bag bag; public int[,] grid; }
[Serializable] public unsafe struct Raw { public fixed byte bytes[16]; public int size; } }
namespace Far { [Serializable] public class Font { public int far; } } namespace Elsewhere { public class Crate { } }
";

const LAMP: &str = "using UnityEngine; using System.Collections.Generic; using Far;
namespace Game { public class Lamp : MonoBehaviour {
    public Light lamp; public List<Light> lights; public UnityEngine.Light real; public List<UnityEngine.Light> others; public Font font; public Font[] fonts;
    public List<Wide> wide; public List<Raw> raw; public List<Raw> raws;
    public Light late; public Bag bag; public Bag[] bags; public List<Bag> list; public IThing thing; public IThing[] things; public int[,] grid;
    public int[][] jagged; public List<List<int>> nested; public Dictionary<string, int> index; public List<Dictionary<int, int>> indices;
    public Endless endless; public List<Endless> all; public Vendor.Thing[] vendors; public List<Light> more; public int? maybe; public int plain = 4;
    public Bag kept; public List<Lamp> lamps; public Crate[] crates;
    public List<TMPro.TMP_Text> texts; public List<UnityEngine.Events.UnityEvent> events; } }
";

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset("Assets/Types.cs", &guid('e'), TYPES);
    project.asset("Assets/Lamp.cs", &guid('d'), LAMP);
    let script = format!(
        "--- !u!114 &50\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  \
         lamp:\n    power: 5\n    on:\n      down: 0\n  lights: []\n  real: {{fileID: 0}}\n  others: []\n  font: {{fileID: 0}}\n  fonts: []\n  \
         wide: []\n  raw: []\n  raws:\n  - bytes: 00000000000000000000000000000000\n    size: 1\n  kept: 7\n",
        guid('d')
    );
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "Main", 0)]) + &script);
    project
}

fn try_value(session: &mut Session, field: &str, to: &Value) -> Result<Value, BridgeError> {
    planned_value(session, edit(ObjectId(1), "Game.Lamp", field, to))
}

/// Returns all reported fields as JSON, and the notes.
fn read(session: &mut Session) -> (Value, String) {
    let request = ValuesRequest {
        objects: vec![ObjectId(1)],
        types: vec!["Game.Lamp".to_owned()],
        paths: Vec::new(),
        items: 20,
        page: host_bridge::CursorPage {
            limit: 100,
            max_bytes: 1 << 16,
            cursor: None,
        },
    };
    let replied = run(session, Command::ReadValues { request }).expect("values");
    let Reply::Values(rows) = replied.reply else {
        panic!("{:?}", replied.reply)
    };
    let fields = rows.rows.iter().flat_map(|row| &row.fields);
    let fields = fields.map(|(name, value)| (name.clone(), value.to_value().expect("JSON")));
    (Value::Object(fields.collect()), replied.diagnostics.join("\n"))
}

#[test]
fn resolves_project_type_that_shares_a_unity_type_name() {
    let project = project();
    let mut session = open(project.root());
    let lamp = json!({"power": 6, "on": {"down": true}});
    for (field, to, told) in [
        ("lamp", json!({"power": 6, "on": {"down": true}}), lamp.clone()),
        ("lamp.on.down", json!(true), json!(true)),
        ("lights", json!([{"power": 6, "on": {"down": true}}]), json!([lamp])),
        ("lights", json!([{}]), json!([{"power": 3, "on": {"down": false}}])),
        (
            "lights.Array.size",
            json!(1),
            json!([{"power": 3, "on": {"down": false}}]),
        ),
        ("others.Array.size", json!(1), json!([null])),
        ("real", json!(null), json!(null)),
    ] {
        assert_eq!(try_value(&mut session, field, &to).expect(field), told, "{field}");
    }
}

#[test]
fn rejects_edit_of_ambiguous_or_unsupported_field_type() {
    let project = project();
    let mut session = open(project.root());
    for (field, to, told) in [
        ("font", json!(null), vec!["font", "Font could mean several types"]),
        ("fonts", json!([null]), vec!["fonts", "Font could mean several types"]),
        (
            "fonts.Array.size",
            json!(1),
            vec!["fonts", "Font could mean several types"],
        ),
        ("raw", json!([{"size": 1}]), vec!["raw", "bytes", "fixed-size buffer"]),
        ("raw.Array.size", json!(1), vec!["raw", "bytes", "fixed-size buffer"]),
        ("raws[0].bytes", json!("01"), vec!["bytes", "fixed-size buffer"]),
        ("raws", json!([{"bytes": 1}]), vec!["bytes", "fixed-size buffer"]),
    ] {
        let error = try_value(&mut session, field, &to).expect_err(field);
        assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
        for part in told {
            assert!(
                error.message.contains(part),
                "{field} {to}: no {part} in {}",
                error.message
            );
        }
    }
    // All other fields can be set.
    let told = try_value(&mut session, "raws[0].size", &json!(4)).expect("a number");
    assert_eq!(told, json!(4));
    let told = try_value(&mut session, "wide", &json!([{}])).expect("what Unity writes of it");
    assert_eq!(told, json!([{"size": 2}]));
}

#[test]
fn omits_and_rejects_fields_that_unity_does_not_serialize() {
    let project = project();
    let mut session = open(project.root());
    let (fields, remarks) = read(&mut session);
    let never = [
        "bag", "bags", "list", "thing", "things", "grid", "jagged", "nested", "index", "indices", "endless", "all",
        "maybe",
    ];
    let words: Vec<&str> = remarks.split(|letter: char| !letter.is_alphanumeric()).collect();
    for name in never {
        assert!(fields.get(name).is_none(), "{name} in {fields}");
        assert!(!words.contains(&name), "{name} in {remarks}");
        let error = try_value(&mut session, name, &json!([])).expect_err(name);
        assert!(!error.message.contains("set it"), "{error}");
    }
    assert_eq!(fields["more"], json!([]));
    assert_eq!(fields["lamps"], json!([]));
    assert_eq!((&fields["texts"], &fields["events"]), (&json!([]), &json!([])));
    assert_eq!(fields["plain"], json!(4));
    // The source that declares a crate is not in scope: the type may be in a package.
    for name in ["late", "vendors", "crates", "kept"] {
        assert!(words.contains(&name), "no {name} in {remarks}");
    }
    assert!(fields.get("vendors").is_none(), "{fields}");
    let error = try_value(&mut session, "kept", &json!(8)).expect_err("it would be dropped");
    assert!(error.message.contains("Unity writes no field of that type"), "{error}");
}

#[test]
fn new_component_has_the_fields_that_unity_serializes() {
    let project = project();
    let mut session = open(project.root());
    let added = add(&mut session, ObjectId(1), "Game.Lamp").expect("added");
    let notes = added.diagnostics.join("\n");
    assert!(notes.contains("late") && !notes.contains("index"), "{notes}");
    assert_eq!(value(&mut session, 1, "2", "more"), json!([]));
    for name in ["bags", "list", "things", "jagged"] {
        get(&mut session, 1, "2", name).expect_err(name);
    }
    apply(
        &mut session,
        vec![edit(ObjectId(1), "Game.Lamp", "lamp.power", &json!(8))],
        None,
    )
    .expect("set");
}
