//! The data for picks and pictures: the world with its files, and caches of earlier picks.

use crate::camera::camera_cache::{LastLook, Looked};
use crate::pick_ui::canvas_layout::Laid;
use crate::pick_world::colliders::Colliders;
use crate::scene_view::SceneView;
use host_bridge::{BridgeError, Viewer};
use host_project_world::lookup::Lookup;
use std::sync::Arc;

/// Caches of earlier picks. They affect only the speed of a pick, not its answer.
#[derive(Default)]
pub struct SceneCaches {
    looked: LastLook,
    pub laid: Laid,
    pub(crate) colliders: Colliders,
}

/// The data and caches that one running pick or picture uses.
pub struct SceneLookup<'s> {
    pub(crate) lookup: Lookup<'s>,
    pub(crate) kept: &'s mut SceneCaches,
}

impl<'s> SceneLookup<'s> {
    /// Combines the data and the caches for one pick or picture.
    pub fn new(lookup: Lookup<'s>, kept: &'s mut SceneCaches) -> Self {
        Self { lookup, kept }
    }

    /// Returns a view of the objects of the loaded scenes.
    pub(crate) fn view(&self) -> SceneView<'_> {
        SceneView::new(self.lookup.view())
    }

    /// Returns the camera and scenes that `viewer` selects. Uses the cache if the session has not changed.
    pub(crate) fn looked_as(&mut self, viewer: &Viewer) -> Result<Arc<Looked>, BridgeError> {
        let stamp = self.lookup.stamp();
        if let Some(looked) = self.kept.looked.find(stamp, viewer) {
            return Ok(looked);
        }
        let view = self.view();
        let looked = view.cache_entry(view.looking_as(viewer)?);
        Ok(self.kept.looked.keep(stamp, *viewer, looked))
    }
}

impl SceneCaches {
    /// Removes the camera of the last pick from the cache.
    pub fn forget_camera(&mut self) {
        self.looked = LastLook::default();
    }

    /// Removes the last layout of the UI from the cache.
    pub fn forget_layout(&mut self) {
        self.laid = Laid::default();
    }
}
