//! `SharedLog`: a log file that several processes write, one after another.

use crate::Layout;
use crate::log::{Log, Replay, Unreadable};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A log file that several processes may write. Each holds the lock of a separate file, but only during one operation.
#[derive(Debug)]
pub struct SharedLog {
    log: Log,
    /// Path of the lock file. It is separate, because compaction replaces the log file.
    lock_path: PathBuf,
    /// The open lock file; `None` until the first operation.
    lock: Option<File>,
}

impl SharedLog {
    pub fn new(path: PathBuf, lock_path: PathBuf, layout: Layout) -> Self {
        Self {
            log: Log::new(path, layout),
            lock_path,
            lock: None,
        }
    }

    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// Acquires the lock, runs `work`, and releases the lock. `work` must call `replay_new` before it writes, because
    /// another process may have added entries or replaced the file.
    ///
    /// # Errors
    /// The errors of `work`, or the lock file cannot be opened or locked.
    pub fn locked<T>(&mut self, work: impl FnOnce(&mut Log) -> io::Result<T>) -> io::Result<T> {
        let taken = self
            .lock
            .take()
            .map_or_else(|| host_regular_file::open_lock(&self.lock_path), Ok);
        let lock = taken?;
        lock.lock()?;
        let done = work(&mut self.log);
        // Another process may replace the file before the next operation.
        self.log.close();
        // If it cannot be unlocked, closing it releases the lock.
        self.lock = lock.unlock().is_ok().then_some(lock);
        done
    }

    /// Reads all entries without the lock. If another process is writing, its incomplete record is returned as `Torn`.
    ///
    /// # Errors
    /// The errors of `Log::replay`.
    pub fn replay(&mut self) -> Result<Replay<'_>, Unreadable> {
        self.log.replay()
    }
}
