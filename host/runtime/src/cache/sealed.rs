//! A small file beside the entries whose bytes only hosts of this cache can have written.
//!
//! Belongs here: mark, seal, putting a new one in place whole, new rows before those that lie there. Does not: what the bytes
//! say.

use super::seal::Seal;
use std::collections::HashSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Bytes of the seal, which stands between mark and content.
pub(super) const SEAL: usize = 32;

/// Where it lies, and what tells it from others of its kind.
pub(super) struct SealedFile {
    path: PathBuf,
    mark: &'static [u8; 8],
    /// Goes into the seal, so that one kind cannot be put in another's place.
    kind: &'static [u8],
    most: usize,
}

impl SealedFile {
    /// `most` bytes of content at most.
    pub(super) fn new(path: PathBuf, mark: &'static [u8; 8], kind: &'static [u8], most: usize) -> Self {
        Self { path, mark, kind, most }
    }

    /// What it holds; `None` where there is none, or somebody else wrote it.
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
        tracing::warn!(file = %self.path.display(), "what was found out before is not known: the file is damaged, or another's; it is found out again");
        None
    }

    /// Puts `fresh`, of which the last is the newest, before the rows that lie there, where other hosts may have written since.
    /// `key` bytes begin a row that takes the place of an older one; the oldest go where there are too many.
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

    /// Puts one with this content in its place.
    pub(super) fn write(&self, content: &[u8], seal: &Seal) -> std::io::Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        let tag = seal.tag(&[self.kind, content]);
        file.write_all(&[self.mark, tag.as_slice(), content].concat())?;
        file.persist(&self.path)?;
        Ok(())
    }
}
