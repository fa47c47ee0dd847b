//! The file of used request states. It is a log that several hosts with one data folder append to, so that they read
//! each other's entries. An entry is synced to disk before its claim is answered.
//!
//! An entry is the nonce of a state and its expiry in Base64, so all entries have the same length. All functions block
//! on file operations.

use super::{Claim, MOST, Nonce, Seen};
use crate::ask::request_state::now_millis;
use data_encoding::BASE64_NOPAD;
use host_append_log::{Entry, Layout, Log, SharedLog, Unreadable};
use std::io;
use std::path::{Path, PathBuf};

/// Characters of one used `requestState` in the file; the next constant is the bytes of the whole line.
const ENTRY: usize = 32;
const LINE: u64 = 50;
/// Number of used states above which the file is rewritten without the expired ones.
#[cfg(not(test))]
const TIDY_ENTRIES: u64 = 4096;
/// The number of used states above which the file is rewritten in tests: low, because each is synced to disk.
#[cfg(test)]
const TIDY_ENTRIES: u64 = 64;

const LAYOUT: Layout = Layout {
    mark: "UTHUSED",
    version: b'2',
    max_record: ENTRY,
    // A longer file was not written by this module.
    max_file: 4 * MOST as u64 * LINE,
    slack: TIDY_ENTRIES * LINE,
};

pub(super) struct UsedFile(SharedLog);

impl UsedFile {
    pub(super) fn new(path: PathBuf) -> Self {
        let lock = path.with_extension("lock");
        Self(SharedLog::new(path, lock, LAYOUT))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Marks the `requestState` of `nonce` as used, unless any host has done so before. An error changes nothing.
    pub(super) fn claim(&mut self, seen: &mut Seen, nonce: Nonce, expires: u64) -> io::Result<Claim> {
        self.0.locked(|log| claim(log, seen, nonce, expires))
    }
}

fn claim(log: &mut Log, seen: &mut Seen, nonce: Nonce, expires: u64) -> io::Result<Claim> {
    read_new(log, seen)?;
    if !log.is_appendable() {
        rewrite(log, seen)?;
    }
    let claim = seen.claim(nonce, expires);
    if claim != Claim::New {
        return Ok(claim);
    }
    // A retry may act as soon as this returns: a power failure must not make its state valid again.
    if let Err(error) = log.append_synced([entry(nonce, expires)]) {
        seen.until.remove(&nonce);
        return Err(error);
    }
    if log.is_overgrown(log.compacted_len())
        && let Err(error) = rewrite(log, seen)
    {
        tracing::warn!(file = %log.path().display(), %error, "cannot rewrite the file of used request states; it keeps growing");
    }
    Ok(claim)
}

fn read_new(log: &mut Log, seen: &mut Seen) -> io::Result<()> {
    let file = log.path().to_owned();
    let entries = match log.replay_new() {
        Ok(entries) => entries,
        Err(Unreadable::Io(error)) => return Err(error),
        Err(error) => {
            tracing::warn!(
                file = %file.display(), %error,
                "the file of used request states is damaged; a new one is created, and states that were used before could be \
                 used again"
            );
            return Ok(());
        }
    };
    let now = now_millis();
    let mut damaged = 0_u64;
    let mut torn = None;
    for entry in entries {
        match entry? {
            Entry::Record(record) => match parsed(&record) {
                Some((nonce, expires)) if expires > now => _ = seen.until.insert(nonce, expires),
                Some(_) => {}
                None => damaged += 1,
            },
            Entry::Damaged { .. } => damaged += 1,
            // This entry was never confirmed to a client: its write was interrupted.
            Entry::Torn { bytes } => torn = Some(bytes),
        }
    }
    if damaged > 0 || torn.is_some() {
        tracing::warn!(
            file = %file.display(), damaged, torn,
            "entries of used request states could not be read: those states could be used again"
        );
    }
    Ok(())
}

fn rewrite(log: &mut Log, seen: &mut Seen) -> io::Result<()> {
    seen.forget_expired();
    log.replace(seen.until.iter().map(|(nonce, expires)| entry(*nonce, *expires)))
}

fn entry(nonce: Nonce, expires: u64) -> String {
    BASE64_NOPAD.encode(&[&nonce[..], &expires.to_le_bytes()].concat())
}

fn parsed(entry: &[u8]) -> Option<(Nonce, u64)> {
    let bytes = BASE64_NOPAD.decode(entry).ok()?;
    let (nonce, expires) = bytes.split_first_chunk()?;
    Some((*nonce, u64::from_le_bytes(expires.try_into().ok()?)))
}
