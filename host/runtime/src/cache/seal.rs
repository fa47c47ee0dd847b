//! The key that only this user's hosts have, and the hash made with it.

use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::io::{ErrorKind, Write};
use std::path::Path;

const KEY: usize = 32;
const FILE: &str = "components.key";

/// Seals and checks parts of an entry.
pub(super) struct Seal([u8; KEY]);

impl Seal {
    /// Reads the key file, or makes one with random contents and owner-only rights.
    pub(super) fn open(folder: &Path) -> std::io::Result<Self> {
        super::private_folder(folder)?;
        let path = folder.join(FILE);
        if let Some(key) = read(&path)? {
            return Ok(Self(key));
        }
        let mut key = [0; KEY];
        getrandom::fill(&mut key).map_err(|error| std::io::Error::other(error.to_string()))?;
        // `tempfile` makes files that only their owner can read.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&key)?;
        match file.persist_noclobber(&path) {
            Ok(_) => Ok(Self(key)),
            // Another host was quicker: its key is the key.
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => read(&path)?
                .map(Self)
                .ok_or_else(|| std::io::Error::other("the key file was replaced while it was read")),
            Err(error) => Err(error.error),
        }
    }

    pub(super) fn tag(&self, parts: &[&[u8]]) -> [u8; 32] {
        self.mac(parts).finalize().into_bytes().into()
    }

    /// In constant time.
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

/// `None` where there is no usable key; a key that others could have read is removed.
fn read(path: &Path) -> std::io::Result<Option<[u8; KEY]>> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if let Ok(key) = bytes.try_into()
        && is_private(path)?
    {
        return Ok(Some(key));
    }
    tracing::warn!(file = %path.display(), "the key of the compiled components is damaged or open to others; a new one is made");
    std::fs::remove_file(path)?;
    Ok(None)
}

#[cfg(unix)]
fn is_private(path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::metadata(path)?.permissions().mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_private(_path: &Path) -> std::io::Result<bool> {
    Ok(true)
}
