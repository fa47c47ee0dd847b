//! The key that seals the request states of clients. The host creates a missing key, and keeps it across restarts.
//!
//! This module reads and creates the key file. `wire` seals the data.

use crate::places;
use anyhow::{Context, Result};
use host_dialect_mcp::StateKey;
use std::fs::Metadata;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

const FILE: &str = "request-state.key";
/// Maximum number of bytes to read from the file with the key that seals request states of clients.
const LARGEST: u64 = 4 << 10;
const USED: &str = "request-state.used";

/// Reads the key that seals request states of clients from `data_dir`, or creates it. If the key cannot be stored, logs
/// a warning and returns a key for this process only.
pub(crate) fn read_or_create(data_dir: &Path) -> StateKey {
    let folder = data_dir.join("keys");
    load_or_create(&folder).unwrap_or_else(|error| {
        tracing::warn!(
            folder = %folder.display(),
            "cannot store the key of parked calls, so clients must start their calls again after a restart of the \
             host: {error:#}"
        );
        StateKey::random()
    })
}

/// Returns the path of the file that records which sealed request states clients have already sent back.
pub(crate) fn used_file(data_dir: &Path) -> PathBuf {
    data_dir.join("keys").join(USED)
}

fn load_or_create(folder: &Path) -> Result<StateKey> {
    places::create_private_folder(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let file = folder.join(FILE);
    if let Some(key) = read(&file)? {
        return Ok(key);
    }
    let key = StateKey::random();
    // `tempfile` creates files that only their owner can read.
    let mut new = tempfile::NamedTempFile::new_in(folder).context("cannot create a file there")?;
    new.write_all(&key.0).context("cannot write there")?;
    match new.persist_noclobber(&file) {
        Ok(_) => Ok(key),
        // Another host was faster: its key is used.
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
            read(&file)?.context("the key was replaced while it was read")
        }
        Err(error) => Err(error.error).context("cannot store the key there"),
    }
}

/// Reads the key; `None` if the file is missing. Removes a key that is damaged or that other users could have read.
fn read(file: &Path) -> Result<Option<StateKey>> {
    let cannot = || format!("cannot read {}", file.display());
    let (opened, facts) = match host_regular_file::open(file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(cannot),
    };
    let mut bytes = Vec::new();
    opened.take(LARGEST).read_to_end(&mut bytes).with_context(cannot)?;
    if let Ok(key) = bytes.try_into()
        && is_private(&facts)
    {
        return Ok(Some(StateKey(key)));
    }
    tracing::warn!(file = %file.display(), "the key of parked calls is damaged, readable by others or owned by another user; creating a new one");
    std::fs::remove_file(file).with_context(|| format!("cannot remove {}", file.display()))?;
    Ok(None)
}

#[cfg(unix)]
fn is_private(facts: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    facts.permissions().mode() & 0o077 == 0 && host_regular_file::check_owner(facts).is_ok()
}

/// True if only the owner can read the file. Always true on Windows: it inherits the permissions of the user's folders.
#[cfg(not(unix))]
fn is_private(_facts: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creates_key_once_per_folder() {
        let folder = tempfile::tempdir().unwrap();
        let key = read_or_create(folder.path());
        assert!(read_or_create(folder.path()) == key);
        let other = tempfile::tempdir().unwrap();
        assert!(read_or_create(other.path()) != key);
    }

    #[test]
    fn replaces_damaged_key() {
        let folder = tempfile::tempdir().unwrap();
        let key = read_or_create(folder.path());
        std::fs::write(folder.path().join("keys").join(FILE), b"short").unwrap();
        let new = read_or_create(folder.path());
        assert!(new != key);
        assert!(read_or_create(folder.path()) == new);
    }

    #[test]
    fn uses_temporary_key_if_none_can_be_stored() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("keys"), b"a file").unwrap();
        assert!(read_or_create(folder.path()) != read_or_create(folder.path()));
    }

    #[cfg(unix)]
    #[test]
    fn creates_private_key_file_and_replaces_readable_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let key = read_or_create(folder.path());
        let file = folder.path().join("keys").join(FILE);
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(read_or_create(folder.path()) != key);
    }
}
