//! Access to the state of a session for tests in other modules.

use super::Session;
use crate::session::changing::change::text_of;
use host_bridge::{ObjectId, ValueText};
use host_project_query::values::field::Fields;
use host_project_world::world::NodeAt;
use unity_fields::property::PropertyPath;

impl Session {
    /// Returns a field's value in the grammar of `wit/value.md`; `None` if there is no value.
    pub(super) fn field_text(&self, at: NodeAt, position: usize, path: &PropertyPath) -> Option<ValueText> {
        text_of(&Fields::for_component(*self.view(), at, position)?, path)
    }

    /// Returns the objects that the scene's own file contains, without those of prefab instances.
    pub(crate) fn own_objects(&self, scene: &str) -> Vec<ObjectId> {
        let scene = self.scenes.iter().position(|slot| slot.file.path == scene);
        let nodes = (0..self.world.count()).filter_map(|place| self.world.node_at_place(place));
        let own = nodes.filter(|at| self.world.object(*at).is_some_and(|object| object.instance == 0));
        let own = own.filter_map(|at| self.world.node(at));
        own.filter(|node| Some(node.scene as usize) == scene)
            .map(|node| node.id)
            .collect()
    }

    /// Returns the active flag and the local height of the object, each with the field name that edit rows contain.
    pub(crate) fn flag_and_height(&self, object: ObjectId) -> Vec<(String, String)> {
        let at = self.world.find(object).expect("an object");
        let active = self.world.node(at).expect("a node").active;
        let path = "m_LocalPosition.y";
        let height = self.field_text(at, 0, &PropertyPath::parse(path).expect("a path"));
        let height = height.expect("a height").get().to_owned();
        vec![
            ("active_self".to_owned(), active.to_string()),
            ("localPosition.y".to_owned(), height),
        ]
    }
}
