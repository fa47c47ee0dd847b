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

/// Caches of files that are not loaded. They change only the speed of a request, not its answer.
#[derive(Default)]
pub struct Caches {
    /// The contents of scenes that are not loaded, and of prefab files.
    pub unloaded: Unloaded,
    /// A number that changes whenever the answer of a request may change, except through edits of this session.
    pub revision: u64,
}

/// Identifies the state of files and edits that a request read. Equal stamps mean equal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    files: u64,
    writes: u64,
    changes: u64,
}

/// The data and caches for one running request.
pub struct Lookup<'s> {
    /// Reads files, caches their texts within its budget, and assigns ids to the loaded types.
    pub library: &'s mut Library,
    /// The caches that earlier requests filled.
    pub kept: &'s mut Caches,
    /// The ids of all scenes. A file read in the background gets the ids that loading it would assign.
    pub numbers: &'s mut Numbers,
    /// All scenes, loaded or not.
    pub scenes: &'s [SceneSlot],
    /// The loaded objects.
    pub world: &'s World,
    /// The facts about unsaved changes.
    pub changes: &'s dyn Changes,
    /// Width and height in pixels for picks and layouts; `None` = the default resolution of the project.
    pub screen: Option<(u32, u32)>,
    /// Approximate limit in bytes for the memory of scenes, prefabs and their texts; half of it is for loaded scenes.
    pub memory: usize,
    /// Memory in bytes of the caches of other requests.
    pub held: usize,
    /// The session's counter of requests for scenes; it increases with each of them.
    pub clock: u64,
}

impl Lookup<'_> {
    /// Returns a view of the session's own objects.
    pub fn view(&self) -> WorldView<'_> {
        WorldView::new(self.library, self.scenes, self.world, self.changes, self.screen)
    }

    /// Returns a stamp that changes whenever a request may have another answer.
    pub fn stamp(&self) -> Stamp {
        Stamp {
            files: self.kept.revision,
            writes: self.changes.writes(),
            changes: self.changes.revision(),
        }
    }
}
