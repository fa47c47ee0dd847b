//! Types of the project that are called as some of Unity's.

use super::*;
use crate::session::batch::tests::set as edit;
use tests_projects::objects;

const TYPES: &str = "using System; using UnityEngine;
namespace Game { [Serializable] public class Light { public int power = 3; public Button on; } [Serializable] public struct Button { public bool down; }
public enum Endless : long { None } public interface IThing { } public class Bag { public int size; }
[Serializable] public class Wide { public Endless endless; public Endless[] more; public int size = 2; public Bag bag; public int[,] grid; }
[Serializable] public unsafe struct Raw { public fixed byte bytes[16]; public int size; } }
namespace Far { [Serializable] public class Font { public int far; } }
";

const LAMP: &str = "using UnityEngine; using System.Collections.Generic; using Far;
namespace Game { public class Lamp : MonoBehaviour {
    public Light lamp; public List<Light> lights; public UnityEngine.Light real; public List<UnityEngine.Light> others; public Font font; public Font[] fonts;
    public List<Wide> wide; public List<Raw> raw; public List<Raw> raws;
    public Light late; public Bag bag; public Bag[] bags; public List<Bag> list; public IThing thing; public IThing[] things; public int[,] grid;
    public int[][] jagged; public List<List<int>> nested; public Dictionary<string, int> index; public List<Dictionary<int, int>> indices;
    public Endless endless; public List<Endless> all; public Vendor.Thing[] vendors; public List<Light> more; public int? maybe; public int plain = 4;
    public Bag kept; public List<Lamp> lamps; } }
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

fn tried(session: &mut Session, field: &str, to: &Value) -> Result<Value, BridgeError> {
    let edits = vec![edit(ObjectId(1), "Game.Lamp", field, to)];
    let replied = run(session, Command::PreviewEdits { edits })?;
    let Reply::Plan(plan) = replied.reply else {
        panic!("no plan")
    };
    Ok(plan.changes[0].new.as_ref().expect("a value").to_value().expect("JSON"))
}

#[test]
fn a_type_of_the_project_is_no_reference_to_unitys_of_its_name() {
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
        assert_eq!(tried(&mut session, field, &to).expect(field), told, "{field}");
    }
}

#[test]
fn what_could_be_two_types_is_refused() {
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
    ] {
        let error = tried(&mut session, field, &to).expect_err(field);
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
