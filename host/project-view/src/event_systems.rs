//! Finds the EventSystem (Unity's component for UI input) of the loaded scenes.

use crate::camera::SceneSet;
use crate::scene_view::SceneView;
use host_project_world::world::NodeAt;

pub(crate) const EVENT_SYSTEM: &str = "UnityEngine.EventSystems.EventSystem";

impl SceneView<'_> {
    /// Returns true if one of these scenes contains an enabled EventSystem on an active object.
    pub fn has_event_system(self, scenes: &SceneSet) -> bool {
        self.event_systems().any(|at| scenes.has(self.world, at))
    }

    /// Returns the object of the EventSystem that Unity would use. One EventSystem serves all loaded scenes. One in
    /// `scenes` has priority.
    pub(crate) fn event_system(self, scenes: &SceneSet) -> Option<NodeAt> {
        let own = self.event_systems().find(|at| scenes.has(self.world, *at));
        own.or_else(|| self.event_systems().next())
    }

    /// Returns the objects of all enabled EventSystems on active objects, in all loaded scenes.
    fn event_systems(self) -> impl Iterator<Item = NodeAt> {
        let kinds = self.library.types().find_named(EVENT_SYSTEM);
        kinds.into_iter().flat_map(move |kind| {
            let places = self.world.with_type(kind).iter();
            let nodes = places.filter_map(move |place| self.world.node_at_place(*place));
            nodes.filter(move |at| {
                let active = self.world.node(*at).is_some_and(|node| node.active_in_hierarchy);
                let mut own = self.world.components(*at).iter();
                active
                    && own.any(|component| {
                        component.kind == kind && host_project_world::components::enabled_flag(component) != Some(false)
                    })
            })
        })
    }
}
