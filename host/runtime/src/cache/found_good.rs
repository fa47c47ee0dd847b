//! Listings in which nothing was found wrong, so that a start need not look through each of their texts and compile each of
//! their schemas again.
//!
//! Belongs here: which ones, over restarts. Does not: what is looked for (the catalogue's), or that what it looks for has
//! changed (`FORMAT`, which is part of each entry's name and so of its seal).
//!
//! A listing is told by its seal, which is made of its bytes: a component that answers otherwise the next time has another.

use super::seal::Seal;
use super::sealed::{SEAL, SealedFile};
use std::collections::HashSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const FILE: &str = "found-good.listings";
const MARK: &[u8; 8] = b"UTHGOOD1";
/// Listings that are kept, the oldest out.
const MOST: usize = 4096;

/// The seal of a listing.
pub(crate) type Tag = [u8; SEAL];

/// Those of one cache. What is new is written once `write` is called.
pub(super) struct FoundGood {
    file: SealedFile,
    tags: Mutex<Tags>,
}

#[derive(Default)]
struct Tags {
    /// `None` until the file was read.
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

    pub(super) fn holds(&self, tag: &Tag, seal: &Seal) -> bool {
        let mut tags = self.lock();
        let known = tags.known.get_or_insert_with(|| self.read(seal).into_iter().collect());
        known.contains(tag)
    }

    pub(super) fn add(&self, tag: Tag) {
        self.lock().fresh.push(tag);
    }

    /// Keeps what is new.
    pub(super) fn write(&self, seal: &Seal) -> std::io::Result<()> {
        let fresh = std::mem::take(&mut self.lock().fresh);
        self.file.add(&fresh, SEAL, seal)
    }

    fn read(&self, seal: &Seal) -> Vec<Tag> {
        let content = self.file.read(seal).unwrap_or_default();
        content.as_chunks::<SEAL>().0.to_vec()
    }

    fn lock(&self) -> MutexGuard<'_, Tags> {
        // Whole tags.
        self.tags.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
