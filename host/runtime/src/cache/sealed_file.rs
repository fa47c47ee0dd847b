//! A small file of the cache with a seal (keyed hash), so that only hosts with the key of the cache can write it.
//!
//! Belongs here: mark, seal, replacing the file atomically, adding rows. Does not: the meaning of the content.

use super::seal::Seal;
use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Number of bytes of the keyed hash (seal) in a cache file. It follows the 8 bytes that mark the file type, and
/// precedes the content that it authenticates.
pub(super) const SEAL: usize = 32;

pub(super) struct SealedFile {
    path: PathBuf,
    mark: &'static [u8; 8],
    /// A label for the kind of the content. The hash covers it too, so that a file of another kind is never accepted.
    kind: &'static [u8],
    most: usize,
}

impl SealedFile {
    /// Describes the sealed file at `path`, with at most `most` bytes of content. It does not open the file.
    pub(super) fn new(path: PathBuf, mark: &'static [u8; 8], kind: &'static [u8], most: usize) -> Self {
        Self { path, mark, kind, most }
    }

    /// Reads the file's content. `None` if the file does not exist, or if the keyed hash in it is wrong.
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

    /// Adds the rows `fresh` (newest last) before the rows that the file already contains, which may come from other
    /// hosts. A row has `ROW` bytes and replaces older rows with the same first `key` bytes. The oldest rows above the
    /// maximum are removed.
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

    /// Replaces the file atomically by a sealed file with this content.
    pub(super) fn write(&self, content: &[u8], seal: &Seal) -> std::io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        let tag = seal.tag(&[self.kind, content]);
        file.write_all(&[self.mark, tag.as_slice(), content].concat())?;
        file.persist(&self.path)?;
        Ok(())
    }
}
