//! Tests of assets that the file of a scene or prefab contains.

use super::*;
use crate::session::changing::batch::tests::set as edit;
use tests_projects::{instance, objects};

const SCENE: &str = "Assets/A.unity";

fn renderer(id: i64, object: i64, material: i64) -> String {
    format!(
        "--- !u!23 &{id}\nMeshRenderer:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_Materials:\n  - {{fileID: {material}}}\n"
    )
}

fn material(id: i64, name: &str) -> String {
    format!("--- !u!21 &{id}\nMaterial:\n  m_Name: {name}\n  m_Shader: {{fileID: 0}}\n")
}

fn project() -> TinyProject {
    let project = tiny();
    project.asset(
        "Assets/Box.prefab",
        &guid('b'),
        objects(&[(10, "Box", 0)]) + &renderer(78, 10, 501) + &material(501, "Wood"),
    );
    let filter = "--- !u!33 &73\nMeshFilter:\n  m_GameObject: {fileID: 3}\n  m_Mesh: {fileID: 0}\n";
    let scene = objects(&[(1, "Main", 0), (3, "Other", 0), (5, "Lost", 0)])
        + &renderer(71, 1, 500)
        + &renderer(72, 3, 0)
        + filter
        + &renderer(74, 5, 999)
        + &material(500, "Made here")
        + &instance(900, &guid('b'), 0, &[]);
    project.asset(SCENE, &guid('c'), scene);
    project.asset(
        "Assets/B.unity",
        &guid('d'),
        objects(&[(1, "Main", 0)]) + &material(502, "There"),
    );
    project
}

fn materials(session: &mut Session, object: i64) -> Value {
    use crate::session::changing::batch::tests::preview;
    let edits = vec![edit(ObjectId(object), "MeshRenderer", "m_Materials", &json!([]))];
    let plan = preview(session, edits).expect("a plan");
    plan.changes[0].old.as_ref().expect("a value").to_value().expect("JSON")
}

#[test]
fn reads_and_sets_assets_embedded_in_the_scene_file() {
    let project = project();
    let mut session = open(project.root());
    let here = json!({"ref": SCENE, "name": "Made here", "type": "UnityEngine.Material", "sub": "500"});
    let of_prefab = json!({"ref": "Assets/Box.prefab", "name": "Wood", "type": "UnityEngine.Material", "sub": "501"});
    assert_eq!(materials(&mut session, 1), json!([here]));
    assert_eq!(materials(&mut session, 4), json!([of_prefab]));
    let lost = materials(&mut session, 3);
    assert_eq!(lost[0]["missing"], json!("999"), "{lost}");

    let mut tried = |object: i64, component: &str, field: &str, to: &Value| {
        let edits = vec![edit(ObjectId(object), component, field, to)];
        let plan = crate::session::changing::batch::tests::preview(&mut session, edits);
        plan.map(|plan| plan.changes[0].new.as_ref().expect("a value").to_value().expect("JSON"))
    };
    assert_eq!(
        tried(2, "MeshRenderer", "m_Materials", &json!([here])).expect("set"),
        json!([here])
    );
    for (object, component, field, to, told) in [
        (2, "MeshFilter", "m_Mesh", here.clone(), "Material"),
        (
            2,
            "MeshRenderer",
            "m_Materials[0]",
            json!({"ref": SCENE, "sub": "999"}),
            "999",
        ),
        (
            2,
            "MeshRenderer",
            "m_Materials[0]",
            json!({"ref": SCENE, "sub": "71"}),
            "71",
        ),
        (
            2,
            "MeshRenderer",
            "m_Materials[0]",
            json!({"ref": "Assets/B.unity", "sub": "502"}),
            "Assets/B.unity itself",
        ),
        // In the prefab's own file no id means an asset of the scene.
        (4, "MeshRenderer", "m_Materials[0]", here.clone(), "itself"),
    ] {
        let error = tried(object, component, field, &to).expect_err(field);
        assert!(error.message.contains(told), "{field} {to}: {}", error.message);
    }
}
