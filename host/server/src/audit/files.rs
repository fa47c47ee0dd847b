//! The file and its older ones: appending, rotating, deleting what is kept no longer.

use crate::config::AuditSettings;
use crate::places;
use same_file::Handle;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A file is closed at this size, and earlier where little is to be kept.
const LARGEST_FILE: u64 = 64 << 20;
/// So many files share what is kept, at least: that much of it goes at once.
const LEAST_FILES: u64 = 8;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Files that several hosts of one user may share.
#[derive(Debug)]
pub(super) struct Files {
    path: PathBuf,
    fsync: bool,
    keep_bytes: u64,
    /// `None`: however old.
    keep: Option<Duration>,
    open: File,
    /// Which file that is, whatever its name becomes.
    identity: Handle,
    /// When the first line of the open file was written.
    begun: SystemTime,
}

impl Files {
    pub(super) fn open(settings: &AuditSettings) -> io::Result<Self> {
        if let Some(folder) = settings.file.parent() {
            places::create_private_folder(folder)?;
        }
        let open = places::append_private(&settings.file)?;
        let mut files = Self {
            begun: begun(&settings.file).unwrap_or_else(SystemTime::now),
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

    /// Ends the last line where a write broke off within it, so that the next one stands by itself.
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

    /// Whether its first line is so old that the file has to be closed, for its age to be seen.
    fn is_old(&self) -> bool {
        let span = self.keep.map(|keep| (keep / LEAST_FILES as u32).max(DAY));
        span.is_some_and(|span| self.begun.elapsed().is_ok_and(|age| age > span))
    }

    /// `audit.jsonl` becomes `audit.jsonl.1`, and so on. Under a lock file, because another host may do the same now.
    fn rotate(&mut self, room: u64) -> io::Result<()> {
        let _guard = self.lock()?;
        let length = std::fs::metadata(&self.path).map_or(0, |found| found.len());
        let still = begun(&self.path).is_some_and(|begun| begun == self.begun);
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
        let guard = places::append_private(&self.named("lock"))?;
        guard.lock()?;
        Ok(guard)
    }

    fn reopen(&mut self) -> io::Result<()> {
        let open = places::append_private(&self.path)?;
        self.identity = Handle::from_file(open.try_clone()?)?;
        self.open = open;
        self.begun = begun(&self.path).unwrap_or_else(SystemTime::now);
        Ok(())
    }

    /// Where the file that is open lies at its path no longer, opens or makes the one there. True where somebody removed or
    /// moved it: a rotation leaves it among the numbered ones.
    ///
    /// # Errors
    /// Its folder is gone and cannot be made again, or the file cannot be opened.
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

    /// How many older files there are, without a gap.
    fn older(&self) -> u64 {
        (1..).take_while(|number| self.numbered(*number).exists()).count() as u64
    }

    /// Deletes the oldest files beyond what is kept, and says so. What cannot be deleted is told and stays.
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
                    tracing::warn!(file = %file.display(), bytes = found.len(), reason, "an old audit file was deleted");
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    tracing::error!(file = %file.display(), reason, %error, "an old audit file could not be deleted");
                }
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn numbered(&self, number: u64) -> PathBuf {
        self.named(&number.to_string())
    }

    fn named(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".");
        name.push(suffix);
        PathBuf::from(name)
    }
}

/// The time in the first line.
fn begun(path: &Path) -> Option<SystemTime> {
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

/// A file that is not there needs no moving.
fn move_over(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::rename(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
