//! The edit journal of one project on disk: an append-only file of JSON lines with chained checksums. `bridge-project`
//! defines the content of the records.
//!
//! `append` returns after `write(2)`, so the record survives any end of this process. A separate thread then calls
//! `fdatasync`, so a power loss removes at most the most recent records.

mod folder;
mod reading;
mod sync;
#[cfg(test)]
mod tests;

use folder::Folder;
use host_bridge::LineChain;
pub use reading::{End, Found};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use sync::Syncing;

/// Maximum size of a journal file in bytes (512 MiB). An edit that would exceed it is rejected.
pub const MOST_BYTES: u64 = 512 << 20;

/// Size in bytes (1 MiB) up to which the journal file is never compacted (rewritten without outdated records).
const SMALL: u64 = 1 << 20;

/// The reason why the edit journal could not be opened.
#[derive(Debug)]
pub enum NotOpened {
    /// Another process holds the lock of the journal's folder.
    Held {
        folder: PathBuf,
    },
    Failed {
        folder: PathBuf,
        error: io::Error,
    },
}

impl std::fmt::Display for NotOpened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Held { folder } => write!(
                f,
                "another host has the edit journal of this project open ({})",
                folder.display()
            ),
            Self::Failed { folder, error } => {
                write!(f, "the edit journal in {} cannot be opened: {error}", folder.display())
            }
        }
    }
}

/// The reason why records were not written to the edit journal.
#[derive(Debug)]
pub enum NotWritten {
    /// The journal file would exceed `MOST_BYTES`.
    Full,
    Failed(io::Error),
}

