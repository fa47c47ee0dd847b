//! Notes about requested objects without a component of the requested types, because the answer has no rows for them.

use crate::query_view::QueryView;
use host_bridge::ObjectId;
use host_project_world::world::{NodeAt, World};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Maximum number of objects for which an answer has a note about missing types; further objects are counted.
const NAMED: usize = 3;

/// Maximum number of component types of an object that a note names; further types are counted.
const TYPES: usize = 12;

impl QueryView<'_> {
    /// Returns a note for each object that has no component of the types `asked`, with the types that it has.
    pub(super) fn typeless(self, objects: &[(ObjectId, Option<Rc<World>>, NodeAt)], asked: &[String]) -> Vec<String> {
        if asked.is_empty() {
            return Vec::new();
        }
        let types = self.library.types();
        let (mut remarks, mut more) = (Vec::new(), 0);
        for (id, world, at) in objects {
            let view = self.with_world(world.as_deref(), "");
            let components = view.world.components(*at);
            let has = |name: &String| components.iter().any(|component| types.is_a(component.kind, name));
            if asked.iter().any(has) || view.unread_note(*at).is_some() {
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
