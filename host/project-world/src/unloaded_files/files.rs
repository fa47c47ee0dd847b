//! The cache of prefab files and of scenes that are not loaded.

use crate::ids::{Ids, SceneIds};
use crate::numbered_file::Numbered;
use crate::world::{Part, World};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use unity_files::DiskChange;
use unity_project::expand::{Flat, Stamp};
use unity_scripts::background_files::BesideFiles;
use unity_yaml::Guid;

/// The cache of prefab files and of scenes that are not loaded, with the ids of their objects.
#[derive(Default)]
pub struct Unloaded {
    /// The cached files, by asset path.
    pub files: HashMap<String, Kept>,
    /// A counter that increases with each use of this cache. It shows which file was unused for the longest time.
    pub(crate) clock: u64,
    /// The paths of the prefab files. The position in this list is the number of the prefab, which never changes.
    pub(crate) prefabs: Vec<String>,
    /// The object ids of each prefab file. The map key is the number of the prefab: its position in `prefabs`.
    pub(crate) ids: HashMap<usize, SceneIds>,
    /// Scenes and prefabs with many objects, for which a background thread computes the order of the objects.
    pub(crate) worlds: BesideFiles<Option<Stamp>, ArrangedBeside>,
}

/// The objects of one scene or prefab file that is not loaded, in the order in which they are listed.
pub(crate) struct Arranged {
    pub(crate) world: World,
    pub(crate) flat: Arc<Flat>,
}

impl Arranged {
    /// Computes the listing order of a file's objects. `scene` is its position in the list; `None` for a prefab.
    pub(crate) fn new(flat: Arc<Flat>, ids: Arc<Ids>, scene: Option<u32>) -> Self {
        let mut world = World::from_parts(vec![Part {
            scene: scene.unwrap_or(u32::MAX),
            flat: Arc::clone(&flat),
            ids,
        }]);
        world.arrange();
        Self { world, flat }
    }
}

/// The objects of one file in listing order with provisional ids, as a background thread computed them.
pub(crate) struct ArrangedBeside {
    pub(crate) scene: Option<u32>,
    world: World,
    numbered: Numbered,
}

impl ArrangedBeside {
    pub(crate) fn from_numbered(numbered: Numbered, scene: Option<u32>) -> Self {
        let (flat, ids) = numbered.objects();
        let Arranged { world, .. } = Arranged::new(flat, ids, scene);
        Self { scene, world, numbered }
    }

    pub(crate) fn settle(self, numbers: &mut SceneIds) -> Arranged {
        let (_, ids) = self.numbered.objects();
        let (flat, settled) = self.numbered.settle(numbers);
        match Arc::ptr_eq(&ids, &settled) {
            true => Arranged {
                world: self.world,
                flat,
            },
            false => Arranged::new(flat, settled, self.scene),
        }
    }
}

/// One cached file with its objects.
pub struct Kept {
    pub(crate) world: Rc<World>,
    pub(crate) flat: Arc<Flat>,
    /// The modification stamp of the file version that was read.
    pub(crate) stamp: Option<Stamp>,
    pub(crate) weight: usize,
    pub(crate) used: u64,
}

impl Unloaded {
    /// Returns the approximate memory of the cached files in bytes, without the memory of their texts.
    pub(crate) fn weight(&self) -> usize {
        self.files.values().map(|kept| kept.weight).sum()
    }

    /// Drops all cached files.
    pub fn clear(&mut self) {
        self.files.clear();
        self.worlds.clear();
    }

    /// Removes files that changed on disk from the cache, and files that use one of the changed prefabs `touched`.
    pub fn forget(&mut self, change: &DiskChange, touched: &BTreeSet<Guid>) {
        self.worlds.clear();
        self.files.retain(|path, kept| {
            let through_prefab = kept.flat.needs.iter().any(|guid| touched.contains(guid));
            !change.everything && !change.assets.contains(path) && !through_prefab
        });
    }

    pub(crate) fn drop_oldest(&mut self) -> bool {
        let oldest = self.files.iter().min_by_key(|(_, kept)| kept.used);
        let Some(path) = oldest.map(|(path, _)| path.clone()) else {
            return false;
        };
        self.files.remove(&path).is_some()
    }
}
