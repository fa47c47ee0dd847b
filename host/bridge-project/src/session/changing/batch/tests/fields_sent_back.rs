//! Tests that edit rows contain the field names that read commands return, and that edits accept these names.

use super::*;
use crate::session::changing::component_edits::tests::run;
use host_bridge::ValuesRequest;

/// Component type, field name in C#, serialized field name, and a new value as JSON.
const FIELDS: [(&str, &str, &str, &str); 9] = [
    ("Camera", "depth", "m_Depth", "3"),
    ("Camera", "fieldOfView", "field of view", "33"),
    ("Camera", "farClipPlane", "far clip plane", "900"),
    ("Camera", "backgroundColor", "m_BackGroundColor", "[0.5, 0, 0, 1]"),
    ("Light", "intensity", "m_Intensity", "4"),
    ("Light", "enabled", "m_Enabled", "false"),
    ("Transform", "localPosition", "m_LocalPosition", "[7, 8, 9]"),
    ("Transform", "localScale.y", "m_LocalScale.y", "5"),
    ("Rigidbody", "useGravity", "m_UseGravity", "false"),
];

fn create_fresh(session: &mut Session) -> ObjectId {
    let made = apply(session, vec![create("Fresh", &["Light", "Camera", "Rigidbody"])], None).expect("made");
    made.plan.changes[0].object.expect("an object")
}

fn fields(rows: &[host_bridge::EditChange]) -> Vec<&str> {
    rows.iter().filter_map(|row| row.field.as_deref()).collect()
}

#[test]
fn edits_and_entries_name_fields_as_reads_do() {
    let project = tiny();
    let mut session = open(project.root());
    let object = create_fresh(&mut session);
    for (component, csharp, serialized, new) in FIELDS {
        let new: Value = serde_json::from_str(new).expect("JSON");
        for given in [serialized, csharp] {
            let done = apply(&mut session, vec![set(object, component, given, &new)], None).expect(given);
            assert_eq!(fields(&done.plan.changes), [csharp], "{component}.{given}");
            let listed = entries(&mut session).rows.swap_remove(0);
            assert_eq!((listed.id, &listed.changes), (done.entry, &done.plan.changes));
            // A listed row can be sent back unchanged.
            let row = &listed.changes[0];
            let (_, type_name) = row.component.clone().expect("a component");
            let back = row.old.as_ref().expect("a value").to_value().expect("JSON");
            let field = row.field.clone().expect("a field");
            let again = apply(&mut session, vec![set(object, &type_name, &field, &back)], None).expect(&field);
            assert_eq!(again.plan.changes[0].new, row.old, "{component}.{field}");
            assert_eq!(fields(&again.plan.changes), [csharp]);
        }
        let top = csharp.split('.').next().expect("a name");
        let values = ValuesRequest {
            objects: vec![object],
            types: vec![component.to_owned()],
            paths: Vec::new(),
            items: 20,
            page: CursorPage {
                limit: 10,
                cursor: None,
                max_bytes: 1 << 20,
            },
        };
        let Reply::Values(read) = run(&mut session, Command::ReadValues { request: values })
            .expect("values")
            .reply
        else {
            panic!("no values");
        };
        let known: Vec<&str> = read.rows[0].fields.iter().map(|(name, _)| name.as_str()).collect();
        assert!(top == "enabled" || known.contains(&top), "{component}.{top}: {known:?}");
    }
}

/// If a rotation is set in degrees, the row contains the stored quaternion, and the angles of the inspector change too.
#[test]
fn rotation_by_degrees_reports_the_stored_fields() {
    let project = tiny();
    let mut session = open(project.root());
    let object = create_fresh(&mut session);
    let turned = set(object, "Transform", "localEulerAngles", &json!([0, 90, 0]));
    let done = apply(&mut session, vec![turned], None).expect("turned");
    assert_eq!(fields(&done.plan.changes), ["localRotation", "localEulerAnglesHint"]);
}
