//! `Log`: opens, reads, appends to and replaces the file of a log.

mod replay;

use crate::Layout;
use crate::line::{self, Head, Salt};
use host_regular_file::Links;
pub use replay::{Entry, Replay};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The reason why the records of a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it has format {found} of another version of this host, and this version reads format {expected}")]
    OtherVersion { found: u8, expected: u8 },
    #[error("it does not begin as a file of this host does")]
    Foreign,
}

/// A log file that one process writes. The file is first opened by a read, an append or a replacement.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    layout: Layout,
    /// The file, open for writing; `None` until the first write.
    file: Option<File>,
    salt: Salt,
    /// Byte position of the end of the last whole line.
    end: u64,
    /// True if records can be appended at `end`, because the file was read to its end or written by this process.
    is_appendable: bool,
    /// The length of the file in bytes after the last `replace`; 0 before it.
    compacted: u64,
    /// The file length in bytes above which `replace` is tried again after it failed; 0 if it did not fail.
    retry_at: u64,
    /// The lock file that excludes other processes. `None` if the caller excludes them.
    _lock: Option<File>,
}

impl Log {
    /// Creates a log without a lock. The caller must exclude other writers.
    pub(crate) fn new(path: PathBuf, layout: Layout) -> Self {
        Self {
            path,
            layout,
            file: None,
            salt: Salt::default(),
            end: 0,
            is_appendable: false,
            compacted: 0,
            retry_at: 0,
            _lock: None,
        }
    }

    /// Locks the folder of the file, which is created if it is missing, and creates a log for this process alone.
    /// Returns `None` if another process holds the lock.
    ///
    /// # Errors
    /// The errors of `host_regular_file::lock_folder`.
    pub fn exclusive(path: PathBuf, layout: Layout) -> io::Result<Option<Self>> {
        let lock = host_regular_file::lock_folder(path.parent().unwrap_or(Path::new(".")))?;
        Ok(lock.map(|lock| Self {
            _lock: Some(lock),
            ..Self::new(path, layout)
        }))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the length of the file in bytes after the last `replace`, or 0 if `replace` was never called.
    pub fn compacted_len(&self) -> u64 {
        self.compacted
    }

    /// True if records can be appended. If false, the file must be read to its end or replaced first.
    pub fn is_appendable(&self) -> bool {
        self.is_appendable
    }

    /// True if the file is much longer than its `live` bytes of current records, so that it should be replaced.
    pub fn is_overgrown(&self, live: u64) -> bool {
        let limit = live.saturating_mul(2).saturating_add(self.layout.slack);
        self.end > limit.max(self.retry_at)
    }

    /// Reads all entries of the file. A missing file counts as an empty one.
    ///
    /// # Errors
    /// The file cannot be read, is too long, belongs to another user, or has another format.
    pub fn replay(&mut self) -> Result<Replay<'_>, Unreadable> {
        self.is_appendable = false;
        self.replay_new()
    }

