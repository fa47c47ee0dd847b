//! Tests of reads for objects that have no component of the requested types.

use crate::session::tests::references::open;
use host_bridge::{Command, CursorPage, ObjectId, ValuesRequest};
use tests_projects::{TinyProject, guid, objects};

#[test]
fn notes_objects_without_the_requested_types_and_their_own_types() {
    let project = TinyProject::new();
    let scene = objects(&[(1, "Lamp", 0), (3, "A", 0), (5, "B", 0), (7, "C", 0), (9, "D", 0)]);
    project.asset("Assets/A.unity", &guid('1'), scene);
    let mut session = open(project.root());
    let mut told = |objects: &[i64], types: &[&str]| {
        let request = ValuesRequest {
            objects: objects.iter().map(|id| ObjectId(*id)).collect(),
            types: types.iter().map(|name| (*name).to_owned()).collect(),
            paths: Vec::new(),
            items: 20,
            page: CursorPage {
                limit: 50,
                cursor: None,
                max_bytes: 16 * 1024,
            },
        };
        session
            .run(Command::ReadValues { request })
            .expect("values")
            .diagnostics
    };
    assert_eq!(
        told(&[1], &["Rigidbody", "Light"]),
        ["obj:1 (/Lamp) has no Rigidbody and no Light; it has UnityEngine.Transform"]
    );
    for types in [&[] as &[&str], &["Rigidbody", "Transform"]] {
        assert_eq!(told(&[1], types), [""; 0]);
    }
    let many = told(&[1, 2, 3, 4, 5], &["Rigidbody"]);
    assert_eq!(many.len(), 4);
    assert_eq!(many[3], "2 more of these objects have no Rigidbody");
}
