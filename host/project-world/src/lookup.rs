//! The environment of read requests that need more than the world: files to read, and caches of earlier requests.
//!
//! The loaded scenes and the changes are shared references, so no request changes them. `view` has the readers' view of
//! objects.

use crate::changes::Changes;
use crate::ids::Numbers;
use crate::scene_slot::SceneSlot;
use crate::unloaded_files::files::Unloaded;
use crate::view::WorldView;
use crate::world::World;
use unity_project::expand::Library;

/// Caches of files that are not loaded. Without them each request would have the same answer, only later.
#[derive(Default)]
pub struct Caches {
    /// Scenes that are not loaded, and prefab files.
    pub unloaded: Unloaded,
    /// Differs whenever a request may have another answer, apart from this session's edits.
    pub revision: u64,
}

/// The state that a request was answered from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    files: u64,
    writes: u64,
    changes: u64,
}

/// One running request.
pub struct Lookup<'s> {
    /// Reads files, caches their texts within its budget, and numbers types when they are loaded.
    pub library: &'s mut Library,
    /// The caches of earlier requests.
    pub kept: &'s mut Caches,
    /// Assigns to objects of files read in the background the ids that loading would assign.
    pub numbers: &'s mut Numbers,
    /// All scenes, loaded or not.
    pub scenes: &'s [SceneSlot],
    /// The loaded objects.
    pub world: &'s World,
    /// The facts about unsaved changes.
    pub changes: &'s dyn Changes,
    /// Width and height in pixels for picks and layouts; `None` = the default resolution of the project.
    pub screen: Option<(u32, u32)>,
    /// Approximate limit in bytes for scenes, prefabs and their texts; half of it is for loaded scenes.
    pub memory: usize,
    /// Memory of the caches of other requests.
    pub held: usize,
    /// The session's clock; increases with each request for a scene.
    pub clock: u64,
}

impl Lookup<'_> {
    /// A view of the session's own objects.
    pub fn view(&self) -> WorldView<'_> {
        WorldView::new(self.library, self.scenes, self.world, self.changes, self.screen)
    }

    /// Differs whenever a request may have another answer.
    pub fn stamp(&self) -> Stamp {
        Stamp {
            files: self.kept.revision,
            writes: self.changes.writes(),
            changes: self.changes.revision(),
        }
    }
}
