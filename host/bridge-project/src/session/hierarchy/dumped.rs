//! The cached expansion of the last listed file.

use std::sync::Arc;
use std::time::SystemTime;
use unity_project::expand::Flat;

/// Identifies the version of a file that was read.
pub(in crate::session) type Stamp = Option<(u64, SystemTime)>;

/// The last listed file, cached for the next pages; dropped when files change on disk.
#[derive(Debug)]
pub(in crate::session) struct Dumped {
    pub(in crate::session) path: String,
    pub(in crate::session) stamp: Stamp,
    pub(in crate::session) flat: Arc<Flat>,
    pub(in crate::session) depths: Arc<Vec<u32>>,
}

impl Dumped {
    /// Approximate memory in bytes.
    pub(in crate::session) fn weight(&self) -> usize {
        self.flat.weight
    }
}
