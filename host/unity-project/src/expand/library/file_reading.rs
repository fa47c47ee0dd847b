//! Reads files without caching their text. Their memory is taken from the budget only during a callback.

use super::Library;
use crate::expand::prefabs::Prefabs;
use memchr::memmem;
use std::path::Path;
use std::sync::Arc;
use unity_fields::Source;
use unity_files::{AssetProblem, MAX_FILE_BYTES, read_whole};

/// Memory in bytes of one YAML document while its file is read, including unused capacity of the list of documents.
const DOCUMENT: usize = 64;

impl Library {
    /// Returns the memory limit in bytes for expanding one file and caching prefabs.
    pub fn memory(&self) -> usize {
        self.meter.limit()
    }

    /// Reads the text asset at the path `path` and passes it to the closure `look`, whose result it returns. Blocks.
    ///
    /// # Errors
    /// The reason why the file is not readable, or `OverBudget`.
    pub fn look_at<T>(&mut self, path: &str, look: impl FnOnce(&mut Self, &Source) -> T) -> Result<T, AssetProblem> {
        let project = Arc::clone(&self.project);
        let size = project.roots().open(path)?.1.len();
        let read = |size| project.roots().read(path, size);
        self.look_at_read(size, MAX_FILE_BYTES, read, |library, bytes| {
            library.look_at_text(path, bytes, look)
        })?
    }

    /// Reads the text file `file`, which is no asset, and passes it to `look`; `path` names it in messages. Blocks.
    ///
    /// # Errors
    /// As for `look_at`.
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
        Ok(looked?)
    }

    /// Reads a file of at most `limit` bytes, passes the bytes to the closure `look`, returns its result. Blocks.
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
        // If the file grows meanwhile, it is read up to its earlier size, or rejected.
        let looked = read(size).map(|bytes| look(self, bytes));
        self.give_back(taken);
        looked
    }
}
