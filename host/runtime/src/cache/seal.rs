//! The secret key of a cache, which only this user's hosts have, and the keyed hashes (seals) for its files.

use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fs::Metadata;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

const KEY: usize = 32;
const FILE: &str = "components.key";

pub(super) struct Seal([u8; KEY]);

impl Seal {
    /// Reads the secret key for the hashes of cache files from `folder`, or creates one that only its owner can read.
    /// All hosts with this cache share the key.
    pub(super) fn open(folder: &Path) -> std::io::Result<Self> {
        let path = folder.join(FILE);
        let damaged = match read(&path)? {
            Found::Key(key) => return Ok(Self(key)),
            Found::Nothing => false,
            Found::Damaged => true,
        };
        let mut key = [0; KEY];
        getrandom::fill(&mut key).map_err(|error| std::io::Error::other(error.to_string()))?;
        // `tempfile` creates files that only their owner can read.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&key)?;
        if damaged {
            tracing::warn!(file = %path.display(), "the key of the compiled components is damaged; creating a new one");
            std::fs::remove_file(&path)?;
        }
        match file.persist_noclobber(&path) {
            Ok(_) => Ok(Self(key)),
            // Another host created the key at the same time, so that key is used.
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => match read(&path)? {
                Found::Key(key) => Ok(Self(key)),
                Found::Nothing | Found::Damaged => {
                    Err(std::io::Error::other("the key file was replaced while it was read"))
                }
            },
            Err(error) => Err(error.error),
        }
    }

    pub(super) fn tag(&self, parts: &[&[u8]]) -> [u8; 32] {
        self.mac(parts).finalize().into_bytes().into()
    }

    /// Returns true if `tag` is the keyed hash of `parts`. Compares in constant time.
    pub(super) fn fits(&self, parts: &[&[u8]], tag: &[u8]) -> bool {
        self.mac(parts).verify_slice(tag).is_ok()
    }

    fn mac(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part);
        }
        mac
    }
}

enum Found {
    Key([u8; KEY]),
    Nothing,
    /// The key file has a wrong length and cannot be used.
    Damaged,
}

/// Reads the key file. Fails if other users can read it, because they could have created cache files with valid hashes.
fn read(path: &Path) -> std::io::Result<Found> {
    let (file, facts) = match host_regular_file::open(path) {
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    // One byte more than the key detects a file that is too long.
    file.take(KEY as u64 + 1).read_to_end(&mut bytes)?;
    if !is_private(&facts) {
        return Err(std::io::Error::other(format!(
            "its key {} can be read by other users or is not owned by this user, so the entries may be theirs; remove the folder, \
             or restrict the file (chmod 600) if you are sure that no other user changed the folder",
            path.display()
        )));
    }
    Ok(bytes.try_into().map_or(Found::Damaged, Found::Key))
}

#[cfg(unix)]
fn is_private(facts: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    facts.permissions().mode() & 0o077 == 0 && facts.uid() == rustix::process::geteuid().as_raw()
}

/// Always returns true, which means that only the owner can read the file: Windows files inherit the access rights of
/// the user's folders.
#[cfg(not(unix))]
fn is_private(_facts: &Metadata) -> bool {
    true
}
