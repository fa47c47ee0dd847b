//! The file of used request states: entries are appended under a lock, so that several hosts on one data folder see
//! each other's entries. An entry is on disk before its claim is answered.
//!
//! It begins with a header (a magic word, and a name that changes with each rewrite of the file), followed by entries
//! of fixed length: number, expiry, checksum. All functions block.

use super::{Claim, MOST, Nonce, Seen};
use crate::ask::request_state::now;
use host_regular_file::Links;
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

type Name = [u8; 8];

const MAGIC: &[u8; 8] = b"UTHUSED1";
const HEAD: usize = 16;
const ENTRY: usize = 32;
/// A file with more entries is rewritten without the expired ones.
#[cfg(not(test))]
const TIDY_ENTRIES: u64 = 4096;
/// Each entry is synced, and tests have no time for that many.
#[cfg(test)]
const TIDY_ENTRIES: u64 = 64;
/// A longer file was not written by this module.
const LONGEST: u64 = (HEAD + 4 * MOST * ENTRY) as u64;

pub(super) struct UsedFile {
    path: PathBuf,
    /// A separate file, so that the data file can be replaced; `None` until the first claim.
    lock: Option<File>,
    /// The name in the header of the file that was read, and the position up to which it was read.
    name: Name,
    read_to: u64,
    tidy_at: u64,
}

impl UsedFile {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            lock: None,
            name: Name::default(),
            read_to: 0,
            tidy_at: TIDY_ENTRIES,
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the entries that other hosts added, and adds this one if it is new. After an error the claim has no
    /// effect.
    pub(super) fn claim(&mut self, seen: &mut Seen, nonce: Nonce, expires: u64) -> io::Result<Claim> {
        let lock = match self.lock.take() {
            Some(lock) => lock,
            None => created(&self.path.with_extension("lock"), false)?,
        };
        lock.lock()?;
        let claim = self.claim_locked(seen, nonce, expires);
        lock.unlock()?;
        self.lock = Some(lock);
        claim
    }

    fn claim_locked(&mut self, seen: &mut Seen, nonce: Nonce, expires: u64) -> io::Result<Claim> {
        let mut file = self.read_on(seen)?;
        let claim = seen.claim(nonce, expires);
        if claim != Claim::New {
            return Ok(claim);
        }
        // A retry may act as soon as this returns: a power failure must not make its number valid again.
        let kept = file.write_all(&entry(nonce, expires)).and_then(|()| file.sync_data());
        if let Err(error) = kept {
            seen.until.remove(&nonce);
            return Err(error);
        }
        drop(file);
        self.read_to += ENTRY as u64;
        if self.read_to > HEAD as u64 + self.tidy_at * ENTRY as u64
            && let Err(error) = self.write_anew(seen)
        {
            self.tidy_at *= 2;
            tracing::warn!(file = %self.path.display(), %error, "cannot rewrite the file of used request states; it keeps growing");
        }
        Ok(claim)
    }

    /// The file, positioned at the end of its last entry; a new file is created if there is no valid one.
    fn read_on(&mut self, seen: &mut Seen) -> io::Result<File> {
        match self.take_in(seen) {
            Ok(Some(file)) => return Ok(file),
            Ok(None) => {
                tracing::warn!(
                    file = %self.path.display(),
                    "the file of used request states is damaged; a new one is created, and states that were used before could be \
                     used again"
                );
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        self.write_anew(seen)?;
        let mut file = existing(&self.path)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    /// `None` if the file has no valid header.
    fn take_in(&mut self, seen: &mut Seen) -> io::Result<Option<File>> {
        let mut file = existing(&self.path)?;
        let length = file.metadata()?.len();
        if length > LONGEST {
            return Err(io::Error::other(format!(
                "it has {length} bytes and was not written by this host"
            )));
        }
        let Some(name) = read_name(&mut file)? else {
            return Ok(None);
        };
        if name != self.name || self.read_to < HEAD as u64 || self.read_to > length {
            self.name = name;
            self.read_to = HEAD as u64;
        }
        file.seek(SeekFrom::Start(self.read_to))?;
        let mut rest = Vec::new();
        Read::by_ref(&mut file)
            .take(length - self.read_to)
            .read_to_end(&mut rest)?;
        let now = now();
        let mut damaged = 0_u64;
        let (entries, torn) = rest.as_chunks::<ENTRY>();
        for bytes in entries {
            match parsed(bytes) {
                Some((nonce, expires)) if expires > now => {
                    seen.until.insert(nonce, expires);
                }
                Some(_) => {}
                None => damaged += 1,
            }
        }
        self.read_to += (entries.len() * ENTRY) as u64;
        if damaged > 0 || !torn.is_empty() {
            // A torn entry was never confirmed to a client: the write was interrupted before the entry was on disk.
            tracing::warn!(
                file = %self.path.display(),
                damaged,
                torn = torn.len(),
                "entries of used request states could not be read: those states could be used again"
            );
        }
        if !torn.is_empty() {
            file.set_len(self.read_to)?;
        }
        file.seek(SeekFrom::Start(self.read_to))?;
        Ok(Some(file))
    }

    /// Rewrites the file without expired entries. If this is interrupted at any point, either the old or the new file
    /// is complete.
    fn write_anew(&mut self, seen: &mut Seen) -> io::Result<()> {
        seen.forget_expired();
        let mut name = Name::default();
        getrandom::fill(&mut name).map_err(io::Error::other)?;
        let mut bytes = Vec::with_capacity(HEAD + seen.until.len() * ENTRY);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&name);
        for (nonce, expires) in &seen.until {
            bytes.extend_from_slice(&entry(*nonce, *expires));
        }
        let fresh = self.path.with_extension("new");
        let mut file = created(&fresh, true)?;
        file.write_all(&bytes)?;
        host_regular_file::replace(&file, &fresh, &self.path)?;
        self.name = name;
        self.read_to = bytes.len() as u64;
        self.tidy_at = TIDY_ENTRIES.max(2 * seen.until.len() as u64);
        Ok(())
    }
}

fn existing(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    host_regular_file::open_with(path, options, Links::Refused)
}

/// A file that only this user may read.
fn created(path: &Path, truncate: bool) -> io::Result<File> {
    let mut options = host_regular_file::private();
    options.write(true).create(true).truncate(truncate);
    host_regular_file::open_with(path, options, Links::Refused)
}

/// `None` if the file has no valid header.
fn read_name(file: &mut File) -> io::Result<Option<Name>> {
    let mut head = [0; HEAD];
    match file.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let (magic, name) = head.split_at(MAGIC.len());
    Ok(name.try_into().ok().filter(|_| magic == MAGIC))
}

fn entry(nonce: Nonce, expires: u64) -> [u8; ENTRY] {
    let mut bytes = [0; ENTRY];
    bytes[..16].copy_from_slice(&nonce);
    bytes[16..24].copy_from_slice(&expires.to_le_bytes());
    let sum = Sha256::digest(&bytes[..24]);
    bytes[24..].copy_from_slice(&sum[..8]);
    bytes
}

/// `None` if the checksum does not match.
fn parsed(bytes: &[u8; ENTRY]) -> Option<(Nonce, u64)> {
    let nonce = bytes[..16].try_into().ok()?;
    let expires = u64::from_le_bytes(bytes[16..24].try_into().ok()?);
    (entry(nonce, expires) == *bytes).then_some((nonce, expires))
}
