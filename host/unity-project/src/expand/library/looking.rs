//! A look at a file's text alone: nothing of it is kept, and what it takes meanwhile is taken from the budget.

use super::Library;
use crate::AssetProblem;
use crate::expand::source::Source;
use crate::project::{MAX_FILE_BYTES, read_whole};
use memchr::memmem;
use std::path::Path;
use std::sync::Arc;

/// What is noted of a document, with the room that a list needs to grow.
const DOCUMENT: usize = 64;

impl Library {
    /// Bytes that playing out one file and the prefabs kept may take.
    pub fn memory(&self) -> usize {
        self.meter.limit()
    }

    /// Reads a text asset for `look`. Blocking.
    ///
    /// # Errors
    /// What makes the file unreadable, or `OverBudget`.
    pub fn look_at<T>(&mut self, path: &str, look: impl FnOnce(&mut Self, &Source) -> T) -> Result<T, AssetProblem> {
        let project = Arc::clone(&self.project);
        let size = project.roots().open(path)?.1.len();
        let read = |size| project.roots().read(path, size);
        self.look_at_read(size, MAX_FILE_BYTES, read, |library, bytes| {
            library.look_at_text(path, bytes, look)
        })?
    }

    /// The same of a file that is no asset, which is called `path`.
    ///
    /// # Errors
    /// Like `look_at`.
    pub fn look_at_file<T>(
        &mut self,
        path: &str,
        file: &Path,
        look: impl FnOnce(&mut Self, &Source) -> T,
    ) -> Result<T, AssetProblem> {
        self.look_at_bytes(file, MAX_FILE_BYTES, |library, bytes| {
            library.look_at_text(path, bytes, look)
        })?
    }

    fn look_at_text<T>(
        &mut self,
        path: &str,
        bytes: Vec<u8>,
        look: impl FnOnce(&mut Self, &Source) -> T,
    ) -> Result<T, AssetProblem> {
        let documents = memmem::find_iter(&bytes, b"\n--- ").count().saturating_mul(DOCUMENT);
        self.draw(documents)?;
        let looked = Source::new(path, bytes).map(|source| look(self, &source));
        self.give_back(documents);
        looked
    }

    /// Reads a file of at most `limit` bytes for `look`. Blocking.
    ///
    /// # Errors
    /// `Missing`, `TooLarge`, `Unreadable`, or `OverBudget`.
    pub fn look_at_bytes<T>(
        &mut self,
        file: &Path,
        limit: u64,
        look: impl FnOnce(&mut Self, Vec<u8>) -> T,
    ) -> Result<T, AssetProblem> {
        let size = std::fs::metadata(file).map_err(|_| AssetProblem::Missing)?.len();
        self.look_at_read(size, limit, |size| read_whole(file, size), look)
    }

    fn look_at_read<T>(
        &mut self,
        size: u64,
        limit: u64,
        read: impl FnOnce(u64) -> Result<Vec<u8>, AssetProblem>,
        look: impl FnOnce(&mut Self, Vec<u8>) -> T,
    ) -> Result<T, AssetProblem> {
        if size > limit {
            return Err(AssetProblem::TooLarge { size, limit });
        }
        let taken = usize::try_from(size).unwrap_or(usize::MAX);
        self.draw(taken)?;
        // One that grows meanwhile is as large as it was, or refused.
        let looked = read(size).map(|bytes| look(self, bytes));
        self.give_back(taken);
        looked
    }
}
