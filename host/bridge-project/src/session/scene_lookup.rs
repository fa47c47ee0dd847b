//! The environment of picks and pictures: the lookup, and the caches of earlier picks.

use super::camera::looked::{LastLook, Looked};
use super::lookup::Lookup;
use super::pick_ui::laid::Laid;
use super::pick_world::colliders::Colliders;
use super::scene_view::SceneView;
use host_bridge::{BridgeError, Viewer};
use std::sync::Arc;

/// Caches of picks. Without them each pick would have the same answer, only later.
#[derive(Default)]
pub(super) struct SceneCaches {
    looked: LastLook,
    pub(super) laid: Laid,
    pub(super) colliders: Colliders,
}

/// One running pick.
pub(super) struct SceneLookup<'s> {
    pub(super) lookup: Lookup<'s>,
    pub(super) kept: &'s mut SceneCaches,
}

impl<'s> SceneLookup<'s> {
    pub(super) fn of(lookup: Lookup<'s>, kept: &'s mut SceneCaches) -> Self {
        Self { lookup, kept }
    }

    /// A view of the session's own objects.
    pub(super) fn view(&self) -> SceneView<'_> {
        SceneView::of(self.lookup.view())
    }

    /// # Errors
    /// Those of `SceneView::looking_as`.
    pub(super) fn looked_as(&mut self, viewer: &Viewer) -> Result<Arc<Looked>, BridgeError> {
        let stamp = self.lookup.stamp();
        if let Some(looked) = self.kept.looked.of(stamp, viewer) {
            return Ok(looked);
        }
        let view = self.view();
        let looked = view.looked(view.looking_as(viewer)?);
        Ok(self.kept.looked.keep(stamp, *viewer, looked))
    }
}

impl SceneCaches {
    /// Drops the last used camera.
    pub(super) fn forget_camera(&mut self) {
        self.looked = LastLook::default();
    }

    /// Drops the last layout of the UI.
    pub(super) fn forget_layout(&mut self) {
        self.laid = Laid::default();
    }
}
