//! Stores the digest of each component file with a stamp (size and times), so that the host does not read unchanged
//! files again at its next start.
//!
//! A stamp identifies a file, its length, and the times when its bytes and its metadata last changed. Only the kernel
//! sets the last of these times. A stamp leads only to the digest of a file that the host read before and sealed in the
//! cache. So a forged stamp can only select an older version.

use super::seal::Seal;
use super::sealed_file::SealedFile;
use std::collections::HashMap;
use std::fs::File;
#[cfg(target_os = "linux")]
use std::fs::Metadata;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MARK: &[u8; 8] = b"UTHSTMP1";
const FILE: &str = "read.stamps";
/// Bytes of one row of the file `read.stamps`: the seven numbers of a file's stamp (size and times) and its digest.
const ROW: usize = 7 * 8 + 32;
/// Bytes at the start of a row that identify the component file: device and inode.
const KEY: usize = 2 * 8;
/// Maximum number of component files in `read.stamps`; the oldest are removed. Several hosts may use the same cache.
const MOST: usize = 2048;
/// Time that must pass after a file's last change until its stamp is trusted. Two changes within one clock tick (at
/// most ten milliseconds on the trusted file systems) have equal times, and clocks can be set.
const SETTLED: Duration = Duration::from_secs(2);

/// The identity of one state of a file: it differs between files, and between the states of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    file: (u64, u64),
    bytes: u64,
    /// Times of the file's last changes: of its bytes (seconds, nanoseconds), then of its metadata (the same).
    changed: [i64; 4],
}

impl Stamp {
    /// Returns the stamp (identity, size, times) of an open file; `None` if its file system may not record each change.
    #[cfg(target_os = "linux")]
    pub(crate) fn from_file(file: &File) -> Option<Self> {
        let system = rustix::fs::fstatfs(file).ok()?;
        if !tells_changes(&system) {
            return None;
        }
        Self::from_metadata(&file.metadata().ok()?)
    }

    /// Always returns `None`: this operating system does not report when a file's metadata changed.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn from_file(_file: &File) -> Option<Self> {
        None
    }

    /// Returns the stamp (identity, size and change times) of the file at this path without opening it. `None` if its
    /// file system does not reliably record the time of each change.
    #[cfg(target_os = "linux")]
    fn from_path(file: &Path) -> Option<Self> {
        if !tells_changes(&rustix::fs::statfs(file).ok()?) {
            return None;
        }
        Self::from_metadata(&std::fs::metadata(file).ok()?)
    }

    #[cfg(not(target_os = "linux"))]
    fn from_path(_file: &Path) -> Option<Self> {
        None
    }

    /// Returns true if the file's last change is more than `after` before `now`. Then a later change gets another time,
    /// so the stamp identifies the file's content.
    fn is_settled(&self, now: SystemTime, after: Duration) -> bool {
        let since = |time: SystemTime| i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_secs()).ok();
        let [_, _, facts, _] = self.changed;
        now.checked_sub(after).and_then(since).is_some_and(|now| facts <= now)
    }

    #[cfg(target_os = "linux")]
    fn from_metadata(about: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        about.is_file().then(|| Self {
            file: (about.dev(), about.ino()),
            bytes: about.len(),
            changed: [about.mtime(), about.mtime_nsec(), about.ctime(), about.ctime_nsec()],
        })
    }

    fn row(&self, digest: [u8; 32]) -> [u8; ROW] {
        let counts = [self.file.0, self.file.1, self.bytes].map(u64::to_le_bytes);
        let times = self.changed.map(i64::to_le_bytes);
        let mut row = [0; ROW];
        let bytes = counts.as_flattened().iter().chain(times.as_flattened()).chain(&digest);
        row.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
        row
    }

    fn read(row: &[u8]) -> Option<(Self, [u8; 32])> {
        let (numbers, digest) = row.split_at_checked(7 * 8)?;
        let number = |at: usize| -> Option<[u8; 8]> { numbers.get(at * 8..at * 8 + 8)?.try_into().ok() };
        let count = |at| number(at).map(u64::from_le_bytes);
        let time = |at| number(at).map(i64::from_le_bytes);
        let stamp = Self {
            file: (count(0)?, count(1)?),
            bytes: count(2)?,
            changed: [time(3)?, time(4)?, time(5)?, time(6)?],
        };
        Some((stamp, digest.try_into().ok()?))
    }
}

/// Returns true if a file system records the time of each change to its files: a writable local one with a known
/// driver. False for read-only ones, because another image with the same times may replace them.
#[cfg(target_os = "linux")]
fn tells_changes(system: &rustix::fs::StatFs) -> bool {
    const EXT: u32 = 0xef53;
    const XFS: u32 = 0x5846_5342;
    const BTRFS: u32 = 0x9123_683e;
    const F2FS: u32 = 0xf2f5_2010;
    const TMPFS: u32 = 0x0102_1994;
    const OVERLAY: u32 = 0x794c_7630;
    let is_read_only = system.f_flags & 1 != 0; // ST_RDONLY
    !is_read_only && matches!(system.f_type as u32, EXT | XFS | BTRFS | F2FS | TMPFS | OVERLAY)
}

pub(super) struct Stamps {
    file: SealedFile,
    rows: Mutex<Rows>,
}

struct Rows {
    settled: Duration,
    is_read: bool,
    known: HashMap<(u64, u64), (Stamp, [u8; 32])>,
    fresh: Vec<[u8; ROW]>,
}

impl Stamps {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            file: SealedFile::new(folder.join(FILE), MARK, b"stamps", MOST * ROW),
            rows: Mutex::new(Rows {
                settled: SETTLED,
                is_read: false,
                known: HashMap::new(),
                fresh: Vec::new(),
            }),
        }
    }

    /// Trusts the stamps of files that changed just now, for tests that cannot wait.
    #[cfg(test)]
    pub(crate) fn settle_at_once(&self) {
        self.lock().settled = Duration::ZERO;
    }

    pub(super) fn digest(&self, file: &Path, most: u64, seal: &Seal) -> Option<[u8; 32]> {
        let stamp = Stamp::from_path(file)?;
        let mut rows = self.lock();
        if !rows.is_read {
            rows.is_read = true;
            let read = self.read(seal).into_iter().flatten();
            rows.known = read.map(|(stamp, digest)| (stamp.file, (stamp, digest))).collect();
        }
        let (known, digest) = rows.known.get(&stamp.file)?;
        (*known == stamp && stamp.bytes <= most).then_some(*digest)
    }

    /// Records the digest of the component file with this stamp. Does nothing if the file changed less than two seconds
    /// ago.
    pub(super) fn remember(&self, stamp: Stamp, digest: [u8; 32]) {
        let mut rows = self.lock();
        if !stamp.is_settled(SystemTime::now(), rows.settled) {
            return;
        }
        rows.known.insert(stamp.file, (stamp, digest));
        rows.fresh.push(stamp.row(digest));
    }

    pub(super) fn write(&self, seal: &Seal) -> std::io::Result<()> {
        let fresh = std::mem::take(&mut self.lock().fresh);
        self.file.add(&fresh, KEY, seal)
    }

    fn read(&self, seal: &Seal) -> Option<Vec<(Stamp, [u8; 32])>> {
        let rows = self.file.read(seal)?;
        rows.chunks(ROW).map(Stamp::read).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Rows> {
        // The map stays valid after a panic, because it contains only complete rows.
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
