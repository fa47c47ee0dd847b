//! Notes about prefab instances that cannot be read without Unity. A pick cannot find the objects in them, because no
//! text file contains these objects.

use crate::camera::SceneSet;
use crate::scene_view::SceneView;
use host_project_world::world::NodeAt;

impl SceneView<'_> {
    /// Returns a line about unreadable prefab instances that are active and selected by `may`: they may contain `what`.
    pub(crate) fn unread_in(self, scenes: &SceneSet, what: &str, may: impl Fn(NodeAt) -> bool) -> Option<String> {
        let world = self.world;
        let places = (0..world.count()).filter_map(|place| world.node_at_place(place));
        let mut active = places.filter(|at| {
            let shown = world.node(*at).is_some_and(|node| node.active_in_hierarchy);
            let is_one = shown && world.object(*at).is_some_and(|object| object.is_opaque());
            is_one && scenes.has(world, *at) && may(*at)
        });
        let first = active.next()?;
        let (path, why) = (self.card(first).path, self.why_unread(first));
        Some(match active.count() {
            0 => format!("{path}: an instance that may have {what}: {why}"),
            more => format!("{path} ({why}) and {more} other instances whose source cannot be read may have {what}"),
        })
    }
}
