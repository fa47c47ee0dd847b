//! What files held when they were read last: from a file's stamp to its digest, so that a start need not read again what
//! has not changed.
//!
//! Belongs here: which stamps can be trusted, and the sealed file that keeps them. Does not: what a digest leads to.
//!
//! A stamp says which file it is, how long, and when its bytes and its facts changed last. That last time is the kernel's own:
//! who writes a file can set any other of them back. What a stamp leads to is never more than the digest of something that was
//! read here before, whose listing and code are sealed under that digest: a stamp that lied would give the older version.

use super::seal::Seal;
use super::sealed::SealedFile;
use std::collections::HashMap;
use std::fs::File;
#[cfg(target_os = "linux")]
use std::fs::Metadata;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const MARK: &[u8; 8] = b"UTHSTMP1";
const FILE: &str = "read.stamps";
/// Bytes of one row: the stamp's seven numbers and a digest.
const ROW: usize = 7 * 8 + 32;
/// Which file it is: the first two numbers.
const KEY: usize = 2 * 8;
/// Rows that are kept, the oldest out: more than one host serves bundles.
const MOST: usize = 2048;
/// A change within one tick of the clock after an earlier one leaves no trace; the coarsest clock of the file systems that are
/// trusted here ticks every ten milliseconds, and clocks may be set.
const SETTLED: Duration = Duration::from_secs(2);

/// Tells a file as it is now from any other and from the same one as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    file: (u64, u64),
    bytes: u64,
    /// Of the bytes, then of the facts; seconds and nanoseconds.
    changed: [i64; 4],
}

impl Stamp {
    /// `None` where nothing tells for certain that a file has changed.
    #[cfg(target_os = "linux")]
    pub(crate) fn of(file: &File) -> Option<Self> {
        let system = rustix::fs::fstatfs(file).ok()?;
        tells_changes(&system)
            .then(|| Self::told(&file.metadata().ok()?))
            .flatten()
    }

    /// Other systems do not tell when a file's facts changed.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of(_file: &File) -> Option<Self> {
        None
    }

    /// The same of a file that need not be opened for it.
    #[cfg(target_os = "linux")]
    fn lying(file: &Path) -> Option<Self> {
        tells_changes(&rustix::fs::statfs(file).ok()?)
            .then(|| Self::told(&std::fs::metadata(file).ok()?))
            .flatten()
    }

    #[cfg(not(target_os = "linux"))]
    fn lying(_file: &Path) -> Option<Self> {
        None
    }

    /// Whether its last change is so long ago that one after `now` has another time.
    fn is_settled(&self, now: SystemTime, after: Duration) -> bool {
        let since = |time: SystemTime| i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_secs()).ok();
        let [_, _, facts, _] = self.changed;
        now.checked_sub(after).and_then(since).is_some_and(|now| facts <= now)
    }

    #[cfg(target_os = "linux")]
    fn told(about: &Metadata) -> Option<Self> {
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

/// File systems of this machine that set the time of a change themselves, with each change; of others it is not known. One that
/// nobody may write to changes as a whole: an image may be put in its place in which whoever built it set all times alike.
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

/// The rows of one cache. What is new is written once `write` is called.
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

    /// Takes a file as settled at once; a test waits for no clock.
    #[cfg(test)]
    pub(crate) fn settle_at_once(&self) {
        self.lock().settled = Duration::ZERO;
    }

    /// The digest of what `file` held when it was read last, where it is still as it was then.
    pub(super) fn digest(&self, file: &Path, most: u64, seal: &Seal) -> Option<[u8; 32]> {
        let stamp = Stamp::lying(file)?;
        let mut rows = self.lock();
        if !rows.is_read {
            rows.is_read = true;
            let read = self.read(seal).into_iter().flatten();
            rows.known = read.map(|(stamp, digest)| (stamp.file, (stamp, digest))).collect();
        }
        let (known, digest) = rows.known.get(&stamp.file)?;
        (*known == stamp && stamp.bytes <= most).then_some(*digest)
    }

    /// A file of this stamp was read, and had this digest. Not kept where it had changed just before.
    pub(super) fn met(&self, stamp: Stamp, digest: [u8; 32]) {
        let mut rows = self.lock();
        if !stamp.is_settled(SystemTime::now(), rows.settled) {
            return;
        }
        rows.known.insert(stamp.file, (stamp, digest));
        rows.fresh.push(stamp.row(digest));
    }

    /// Keeps what is new.
    pub(super) fn write(&self, seal: &Seal) -> std::io::Result<()> {
        let fresh = std::mem::take(&mut self.lock().fresh);
        self.file.add(&fresh, KEY, seal)
    }

    /// `None` where there is none, or somebody else wrote it.
    fn read(&self, seal: &Seal) -> Option<Vec<(Stamp, [u8; 32])>> {
        let rows = self.file.read(seal)?;
        rows.chunks(ROW).map(Stamp::read).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Rows> {
        // A map of whole rows.
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
