//! The environment of read requests that need more than the world: files to read, and caches of earlier requests.
//!
//! The loaded scenes and the changes are shared references, so no request changes them. `view` has the readers' view of
//! objects.

use super::changes::Changes;
use super::ids::Numbers;
use super::scene_slot::SceneSlot;
use super::unloaded::files::Unloaded;
use super::view::WorldView;
use super::world::World;
use unity_project::expand::Library;

/// Caches of files that are not loaded. Without them each request would have the same answer, only later.
#[derive(Default)]
pub(super) struct Caches {
    pub(super) unloaded: Unloaded,
    /// Differs whenever a request may have another answer, apart from this session's edits.
    pub(super) revision: u64,
}

/// One running request.
pub(super) struct Lookup<'s> {
    /// Reads files, caches their texts within its budget, and numbers types when they are loaded.
    pub(super) library: &'s mut Library,
    pub(super) kept: &'s mut Caches,
    /// Assigns to objects of files read in the background the ids that loading would assign.
    pub(super) numbers: &'s mut Numbers,
    pub(super) scenes: &'s [SceneSlot],
    pub(super) world: &'s World,
    /// The facts about unsaved changes.
    pub(super) changes: &'s dyn Changes,
    /// Width and height in pixels for picks and layouts; `None` = the default resolution of the project.
    pub(super) screen: Option<(u32, u32)>,
    /// Approximate limit in bytes for scenes, prefabs and their texts; half of it is for loaded scenes.
    pub(super) memory: usize,
    /// Memory of the caches of other requests.
    pub(super) held: usize,
    /// The session's clock; increases with each request for a scene.
    pub(super) clock: u64,
}

impl Lookup<'_> {
    /// A view of the session's own objects.
    pub(super) fn view(&self) -> WorldView<'_> {
        WorldView::of(self.library, self.scenes, self.world, self.changes, self.screen)
    }

    /// Differs whenever a request may have another answer.
    pub(super) fn stamp(&self) -> (u64, u64, u64) {
        (self.kept.revision, self.changes.writes(), self.changes.revision())
    }
}
