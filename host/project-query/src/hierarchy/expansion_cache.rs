//! The cached expansion of the last listed file.

use std::sync::Arc;
use std::time::SystemTime;
use unity_project::expand::Flat;

/// Size in bytes and modification time of the file that was read; `None` if they are unknown.
pub(crate) type Stamp = Option<(u64, SystemTime)>;

/// All objects of the last listed scene or prefab, cached for the next pages; dropped when files change on disk.
#[derive(Debug)]
pub(crate) struct Dumped {
    pub(crate) path: String,
    pub(crate) stamp: Stamp,
    pub(crate) flat: Arc<Flat>,
    pub(crate) depths: Arc<Vec<u32>>,
}

impl Dumped {
    /// Returns the approximate memory of the cached objects in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.flat.weight
    }
}
