//! Which EventSystem the loaded scenes have.

use super::camera::SceneSet;
use super::view::WorldView;
use super::world::NodeAt;

pub(super) const EVENT_SYSTEM: &str = "UnityEngine.EventSystems.EventSystem";

impl WorldView<'_> {
    /// True where an EventSystem of these scenes is active and on.
    pub(super) fn has_event_system(self, scenes: &SceneSet) -> bool {
        self.event_systems().any(|at| scenes.has(self.world, at))
    }

    /// The EventSystem that Unity would have as its current one, in whichever loaded scene it stands: one serves all. One of these
    /// scenes goes first.
    pub(super) fn event_system(self, scenes: &SceneSet) -> Option<NodeAt> {
        let own = self.event_systems().find(|at| scenes.has(self.world, *at));
        own.or_else(|| self.event_systems().next())
    }

    /// Those that are active and on, in all loaded scenes.
    fn event_systems(self) -> impl Iterator<Item = NodeAt> {
        let kinds = self.library.types().named(EVENT_SYSTEM);
        kinds.into_iter().flat_map(move |kind| {
            let places = self.world.with_type(kind).iter();
            let nodes = places.filter_map(move |place| self.world.at_place(*place));
            nodes.filter(move |at| {
                let active = self.world.node(*at).is_some_and(|node| node.active_in_hierarchy);
                let mut own = self.world.components(*at).iter();
                active
                    && own
                        .any(|component| component.kind == kind && super::components::enabled(component) != Some(false))
            })
        })
    }
}
