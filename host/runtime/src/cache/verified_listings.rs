//! Listings without errors, so that a start need not check their texts and compile their schemas again.
//!
//! Belongs here: the set of listings without errors, across restarts. Does not: the checks (the catalog), or changes of
//! these checks (`FORMAT`, which is part of each entry's name and so of its seal).
//!
//! A listing is identified by its seal, which is computed from its bytes: if a component returns another listing the
//! next time, it has another seal.

use super::seal::Seal;
use super::sealed_file::{SEAL, SealedFile};
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const FILE: &str = "found-good.listings";
const MARK: &[u8; 8] = b"UTHGOOD1";
/// Maximum number of stored listings; the oldest are evicted.
const MOST: usize = 4096;

/// The seal of a listing, which identifies it.
pub(crate) type Tag = [u8; SEAL];

/// The tags of the listings without errors in one cache. `write` saves the new ones.
pub(super) struct FoundGood {
    file: SealedFile,
    tags: Mutex<Tags>,
}

#[derive(Default)]
struct Tags {
    /// All stored tags; `None` until the file was read.
    known: Option<HashSet<Tag>>,
    fresh: Vec<Tag>,
}

impl FoundGood {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            file: SealedFile::new(folder.join(FILE), MARK, b"found-good", MOST * SEAL),
            tags: Mutex::default(),
        }
    }

    pub(super) fn contains(&self, tag: &Tag, seal: &Seal) -> bool {
        let mut tags = self.lock();
        let known = tags.known.get_or_insert_with(|| self.read(seal).into_iter().collect());
        known.contains(tag)
    }

    pub(super) fn add(&self, tag: Tag) {
        self.lock().fresh.push(tag);
    }

    /// Saves the tags that were added since the last call.
    pub(super) fn write(&self, seal: &Seal) -> std::io::Result<()> {
        let fresh = std::mem::take(&mut self.lock().fresh);
        self.file.add(&fresh, SEAL, seal)
    }

    fn read(&self, seal: &Seal) -> Vec<Tag> {
        let content = self.file.read(seal).unwrap_or_default();
        content.as_chunks::<SEAL>().0.to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Tags> {
        // After a panic the set still contains complete tags.
        self.tags.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