impl std::fmt::Display for NotWritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Full => write!(
                f,
                "it would be larger than {MOST_BYTES} bytes, the limit of an edit journal"
            ),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for NotWritten {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// The edit journal of one project. This process holds the lock of the journal's folder.
#[derive(Debug)]
pub struct EditJournal {
    // Field order matters: `syncing` is dropped first, so the last records are synced before the lock is released.
    syncing: Syncing,
    state: Mutex<State>,
    folder: Folder,
}

#[derive(Debug, Default)]
struct State {
    /// The journal file, open for appending. `None` before this process first writes a whole file, and after a failed
    /// write whose partial record could not be removed.
    file: Option<Arc<File>>,
    chain: LineChain,
    bytes: u64,
    /// Size of the journal file in bytes right after it was last rewritten as a whole (`replace`).
    compact: u64,
}

/// The end of the journal file at one moment.
#[derive(Debug)]
pub struct Mark {
    file: Arc<File>,
    chain: LineChain,
    bytes: u64,
}

impl EditJournal {
    /// Opens the edit journal of `folder`, created if missing, and locks it for this process. Blocks the thread.
    ///
    /// # Errors
    /// Another process holds the lock, or a system call fails.
    pub fn open(folder: &Path) -> Result<Self, NotOpened> {
        let failed = |error| NotOpened::Failed {
            folder: folder.to_owned(),
            error,
        };
        let taken = Folder::take(folder).map_err(failed)?;
        let taken = taken.ok_or_else(|| NotOpened::Held {
            folder: folder.to_owned(),
        })?;
        Ok(Self {
            syncing: Syncing::start().map_err(failed)?,
            state: Mutex::default(),
            folder: taken,
        })
    }

    /// Returns the path of the journal file, for messages.
    pub fn path(&self) -> PathBuf {
        self.folder.journal()
    }

    /// Passes each intact record to `take`, in file order. Stops at a damaged record or when `take` returns an error.
    /// Returns `None` if the file does not exist.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&self, take: &mut dyn FnMut(&str) -> Result<(), String>) -> io::Result<Option<Found>> {
        reading::read(&self.folder.journal(), take)
    }

    /// Checks that this process still has the lock, and that no other process changed, removed or replaced the journal
    /// file. Returns a description of such a change; then the next write must be `replace`. A replacing file is renamed
    /// and kept.
    ///
    /// # Errors
    /// Another process has acquired the lock, or a system call fails.
    pub fn look(&self) -> io::Result<Option<String>> {
        self.folder.hold()?;
        let mut state = self.lock();
        let Some(file) = &state.file else { return Ok(None) };
        let path = self.folder.journal();
        let is_at = folder::is_at(file, &path);
        if is_at && file.metadata()?.len() == state.bytes {
            return Ok(None);
        }
        let what = match std::fs::symlink_metadata(&path) {
            _ if is_at => "was changed by another process; the host writes it again".to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                "was removed by another process; the host writes it again".to_owned()
            }
            _ => {
                let aside = self.folder.set_aside("foreign")?;
                format!(
                    "was replaced by another process; the host writes it again and keeps the other file as {}",
                    aside.display()
                )
            }
        };
        *state = State::default();
        Ok(Some(format!("the edit journal {} {what}", path.display())))
    }

    /// True if the next write must rewrite the whole journal file (`replace`), because no file is open for appending.
    pub fn needs_replacing(&self) -> bool {
        self.lock().file.is_none()
    }

    /// True if the file exceeds 1 MiB and twice its size after the last `replace`, so that compacting it is worthwhile.
    pub fn needs_compacting(&self) -> bool {
        let state = self.lock();
        state.bytes > SMALL.max(2 * state.compact)
    }

    /// Appends all of these records to the file, or none of them.
    ///
    /// # Errors
    /// The file would be too large, or a system call fails. Then nothing is appended.
    pub fn append(&self, records: &[String]) -> Result<(), NotWritten> {
        let mut state = self.lock();
        let Some(file) = state.file.clone() else {
            return Err(io::Error::other("the file must be written as a whole first").into());
        };
        if let Some(error) = self.syncing.failure() {
            // It is unknown which pages of the file reached the disk.
            state.file = None;
            return Err(error.into());
        }
        let mut chain = state.chain.clone();
        let mut lines = String::new();
        for record in records {
            lines += &chain.close(record);
            lines.push('\n');
        }
        let bytes = state.bytes + lines.len() as u64;
        if bytes > MOST_BYTES {
            return Err(NotWritten::Full);
        }
        if let Err(error) = (&*file).write_all(lines.as_bytes()) {
            if file.set_len(state.bytes).is_err() {
                state.file = None;
            }
            return Err(error.into());
        }
        state.chain = chain;
        state.bytes = bytes;
        drop(state);
        self.syncing.request(file);
        Ok(())
    }

    /// Returns the present end of the file, for `rewind`; `None` if the next write must be `replace`.
    pub fn mark(&self) -> Option<Mark> {
        let state = self.lock();
        Some(Mark {
            file: state.file.clone()?,
            chain: state.chain.clone(),
            bytes: state.bytes,
        })
    }

    /// Removes the records that were appended after `mark`. This also works on a full disk. Does nothing if the file was
    /// replaced since.
    ///
    /// # Errors
    /// A system call fails. Then the next write must be `replace`.
    pub fn rewind(&self, mark: Mark) -> io::Result<()> {
        let mut state = self.lock();
        if state.file.as_ref().is_some_and(|file| !Arc::ptr_eq(file, &mark.file)) {
            return Ok(());
        }
        if let Err(error) = mark.file.set_len(mark.bytes) {
            state.file = None;
            return Err(error);
        }
        if let Some(file) = state.file.clone() {
            state.chain = mark.chain;
            state.bytes = mark.bytes;
            drop(state);
            self.syncing.request(file);
        }
        Ok(())
    }

    /// Writes a new journal file with these records and renames it over the old file.
    ///
    /// # Errors
    /// The new file would be too large, or a system call fails. Then the old file is unchanged.
    pub fn replace(&self, records: &mut dyn Iterator<Item = Result<String, String>>) -> Result<(), NotWritten> {
        let mut state = self.lock();
        let fresh = self.folder.fresh();
        match std::fs::remove_file(&fresh) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        let file = host_regular_file::private()
            .append(true)
            .create_new(true)
            .open(&fresh)?;
        let written = write_all(&file, records);
        let (chain, bytes) = match written {
            Ok(written) => written,
            Err(why) => {
                // The next attempt removes this file. Until then it only takes disk space.
                let _ = std::fs::remove_file(&fresh);
                return Err(why);
            }
        };
        std::fs::rename(&fresh, self.folder.journal())?;
        // From now on, the next start applies these records. If the new name was not synced, a power loss can restore
        // the old file. In that case the next edit writes the file as a whole again.
        self.syncing.on_replaced(self.folder.sync().err());
        *state = State {
            file: Some(Arc::new(file)),
            chain,
            bytes,
            compact: bytes,
        };
        Ok(())
    }

    /// Deletes the journal file. The caller does this when no edit needs to be applied after a restart.
    ///
    /// # Errors
    /// A system call fails.
    pub fn clear(&self) -> io::Result<()> {
        let mut state = self.lock();
        *state = State::default();
        match std::fs::remove_file(self.folder.journal()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => self.folder.sync(),
        }
    }

    /// Renames the journal file to a name that contains `why`, and returns its path. The journal then has no file.
    ///
    /// # Errors
    /// A system call fails, or too many files were renamed this way before. Then the file is unchanged.
    pub fn set_aside(&self, why: &str) -> io::Result<PathBuf> {
        *self.lock() = State::default();
        self.folder.set_aside(why)
    }

    /// Creates a hard link to a damaged journal file of which the intact start is still used, and returns its path. The
    /// next write must be `replace`; after it, only the link refers to the old content.
    ///
    /// # Errors
    /// As for `set_aside`.
    pub fn link_aside(&self, why: &str) -> io::Result<PathBuf> {
        *self.lock() = State::default();
        self.folder.link_aside(why)
    }

    /// Returns the paths of old journal files with edits that were not completely applied, oldest first.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn lost_aside(&self) -> io::Result<Vec<PathBuf>> {
        self.folder.lost_aside()
    }

    /// True if a journal file exists. It may contain edits.
    pub fn is_there(&self) -> bool {
        std::fs::symlink_metadata(self.folder.journal()).is_ok()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write_all(
    file: &File,
    records: &mut dyn Iterator<Item = Result<String, String>>,
) -> Result<(LineChain, u64), NotWritten> {
    let (mut chain, mut bytes) = (LineChain::default(), 0);
    let mut out = io::BufWriter::with_capacity(256 << 10, file);
    for record in records {
        let line = chain.close(&record.map_err(io::Error::other)?);
        bytes += line.len() as u64 + 1;
        if bytes > MOST_BYTES {
            return Err(NotWritten::Full);
        }
        out.write_all(line.as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    drop(out);
    file.sync_all()?;
    Ok((chain, bytes))
}
