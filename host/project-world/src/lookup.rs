//! The data for read requests that need more than the loaded objects: files to read, and caches of earlier requests.
//!
//! A request has only shared references to the loaded scenes and edits, so it cannot change them.

use crate::changes::Changes;
use crate::ids::Numbers;
use crate::scene_slot::SceneSlot;
use crate::unloaded_files::files::Unloaded;
use crate::view::WorldView;
use crate::world::World;
use unity_project::expand::Library;

/// Caches of scenes and prefabs that are not loaded. They affect only the speed of a request, not its answer.
#[derive(Default)]
pub struct Caches {
    pub unloaded: Unloaded,
    /// A counter that changes when files of the project change, because requests may then have other answers.
    pub revision: u64,
}

/// The state of files and edits at the time of a request. If two stamps are equal, equal requests have equal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    files: u64,
    writes: u64,
    changes: u64,
}

/// The data and caches that one running request uses.
pub struct Lookup<'s> {
    /// The library of the project: reads files, caches their texts, and knows the component types.
    pub library: &'s mut Library,
    pub kept: &'s mut Caches,
    /// The object ids of all scenes. A scene that a request reads without loading it gets the same ids as a loaded one.
    pub numbers: &'s mut Numbers,
    /// All scenes of the project, loaded or not.
    pub scenes: &'s [SceneSlot],
    /// The objects of the loaded scenes.
    pub world: &'s World,
    pub changes: &'s dyn Changes,
    /// Width and height in pixels for picks and layouts; `None` for the default resolution of the project.
    pub screen: Option<(u32, u32)>,
    /// The approximate limit in bytes for scenes, prefabs and their texts in memory. Half of it is for loaded scenes.
    pub memory: usize,
    /// The memory in bytes that the caches of other requests use.
    pub held: usize,
    /// The number of requests for scenes in this session so far.
    pub clock: u64,
}

impl Lookup<'_> {
    /// Returns a view of the objects of the loaded scenes.
    pub fn view(&self) -> WorldView<'_> {
        WorldView::new(self.library, self.scenes, self.world, self.changes, self.screen)
    }

    /// Returns the current stamp. It changes whenever a request may have another answer.
    pub fn stamp(&self) -> Stamp {
        Stamp {
            files: self.kept.revision,
            writes: self.changes.writes(),
            changes: self.changes.revision(),
        }
    }
}
