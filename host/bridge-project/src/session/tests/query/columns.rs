//! Tests of query columns for objects with several components of a type.

use super::*;

/// Columns of such objects are arrays. The items at one index belong to the same component, and null marks a missing
/// field.
#[test]
fn columns_of_several_components_are_aligned_by_index() {
    let project = project();
    let colliders = "--- !u!135 &90\nSphereCollider:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_IsTrigger: 1\n  m_Radius: 0.5\n\
                     --- !u!65 &91\nBoxCollider:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_IsTrigger: 0\n  m_Size: {x: 1, y: 2, z: 3}\n\
                     --- !u!135 &92\nSphereCollider:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_IsTrigger: 1\n  m_Radius: 2\n";
    project.asset("Assets/B.unity", &guid('c'), objects(&[(1, "Ball", 0)]) + colliders);
    let mut session = open(&project);
    let select = ["isTrigger", "radius", "size", "enabled"].map(|path| field("Collider", path));
    let of_type = |per| QueryRequest {
        per,
        ..request(Scope::Scenes, vec![type_filter("Collider", &[])], select.to_vec())
    };
    let cells = |row: &host_bridge::QueryRow| -> Vec<Value> {
        let cells = row.cells.iter().map(|cell| cell.0.as_ref());
        let value = |cell: Option<&ValueText>| cell.map_or(json!("none"), |value| value.to_value().expect("JSON"));
        cells.map(value).collect()
    };
    let found = find(&mut session, of_type(Per::Object)).expect("rows");
    let expected = [
        json!([true, false, true]),
        json!([0.5, null, 2]),
        json!([null, [1, 2, 3], null]),
        json!([true, true, true]),
    ];
    assert_eq!(cells(&found.rows[0]), expected);
    let single = find(&mut session, of_type(Per::Component("Collider".to_owned()))).expect("rows");
    assert_eq!(
        cells(&single.rows[1]),
        [json!(false), json!("none"), json!([1, 2, 3]), json!(true)]
    );
}
