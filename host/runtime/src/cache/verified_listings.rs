//! The cached listings in which the catalog found no error, so that it does not check them again at the next start.
//!
//! The seal of a listing identifies it, because it depends on the bytes. If a component returns another listing later,
//! that listing has another seal. A change of `FORMAT` changes all seals, so that changed checks run again.

use super::seal::Seal;
use super::sealed_file::{SEAL, SealedFile};
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const FILE: &str = "found-good.listings";
const MARK: &[u8; 8] = b"UTHGOOD1";
/// Maximum number of checked lists of tools in the file `found-good.listings`; the oldest are removed.
const MOST: usize = 4096;

/// The id of a component's list of tools, resources and prompts: a hash of the list with the cache's secret key.
pub(crate) type Tag = [u8; SEAL];

pub(super) struct FoundGood {
    file: SealedFile,
    tags: Mutex<Tags>,
}

#[derive(Default)]
struct Tags {
    /// The ids of all lists of tools that were checked without an error; `None` before the file is read.
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

    pub(super) fn write(&self, seal: &Seal) -> std::io::Result<()> {
        let fresh = std::mem::take(&mut self.lock().fresh);
        self.file.add(&fresh, SEAL, seal)
    }

    fn read(&self, seal: &Seal) -> Vec<Tag> {
        let content = self.file.read(seal).unwrap_or_default();
        content.as_chunks::<SEAL>().0.to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Tags> {
        // The set stays valid after a panic, because it contains only complete tags.
        self.tags.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
