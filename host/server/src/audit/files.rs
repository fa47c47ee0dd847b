//! The audit file and its older, numbered files: appends lines, rotates the file, and deletes files beyond the limits.

use crate::config::AuditSettings;
use crate::places;
use same_file::Handle;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Maximum size of one audit file in bytes; then a new one begins. If `audit.keep-bytes` is small, it begins earlier.
const LARGEST_FILE: u64 = 64 << 20;
/// Minimum number of files that share `audit.keep-bytes`, so deleting one frees at most an eighth of these bytes.
const LEAST_FILES: u64 = 8;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The open audit file and the older audit files beside it, which several hosts of one user may share.
#[derive(Debug)]
pub(super) struct Files {
    path: PathBuf,
    fsync: bool,
    keep_bytes: u64,
    keep: Option<Duration>,
    open: File,
    /// The identity of the open file in the file system, independent of its name.
    identity: Handle,
    /// The time of the first line in the open file.
    begun: SystemTime,
}

impl Files {
    pub(super) fn open(settings: &AuditSettings) -> io::Result<Self> {
        if let Some(folder) = settings.file.parent() {
            places::create_private_folder(folder)?;
        }
        let open = places::append_private(&settings.file)?;
        let mut files = Self {
            begun: first_time(&settings.file).unwrap_or_else(SystemTime::now),
            path: settings.file.clone(),
            fsync: settings.fsync,
            keep_bytes: settings.keep_bytes,
            keep: (settings.keep_days > 0).then(|| DAY.saturating_mul(settings.keep_days)),
            identity: Handle::from_file(open.try_clone()?)?,
            open,
        };
        if files.is_old() {
            files.rotate(0)?;
        } else {
            files.delete_surplus();
        }
        Ok(files)
    }

    pub(super) fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let length = self.open.metadata()?.len();
        if length > 0 && (length + line.len() as u64 > self.rotate_at() || self.is_old()) {
            self.rotate(line.len() as u64)?;
        }
        // One call of `write`, so that lines of several hosts do not mix.
        self.open.write_all(line)?;
        if self.fsync { self.open.sync_data() } else { Ok(()) }
    }

    /// Writes a line break after a line that a failed write left incomplete, so that the next line is separate.
    pub(super) fn end_line(&mut self) -> io::Result<()> {
        let mut last = [b'\n'];
        let (mut file, _) = host_regular_file::open(&self.path)?;
        if io::Seek::seek(&mut file, io::SeekFrom::End(0))? > 0 {
            io::Seek::seek(&mut file, io::SeekFrom::End(-1))?;
            io::Read::read_exact(&mut file, &mut last)?;
        }
        if last == *b"\n" {
            Ok(())
        } else {
            self.open.write_all(b"\n")
        }
    }

    fn rotate_at(&self) -> u64 {
        LARGEST_FILE.min(self.keep_bytes / LEAST_FILES)
    }

    /// True if the first line of the open audit file is so old that the file must be rotated. Only rotated files are
    /// deleted by age.
    fn is_old(&self) -> bool {
        let span = self.keep.map(|keep| (keep / LEAST_FILES as u32).max(DAY));
        span.is_some_and(|span| self.begun.elapsed().is_ok_and(|age| age > span))
    }

    /// Renames `audit.jsonl` to `audit.jsonl.1`, and each older file to the next number, if the file is too long for
    /// `room` more bytes or too old. Uses a lock file, because another host may rotate at the same time.
    fn rotate(&mut self, room: u64) -> io::Result<()> {
        let _guard = self.lock()?;
        let length = std::fs::metadata(&self.path).map_or(0, |found| found.len());
        let still = first_time(&self.path).is_some_and(|begun| begun == self.begun);
        if length > 0 && (length + room > self.rotate_at() || (still && self.is_old())) {
            for number in (1..=self.older()).rev() {
                move_over(&self.numbered(number), &self.numbered(number + 1))?;
            }
            move_over(&self.path, &self.numbered(1))?;
        }
        self.delete_surplus();
        self.reopen()
    }

    fn lock(&self) -> io::Result<File> {
        let guard = places::append_private(&self.path_with_suffix("lock"))?;
        guard.lock()?;
        Ok(guard)
    }

    fn reopen(&mut self) -> io::Result<()> {
        let open = places::append_private(&self.path)?;
        self.identity = Handle::from_file(open.try_clone()?)?;
        self.open = open;
        self.begun = first_time(&self.path).unwrap_or_else(SystemTime::now);
        Ok(())
    }

    /// If the open file is no longer at its path, opens or creates the file there. Returns true if the open file was
    /// removed or moved; false if it was only rotated and is among the numbered files.
    pub(super) fn find_again(&mut self) -> io::Result<bool> {
        if self.is_at(&self.path) {
            return Ok(false);
        }
        if let Some(folder) = self.path.parent() {
            places::create_private_folder(folder)?;
        }
        let guard = self.lock()?;
        let is_rotated = (1..=self.older()).any(|number| self.is_at(&self.numbered(number)));
        self.reopen()?;
        drop(guard);
        Ok(!is_rotated)
    }

    fn is_at(&self, path: &Path) -> bool {
        Handle::from_path(path).is_ok_and(|found| found == self.identity)
    }

    /// Returns the number of older audit files, counted from 1 to the first missing number.
    fn older(&self) -> u64 {
        (1..).take_while(|number| self.numbered(*number).exists()).count() as u64
    }

    /// Deletes and logs the oldest audit files beyond the limits of size and age. Keeps a file that cannot be deleted.
    fn delete_surplus(&self) {
        let mut bytes = self.rotate_at();
        let mut reason = None;
        for number in 1..=self.older() {
            let file = self.numbered(number);
            let Ok(found) = std::fs::metadata(&file) else { continue };
            bytes += found.len();
            let age = found.modified().ok().and_then(|changed| changed.elapsed().ok());
            reason = reason.or_else(|| match (self.keep, age) {
                _ if bytes > self.keep_bytes => Some("audit.keep-bytes"),
                (Some(keep), Some(age)) if age > keep => Some("audit.keep-days"),
                _ => None,
            });
            let Some(reason) = reason else { continue };
            match std::fs::remove_file(&file) {
                Ok(()) => {
                    tracing::warn!(file = %file.display(), bytes = found.len(), reason, "deleted an old audit file");
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    tracing::error!(file = %file.display(), reason, %error, "cannot delete an old audit file");
                }
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn numbered(&self, number: u64) -> PathBuf {
        self.path_with_suffix(&number.to_string())
    }

    fn path_with_suffix(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".");
        name.push(suffix);
        PathBuf::from(name)
    }
}

/// Returns the time in the first line of an audit file; `None` if the file has no valid first line.
fn first_time(path: &Path) -> Option<SystemTime> {
    #[derive(serde::Deserialize)]
    struct Timed {
        time: String,
    }
    let mut first = String::new();
    let start = io::Read::take(host_regular_file::open(path).ok()?.0, 1 << 20);
    io::BufReader::new(start).read_line(&mut first).ok()?;
    let timed: Timed = serde_json::from_str(&first).ok()?;
    Some(timed.time.parse::<jiff::Timestamp>().ok()?.into())
}

/// Renames a file. A missing file is not an error.
fn move_over(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::rename(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
