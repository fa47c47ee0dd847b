//! A small file beside the entries that only hosts of this cache can have written.
//!
//! Belongs here: mark, seal, replacing the file atomically, new rows before existing ones. Does not: the meaning of the
//! bytes.

use super::seal::Seal;
use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of the seal, which is stored between mark and content.
pub(super) const SEAL: usize = 32;

/// The path and the kind of the file, and the limit of its content.
pub(super) struct SealedFile {
    path: PathBuf,
    mark: &'static [u8; 8],
    /// Part of the seal, so that a file of one kind cannot replace one of another kind.
    kind: &'static [u8],
    most: usize,
}

impl SealedFile {
    /// Creates the handle of the file at `path`, whose content has at most `most` bytes. It does not open the file.
    pub(super) fn new(path: PathBuf, mark: &'static [u8; 8], kind: &'static [u8], most: usize) -> Self {
        Self { path, mark, kind, most }
    }

    /// Reads the content; `None` if there is no file, or if its seal was not computed with the key of this cache.
    pub(super) fn read(&self, seal: &Seal) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let most = (self.mark.len() + SEAL + self.most) as u64;
        let (file, _) = host_regular_file::open(&self.path).ok()?;
        file.take(most).read_to_end(&mut bytes).ok()?;
        if let Some((mark, rest)) = bytes.split_first_chunk::<8>()
            && let Some((tag, content)) = rest.split_first_chunk::<SEAL>()
            && mark == self.mark
            && seal.fits(&[self.kind, content], tag)
        {
            return Some(content.to_vec());
        }
        tracing::warn!(file = %self.path.display(), "ignoring a cache file that is damaged or from another cache; its content is computed again");
        None
    }

    /// Inserts the rows `fresh`, newest last, before the rows in the file, which other hosts may have changed
    /// meanwhile. A row replaces an older one with the same first `key` bytes. If there are too many rows, the oldest
    /// are evicted.
    pub(super) fn add<const ROW: usize>(&self, fresh: &[[u8; ROW]], key: usize, seal: &Seal) -> std::io::Result<()> {
        if fresh.is_empty() {
            return Ok(());
        }
        let lying = self.read(seal).unwrap_or_default();
        let mut met = HashSet::new();
        let newest_first = fresh.iter().rev().chain(lying.as_chunks().0);
        let kept: Vec<[u8; ROW]> = newest_first
            .filter(|row| met.insert(row.split_at(key).0))
            .take(self.most / ROW)
            .copied()
            .collect();
        self.write(kept.as_flattened(), seal)
    }

    /// Replaces the file atomically by one with this content.
    pub(super) fn write(&self, content: &[u8], seal: &Seal) -> std::io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        let tag = seal.tag(&[self.kind, content]);
        file.write_all(&[self.mark, tag.as_slice(), content].concat())?;
        file.persist(&self.path)?;
        Ok(())
    }
}
