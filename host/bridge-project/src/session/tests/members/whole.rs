//! Tests of integer vectors and bounds: edits reject fractions, in the whole value and in single parts.

use super::*;
use crate::session::changing::batch::tests::set as edit;
use tests_projects::objects;

const SOURCE: &str = "using UnityEngine; using System.Collections.Generic; public class Grid : MonoBehaviour { public Vector3Int cell; \
                      public Vector2Int flat; public RectInt area; public BoundsInt box; public List<Vector2Int> way; public Vector3 free; \
                      public Bounds hull; public Inner inner; public Spot spot; public Free loose; [System.Serializable] public struct Inner { public Vector2Int at; } [System.Serializable] public struct Spot { public int x, y; } [System.Serializable] public struct Free { public float x, y; } }";

const FIELDS: &str = "  cell: {x: 1, y: 2, z: 3}\n  flat: {x: 1, y: 2}\n  area:\n    x: 1\n    y: 2\n    width: 3\n    height: 4\n  \
                      box:\n    m_Position: {x: 0, y: 1, z: 2}\n    m_Size: {x: 3, y: 4, z: 5}\n  way: []\n  free: {x: 0, y: 0, z: \
                      0}\n  hull:\n    m_Center: {x: 0, y: 0, z: 0}\n    m_Extent: {x: 1, y: 1, z: 1}\n  inner:\n    at: {x: 0, y: 0}\n  spot:\n    x: 0\n    y: 0\n  loose:\n    x: 0\n    y: 0\n";

fn project() -> TinyProject {
    let project = TinyProject::new();
    project.asset("Assets/Grid.cs", &guid('d'), SOURCE);
    let script = format!(
        "--- !u!114 &50\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, \
         type: 3}}\n{FIELDS}",
        guid('d')
    );
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "Main", 0)]) + &script);
    project
}

#[test]
fn integer_fields_reject_fractions_and_accept_whole_numbers() {
    let project = project();
    let mut session = open(project.root());
    for (field, to, refused) in [
        ("cell", json!([1, 2, 3.5]), Some("cell.z")),
        ("cell", json!([1, 2, 3.0]), None),
        ("cell", json!([1, 2, 16_777_217]), None),
        ("cell", json!([1, 2, 3_000_000_000_u32]), Some("cell.z")),
        ("cell.x", json!(1.5), Some("cell.x")),
        ("cell.x", json!(5), None),
        ("flat", json!([0.5, 1]), Some("flat.x")),
        (
            "area",
            json!({"x": 1, "y": 2, "width": 3.5, "height": 4}),
            Some("area.width"),
        ),
        ("area", json!({"x": 1, "y": 2, "width": 5, "height": 4}), None),
        ("area.height", json!(0.5), Some("area.height")),
        (
            "box",
            json!({"position": [0, 1.5, 2], "size": [1, 1, 1]}),
            Some("box.m_Position.y"),
        ),
        ("box", json!({"position": [0, 1, 2], "size": [1, 1, 9]}), None),
        ("box.size", json!([1, 1, 0.5]), Some("box.m_Size.z")),
        ("box.size.z", json!(0.5), Some("box.m_Size.z")),
        ("way", json!([[1, 2], [3, 4.5]]), Some("way[1].y")),
        ("way", json!([[1, 2]]), None),
        ("inner", json!({"at": [1, 2.5]}), Some("inner.at.y")),
        ("inner.at.y", json!(2.5), Some("inner.at.y")),
        ("free", json!([0.5, 0, 0]), None),
        ("spot", json!([1, 2.5]), Some("spot.y")),
        ("spot", json!({"x": 0.5, "y": 0}), Some("spot.x")),
        ("spot", json!([1, 2]), None),
        ("loose", json!([1, 2.5]), None),
    ] {
        let edits = vec![edit(ObjectId(1), "Grid", field, &to)];
        match (run(&mut session, Command::PreviewEdits { edits }), refused) {
            (Ok(replied), None) => {
                let Reply::Plan(plan) = replied.reply else {
                    panic!("no plan")
                };
                assert_eq!(plan.changes[0].unchecked, None, "{field} {to}");
            }
            (Err(error), Some(part)) => {
                assert_eq!(error.kind, BridgeErrorKind::InvalidArgument, "{error:?}");
                let what = format!("{part}: expected a whole number from");
                assert!(error.message.contains(&what), "{field} {to}: {}", error.message);
            }
            (found, refused) => panic!("{field} {to}: {found:?}, and not {refused:?}"),
        }
    }
    let member = get(&mut session, 1, "Grid", "cell").expect("a member");
    assert_eq!(member.type_name, "Vector3Int");
}

/// Bounds can be set with the names of C# properties and with the names that reads return.
#[test]
fn sets_bounds_by_size_or_extents() {
    let project = project();
    let mut session = open(project.root());
    let mut tried = |to: Value| {
        let edits = vec![edit(ObjectId(1), "Grid", "hull", &to)];
        match run(&mut session, Command::PreviewEdits { edits }).map(|replied| replied.reply) {
            Ok(Reply::Plan(plan)) => Ok(plan.changes[0].new.clone().expect("a value")),
            Ok(_) => panic!("no plan"),
            Err(error) => Err(error.message),
        }
    };
    let size = tried(json!({"center": [1, 0, 0], "size": [4, 6, 8]})).expect("taken");
    assert_eq!(tried(json!({"center": [1, 0, 0], "extents": [2, 3, 4]})), Ok(size));
    let refused = tried(json!({"middle": [1, 0, 0], "size": [4, 6, 8]})).expect_err("no part of it");
    assert!(
        refused.contains("\"center\" and \"size\"") && refused.contains("middle"),
        "{refused}"
    );
}