    /// Reads the entries that another process appended since the last complete read or write by this process. If the
    /// file was replaced or shortened since, reads all its entries.
    ///
    /// # Errors
    /// The errors of `replay`.
    pub fn replay_new(&mut self) -> Result<Replay<'_>, Unreadable> {
        let was_appendable = std::mem::take(&mut self.is_appendable);
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.path.display()));
        let (mut file, facts) = match host_regular_file::open_own(&self.path) {
            Ok(opened) => opened,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Replay::empty(self, None)),
            Err(error) => return Err(named(error).into()),
        };
        if facts.len() > self.layout.max_file {
            let limit = self.layout.max_file;
            let message = format!("it has {} bytes, and at most {limit} are read; remove it", facts.len());
            return Err(named(io::Error::new(io::ErrorKind::FileTooLarge, message)).into());
        }
        let mut head = Vec::with_capacity(self.layout.header_len());
        Read::by_ref(&mut file)
            .take(self.layout.header_len() as u64)
            .read_to_end(&mut head)?;
        let salt = match self.layout.head(&head) {
            Head::Valid(salt) => salt,
            Head::Torn => return Ok(Replay::empty(self, Some(head.len() as u64))),
            Head::OtherVersion(found) => {
                let expected = self.layout.version;
                return Err(Unreadable::OtherVersion { found, expected });
            }
            Head::Foreign => return Err(Unreadable::Foreign),
        };
        let starts_over = !was_appendable || salt != self.salt || facts.len() < self.end;
        if starts_over {
            self.salt = salt;
            self.end = head.len() as u64;
        }
        file.seek(SeekFrom::Start(self.end))?;
        Ok(Replay::new(self, file, starts_over))
    }

    /// Appends all records or none. They survive a crash of this process, but maybe not a power failure.
    ///
    /// # Errors
    /// A record or the file would be too long, or the operating system reports an error. Then no record is appended.
    pub fn append(&mut self, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<()> {
        let lines = self.lines(records)?;
        self.write(&lines, false)
    }

    /// Appends all records or none, and returns when they are on the disk.
    ///
    /// # Errors
    /// The errors of `append`. After a failed sync to the disk, the file must be replaced before the next append.
    pub fn append_synced(&mut self, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<()> {
        let lines = self.lines(records)?;
        self.write(&lines, true)
    }

    fn lines(&self, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<Vec<u8>> {
        let mut lines = Vec::new();
        for record in records {
            let record = self.layout.bounded(record.as_ref())?;
            let at = self.end + lines.len() as u64;
            line::push(&mut lines, &self.salt, at, record);
            self.layout.fits(self.end + lines.len() as u64)?;
        }
        Ok(lines)
    }

    fn write(&mut self, lines: &[u8], is_synced: bool) -> io::Result<()> {
        if !self.is_appendable {
            return Err(io::Error::other("the file must be written as a whole first"));
        }
        let end = self.end;
        let file = self.opened()?;
        let len = file.metadata()?.len();
        if len < end {
            self.is_appendable = false;
            return Err(io::Error::other("the file was shortened by another process"));
        }
        if let Err(error) = put(file, end, lines) {
            let is_cut = file.set_len(end).is_ok();
            self.is_appendable = is_cut;
            return Err(error);
        }
        if is_synced && let Err(error) = file.sync_data() {
            // It is unknown which pages reached the disk, so nothing may be appended to them.
            let _ = file.set_len(end);
            self.is_appendable = false;
            return Err(error);
        }
        self.end += lines.len() as u64;
        Ok(())
    }

    fn opened(&mut self) -> io::Result<&mut File> {
        let file = match self.file.take() {
            Some(file) => file,
            None => {
                let mut options = OpenOptions::new();
                options.read(true).write(true);
                host_regular_file::open_with(&self.path, options, Links::Refused)?
            }
        };
        Ok(self.file.insert(file))
    }

    /// Replaces the file by a new one with only these records. The old file remains until the new one is on the disk.
    ///
    /// # Errors
    /// A record or the file would be too long, or a system call fails. Then the old file is unchanged.
    pub fn replace(&mut self, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<()> {
        let replaced = self.replace_file(records);
        if replaced.is_err() {
            self.retry_at = self.end.saturating_mul(2);
        }
        replaced
    }

    fn replace_file(&mut self, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<()> {
        let fresh = self.path.with_extension("new");
        let salt = line::new_salt()?;
        let mut options = host_regular_file::private();
        options.read(true).write(true).create(true).truncate(true);
        let file = host_regular_file::open_with(&fresh, options, Links::Refused)?;
        let written = self.fill(&file, &salt, records);
        // The same handle is used further: opening the file again could fail when the old one is already gone.
        let replaced = written.and_then(|end| {
            host_regular_file::replace(&file, &fresh, &self.path)?;
            Ok(end)
        });
        match replaced {
            Ok(end) => {
                self.file = Some(file);
                self.salt = salt;
                self.end = end;
                self.is_appendable = true;
                self.compacted = end;
                self.retry_at = 0;
                Ok(())
            }
            Err(error) => {
                // The next attempt truncates this file. Until then it only takes disk space.
                let _ = std::fs::remove_file(&fresh);
                Err(error)
            }
        }
    }

    fn fill(&self, file: &File, salt: &Salt, records: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<u64> {
        let mut out = BufWriter::new(file);
        let header = self.layout.header(salt);
        out.write_all(&header)?;
        let mut end = header.len() as u64;
        let mut line = Vec::new();
        for record in records {
            line.clear();
            line::push(&mut line, salt, end, self.layout.bounded(record.as_ref())?);
            end += line.len() as u64;
            self.layout.fits(end)?;
            out.write_all(&line)?;
        }
        out.flush()?;
        Ok(end)
    }

    /// Truncates the file to its header and syncs it. Unlike `replace`, this also works on a full disk.
    ///
    /// # Errors
    /// The operating system reports an error. Then the content of the file is unknown.
    pub fn clear(&mut self) -> io::Result<()> {
        let end = self.layout.header_len() as u64;
        self.is_appendable = false;
        let file = self.opened()?;
        file.set_len(end)?;
        file.sync_data()?;
        self.end = end;
        self.is_appendable = true;
        Ok(())
    }

    /// Closes the log file. The next read or write opens it again.
    pub(crate) fn close(&mut self) {
        self.file = None;
    }
}

/// Writes `lines` at the byte position `end`. Any bytes behind `end`, such as an incomplete line, are removed first.
fn put(file: &mut File, end: u64, lines: &[u8]) -> io::Result<()> {
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    file.write_all(lines)
}

impl Layout {
    fn bounded<'r>(&self, record: &'r [u8]) -> io::Result<&'r [u8]> {
        if record.len() <= self.max_record {
            return Ok(record);
        }
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!(
                "a record has {} bytes, at most {} are written",
                record.len(),
                self.max_record
            ),
        ))
    }

    fn fits(&self, end: u64) -> io::Result<()> {
        if end <= self.max_file {
            return Ok(());
        }
        Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("the file would be larger than {} bytes", self.max_file),
        ))
    }
}
