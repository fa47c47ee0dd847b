//! The folder of one project's edit journal: its lock, and the names of its files.

use std::fs::File;
#[cfg(unix)]
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const JOURNAL: &str = "journal";

/// Maximum number of old journal files that are kept under other names. At this limit the host keeps no further one,
/// but deletes none: each may be the only copy of a user's edits.
const MOST_ASIDE: usize = 8;

/// The reason in the name of an old journal file with another project's edits. It does not count as lost edits.
const OTHER_PROJECT: &str = "other-project";

/// An old journal file that was kept under the name `journal.<number>.<why>`.
struct Aside {
    number: u64,
    why: String,
    path: PathBuf,
}

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The open lock file. The operating system releases the lock when the process ends, even after a crash.
    lock: Mutex<File>,
}

impl Folder {
    /// Creates the folder if it is missing and locks it. Returns `None` if another process holds the lock.
    pub(super) fn take(path: &Path) -> io::Result<Option<Self>> {
        let lock = host_regular_file::lock_folder(path)?;
        Ok(lock.map(|lock| Self {
            path: path.to_path_buf(),
            lock: Mutex::new(lock),
        }))
    }

    /// Checks the lock. If the lock file was removed or replaced, locks the new file, because another host could lock
    /// it too.
    pub(super) fn hold(&self) -> io::Result<()> {
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if is_at(&lock, &self.path.join("lock")) {
            return Ok(());
        }
        let again = host_regular_file::lock_folder(&self.path)?;
        *lock = again.ok_or_else(|| {
            io::Error::other(format!(
                "{} was removed or replaced, and another host has the new one; end one of the two hosts",
                self.path.join("lock").display()
            ))
        })?;
        Ok(())
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// Returns the path of the temporary file that is renamed to the journal file when it is complete.
    pub(super) fn fresh(&self) -> PathBuf {
        self.path.join("journal.new")
    }

    /// Syncs the folder itself to the disk, so that renames of files in it survive a power loss.
    pub(super) fn sync(&self) -> io::Result<()> {
        host_regular_file::sync_folder(&self.journal())
    }

    /// Renames the journal file to `journal.<number>.<why>`, with the next free number. Returns the new path.
    pub(super) fn set_aside(&self, why: &str) -> io::Result<PathBuf> {
        let to = self.name_aside(&self.list_set_aside()?, why)?;
        std::fs::rename(self.journal(), &to)?;
        self.sync()?;
        Ok(to)
    }

    /// Creates a hard link named `journal.<number>.<why>` to the journal file, and returns its path. The link remains
    /// when the journal is replaced. Without support for hard links, renames the file instead.
    pub(super) fn link_aside(&self, why: &str) -> io::Result<PathBuf> {
        let aside = self.list_set_aside()?;
        if let Some(known) = aside.last().filter(|known| is_same(&known.path, &self.journal())) {
            // An earlier host created this link and then did not replace the journal.
            return Ok(known.path.clone());
        }
        let to = self.name_aside(&aside, why)?;
        if std::fs::hard_link(self.journal(), &to).is_err() {
            std::fs::rename(self.journal(), &to)?;
        }
        self.sync()?;
        Ok(to)
    }

    /// Returns the old journal files kept under other names that contain edits of this project, oldest first.
    pub(super) fn lost_aside(&self) -> io::Result<Vec<PathBuf>> {
        let aside = self.list_set_aside()?.into_iter();
        Ok(aside
            .filter(|aside| aside.why != OTHER_PROJECT)
            .map(|aside| aside.path)
            .collect())
    }

    fn name_aside(&self, aside: &[Aside], why: &str) -> io::Result<PathBuf> {
        if aside.len() >= MOST_ASIDE {
            return Err(io::Error::other(format!(
                "{} already contains {} files journal.NUMBER.REASON, at most {MOST_ASIDE} are allowed, and the host \
                 deletes none of them; move them to another folder and restart the host",
                self.path.display(),
                aside.len()
            )));
        }
        let next = aside.last().map_or(1, |last| last.number.saturating_add(1));
        Ok(self.path.join(format!("{JOURNAL}.{next}.{why}")))
    }

    fn list_set_aside(&self) -> io::Result<Vec<Aside>> {
        let mut aside = Vec::new();
        for entry in std::fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let parts = name
                .to_str()
                .and_then(|name| name.strip_prefix("journal."))
                .and_then(|rest| rest.split_once('.'));
            if let Some((number, why)) = parts
                && let Ok(number) = number.parse()
            {
                aside.push(Aside {
                    number,
                    why: why.to_owned(),
                    path: entry.path(),
                });
            }
        }
        aside.sort_unstable_by_key(|aside| aside.number);
        Ok(aside)
    }
}

/// True if the opened file is the file at `path`.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    are_one(file.metadata(), std::fs::symlink_metadata(path))
}

/// True if the opened file and the file at `path` have the same size. On this system, the standard library has no
/// stable way to compare the identity of files.
#[cfg(not(unix))]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    let facts = (file.metadata(), std::fs::symlink_metadata(path));
    matches!(facts, (Ok(file), Ok(there)) if file.len() == there.len())
}

#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    are_one(std::fs::symlink_metadata(one), std::fs::symlink_metadata(other))
}

/// True if both results are `Ok` and have the same device and inode number.
#[cfg(unix)]
fn are_one(one: io::Result<Metadata>, other: io::Result<Metadata>) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |facts: io::Result<Metadata>| facts.map(|facts| (facts.dev(), facts.ino()));
    matches!((id(one), id(other)), (Ok(one), Ok(other)) if one == other)
}

/// Would return true if both paths are the same file. Here it always returns false, as the standard library cannot
/// compare files; so `link_aside` may link a file twice.
#[cfg(not(unix))]
fn is_same(_one: &Path, _other: &Path) -> bool {
    false
}
