//! The remark on requested objects without a component of the requested types: otherwise their rows would be missing
//! without explanation.

use crate::session::query_view::QueryView;
use crate::session::world::{NodeAt, World};
use host_bridge::ObjectId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Objects that a remark names; it counts the rest.
const NAMED: usize = 3;

/// Types of an object that a remark names.
const TYPES: usize = 12;

impl QueryView<'_> {
    /// A remark for each such object, with its types.
    pub(super) fn typeless(self, objects: &[(ObjectId, Option<Rc<World>>, NodeAt)], asked: &[String]) -> Vec<String> {
        if asked.is_empty() {
            return Vec::new();
        }
        let types = self.library.types();
        let (mut remarks, mut more) = (Vec::new(), 0);
        for (id, world, at) in objects {
            let view = self.over(world.as_deref(), "");
            let components = view.world.components(*at);
            let has = |name: &String| components.iter().any(|component| types.is_a(component.kind, name));
            if asked.iter().any(has) || view.unread(*at).is_some() {
                continue;
            }
            if remarks.len() == NAMED {
                more += 1;
                continue;
            }
            let all: BTreeSet<_> = components.iter().map(|component| types.name(component.kind)).collect();
            let named: Vec<&str> = all.iter().take(TYPES).map(AsRef::as_ref).collect();
            let beyond = match all.len().saturating_sub(TYPES) {
                0 => String::new(),
                beyond => format!(" and {beyond} more"),
            };
            remarks.push(format!(
                "{id} ({}) has no {}; it has {}{beyond}",
                view.path(*at),
                asked.join(" and no "),
                named.join(", ")
            ));
        }
        if more > 0 {
            remarks.push(format!(
                "{more} more of these objects have no {}",
                asked.join(" and no ")
            ));
        }
        remarks
    }
}

#[cfg(test)]
mod tests {
    use crate::session::references::tests::open;
    use host_bridge::{Command, CursorPage, ObjectId, ValuesRequest};
    use tests_projects::{TinyProject, guid, objects};

    #[test]
    fn an_object_that_lacks_the_types_is_named_with_those_that_it_has() {
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
}
