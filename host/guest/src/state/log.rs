//! The log file of one bundle's store: its valid entries, and when it is rewritten. The functions block.

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
/// Number of versions that are skipped after the file was damaged, because lost entries may have used them.
const LOST_VERSIONS: u64 = 1 << 32;

/// Applies the entries of the file to `held`. If another file has replaced it, `held` starts empty. A file that cannot
/// be read completely is copied first, because the next change rewrites it.
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
            // It was never acknowledged.
            Entry::Torn { .. } => None,
        };
        if damage.is_some() {
            break;
        }
    }
    let contents = held.insert(contents);
    damage.map_or(Ok(()), |at| damaged(file, at, contents))
}

/// Handles damage at the byte position `at`: copies the file, and ignores the content after the damage, which may
/// belong to an older or a newer state.
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

/// Copies a damaged file for manual inspection. If this fails, the file is not rewritten.
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
    /// The number of disk writes with sync in this thread, for tests.
    pub(super) static SYNCS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Writes `records` to the file with one sync. `next` returns the content after these records, with about `live` bytes.
/// After an error, none of the records is in effect.
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
