//! The folder of one project's edit journal: its lock, its files and their names.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

const JOURNAL: &str = "journal";

/// Files that were set aside and are kept; older ones are deleted.
const KEPT_ASIDE: usize = 8;

/// The folder, locked for this process.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// The system releases it with the process, however that ends.
    _lock: File,
}

impl Folder {
    /// Creates the folder if it is missing and takes its lock; `None` if another process holds it.
    pub(super) fn take(path: &Path) -> io::Result<Option<Self>> {
        let lock = host_regular_file::lock_folder(path)?;
        Ok(lock.map(|lock| Self {
            path: path.to_path_buf(),
            _lock: lock,
        }))
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// The file that will replace the journal.
    pub(super) fn fresh(&self) -> PathBuf {
        self.path.join("journal.new")
    }

    /// Makes renames in the folder durable.
    #[cfg(unix)]
    pub(super) fn sync(&self) -> io::Result<()> {
        File::open(&self.path)?.sync_all()
    }

    /// Windows has no handle of a folder that could be synced; NTFS journals renames by itself.
    #[cfg(not(unix))]
    #[expect(
        clippy::unnecessary_wraps,
        clippy::unused_self,
        reason = "the same signature on all systems"
    )]
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn set_aside(&self, why: &str) -> io::Result<(PathBuf, Vec<PathBuf>)> {
        let (to, deleted) = self.name_aside(why)?;
        std::fs::rename(self.journal(), &to)?;
        self.sync()?;
        Ok((to, deleted))
    }

    pub(super) fn copy_aside(&self, why: &str) -> io::Result<(PathBuf, Vec<PathBuf>)> {
        let (to, deleted) = self.name_aside(why)?;
        let (mut from, _) = host_regular_file::open(&self.journal())?;
        let mut copy = host_regular_file::private().write(true).create_new(true).open(&to)?;
        io::copy(&mut from, &mut copy)?;
        copy.sync_all()?;
        self.sync()?;
        Ok((to, deleted))
    }

    /// `journal.<number>.<why>` with the next free number, and the oldest files of that form that were deleted.
    fn name_aside(&self, why: &str) -> io::Result<(PathBuf, Vec<PathBuf>)> {
        let mut known = Vec::new();
        for entry in std::fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.strip_prefix("journal."))
                .and_then(|rest| rest.split_once('.'))
                .and_then(|(number, _)| number.parse::<u64>().ok());
            known.extend(number.map(|number| (number, entry.path())));
        }
        known.sort_unstable();
        let next = known.last().map_or(1, |(number, _)| number.saturating_add(1));
        let mut deleted = Vec::new();
        while known.len() >= KEPT_ASIDE {
            let (_, oldest) = known.remove(0);
            std::fs::remove_file(&oldest)?;
            deleted.push(oldest);
        }
        Ok((self.path.join(format!("{JOURNAL}.{next}.{why}")), deleted))
    }
}
