//! Reads, repairs and writes the log file of one bundle's store. The functions block.

use super::format::{self, MAX_RECORD};
use super::{Contents, StateRefusal};
use host_append_log::{Entry, Layout, Log, Replay, Unreadable};
use std::path::{Path, PathBuf};

pub(super) const LAYOUT: Layout = Layout {
    mark: "UTHKV",
    version: 3,
    max_record: MAX_RECORD,
    max_file: 64 << 20,
    slack: 64 << 10,
};
/// Number of version numbers to skip in a damaged store, because the lost records may contain them.
const LOST_VERSIONS: u64 = 1 << 32;

/// Applies the changes in a store's file to its content `held` in memory, which starts empty if the file was replaced.
/// Copies a damaged file, because the next change rewrites it. Fails if the file cannot be read or copied.
pub(super) fn take(
    replay: Result<Replay<'_>, Unreadable>,
    file: &Path,
    held: &mut Option<Contents>,
) -> Result<(), StateRefusal> {
    let unreadable = |error: std::io::Error| {
        StateRefusal::Unavailable(format!("the bundle's store {} cannot be read: {error}", file.display()))
    };
    let replay = match replay {
        Ok(replay) => replay,
        Err(Unreadable::Io(error)) => return Err(unreadable(error)),
        Err(Unreadable::OtherVersion { found, expected }) => {
            let aside = set_aside(file, &format!("v{found}"))?;
            tracing::warn!(
                file = %file.display(), aside = %aside.display(),
                "a bundle's store was written by another version of this host in format {found}, but this version reads \
                 format {expected}: the store starts empty; its content is in the copy, which that version reads under the \
                 old name"
            );
            held.get_or_insert_default().lose_versions();
            return Ok(());
        }
        Err(Unreadable::Foreign) => return damaged(file, 0, held.get_or_insert_default()),
    };
    let known = if replay.starts_over() { None } else { held.take() };
    let mut contents = known.unwrap_or_default();
    let mut damage = None;
    for entry in replay {
        damage = match entry.map_err(unreadable)? {
            Entry::Record(record) => contents.take(&record).is_none().then_some(0),
            Entry::Damaged { at, .. } => Some(at),
            // The host never confirmed this change to its caller.
            Entry::Torn { .. } => None,
        };
        if damage.is_some() {
            break;
        }
    }
    let contents = held.insert(contents);
    damage.map_or(Ok(()), |at| damaged(file, at, contents))
}

/// Handles damage at byte `at` of a log file: keeps a copy of the file, and ignores all records after the damage.
fn damaged(file: &Path, at: u64, contents: &mut Contents) -> Result<(), StateRefusal> {
    let aside = set_aside(file, "broken")?;
    tracing::warn!(
        file = %file.display(), at, aside = %aside.display(), kept = contents.entries.len(),
        "a bundle's store is damaged; the content after the damage is lost, except in the copy"
    );
    contents.lose_versions();
    Ok(())
}

impl Contents {
    fn lose_versions(&mut self) {
        self.last_version = self.last_version.saturating_add(LOST_VERSIONS);
    }
}

/// Copies a damaged store file for a user to inspect, because the host rewrites it. If this fails, nothing is written.
fn set_aside(file: &Path, extension: &str) -> Result<PathBuf, StateRefusal> {
    let aside = file.with_extension(extension);
    match std::fs::copy(file, &aside) {
        Ok(_) => Ok(aside),
        Err(error) => Err(StateRefusal::Unavailable(format!(
            "the bundle's store {} cannot be read by this version, nor be set aside as {}: {error}",
            file.display(),
            aside.display()
        ))),
    }
}

#[cfg(test)]
thread_local! {
    /// Number of times that the current thread wrote store changes to disk, for tests that count them.
    pub(super) static SYNCS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Appends the changes `records` to a store's file and waits until they are on disk. If this fails, writes a new file
/// with the content from `next` (about `live` bytes). After an error, none of the changes is in effect.
pub(super) fn write(
    log: &mut Log,
    records: &[Vec<u8>],
    live: usize,
    next: impl FnOnce() -> Contents,
) -> std::io::Result<()> {
    #[cfg(test)]
    SYNCS.with(|syncs| syncs.set(syncs.get() + 1));
    if log.is_appendable() && !log.is_overgrown(live as u64) && log.append_synced(records).is_ok() {
        return Ok(());
    }
    log.replace(format::whole(&next()))
}
