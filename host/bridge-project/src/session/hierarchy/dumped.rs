//! What is kept of the file that was dumped last.

use std::sync::Arc;
use std::time::SystemTime;
use unity_project::expand::Flat;

/// What tells that a file is still the one that was read.
pub(in crate::session) type Stamp = Option<(u64, SystemTime)>;

/// The file that was dumped last, kept for the pages that follow; forgotten when files change on disk.
#[derive(Debug)]
pub(in crate::session) struct Dumped {
    pub(in crate::session) path: String,
    pub(in crate::session) stamp: Stamp,
    pub(in crate::session) flat: Arc<Flat>,
    pub(in crate::session) depths: Arc<Vec<u32>>,
}

impl Dumped {
    /// Bytes that it holds, about.
    pub(in crate::session) fn weight(&self) -> usize {
        self.flat.weight
    }
}
