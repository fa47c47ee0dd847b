//! The bundles' key-value stores: bounded, one file for each bundle, replaced as a whole.
//!
//! Everything here may block on a file; imports call it off the async workers.

use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

mod format;

/// Bytes of one key, at most.
pub(crate) const KEY: usize = 256;
/// Bytes of one value, at most.
pub(crate) const VALUE: usize = 64 << 10;
/// Bytes of all keys and values of one bundle, at most.
pub(crate) const STORE: usize = 1 << 20;
/// Keys in one answer, at most.
const LISTED: usize = 1000;

/// Why a store did not do it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StateRefusal {
    Conflict { current: u64 },
    TooLarge(String),
    Unavailable(String),
}

/// All bundles' stores.
pub(crate) struct StateStores {
    folder: Option<PathBuf>,
    open: Mutex<HashMap<String, Arc<KeyValues>>>,
}

impl StateStores {
    /// Without a folder the stores live as long as the host.
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            open: Mutex::default(),
        }
    }

    /// The store of one bundle; its file is read at its first use.
    pub(crate) fn of(&self, bundle: &str) -> Arc<KeyValues> {
        // A map of handles: an insertion is whole or has not happened.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = open.get(bundle) {
            return Arc::clone(store);
        }
        let file = self.folder.as_ref().map(|folder| folder.join(file_name(bundle)));
        let store = Arc::new(KeyValues {
            file,
            contents: Mutex::new(None),
        });
        open.insert(bundle.to_owned(), Arc::clone(&store));
        store
    }
}

/// Bundle ids are checked by the catalog; whatever else comes is hashed, so that no name leaves the folder.
fn file_name(bundle: &str) -> String {
    let plain = !bundle.is_empty()
        && bundle.len() <= 64
        && bundle
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if plain {
        format!("{bundle}.state")
    } else {
        format!("_{}.state", crate::cache::hex(&Sha256::digest(bundle.as_bytes())))
    }
}

/// One bundle's keys and values.
pub(crate) struct KeyValues {
    file: Option<PathBuf>,
    contents: Mutex<Option<Contents>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Contents {
    /// The version that was given last; versions never repeat, so that a removed key cannot come back as an old one.
    last_version: u64,
    entries: BTreeMap<String, (Vec<u8>, u64)>,
}

impl Contents {
    fn bytes(&self) -> usize {
        self.entries
            .iter()
            .map(|(key, (value, _))| key.len() + value.len())
            .sum()
    }
}

impl KeyValues {
    pub(crate) fn get(&self, key: &str) -> Result<Option<(Vec<u8>, u64)>, StateRefusal> {
        self.with(|contents| Ok(contents.entries.get(key).cloned()))
    }

    /// Writes, where `expected` is given only over that version (0 = only where there is none); the new version.
    pub(crate) fn set(&self, key: String, value: Vec<u8>, expected: Option<u64>) -> Result<u64, StateRefusal> {
        bound("the key", key.len(), KEY)?;
        bound("the value", value.len(), VALUE)?;
        self.change(|contents| {
            let old = contents.entries.get(&key);
            let current = old.map_or(0, |(_, version)| *version);
            if expected.is_some_and(|expected| expected != current) {
                return Err(StateRefusal::Conflict { current });
            }
            let freed = old.map_or(0, |(value, _)| key.len() + value.len());
            bound(
                "the bundle's store",
                contents.bytes() - freed + key.len() + value.len(),
                STORE,
            )?;
            contents.last_version += 1;
            let version = contents.last_version;
            contents.entries.insert(key, (value, version));
            Ok((version, true))
        })
    }

    /// True where there was one.
    pub(crate) fn remove(&self, key: &str) -> Result<bool, StateRefusal> {
        self.change(|contents| {
            let removed = contents.entries.remove(key).is_some();
            Ok((removed, removed))
        })
    }

    /// Keys with `prefix`, sorted, after `after`; at most `limit`, and never more than 1,000.
    pub(crate) fn keys(&self, prefix: &str, after: Option<&str>, limit: u32) -> Result<Vec<String>, StateRefusal> {
        self.with(|contents| {
            Ok(contents
                .entries
                .range(prefix.to_owned()..)
                .map(|(key, _)| key)
                .take_while(|key| key.starts_with(prefix))
                .filter(|key| after.is_none_or(|after| key.as_str() > after))
                .take((limit as usize).min(LISTED))
                .cloned()
                .collect())
        })
    }

    fn with<T>(&self, read: impl FnOnce(&Contents) -> Result<T, StateRefusal>) -> Result<T, StateRefusal> {
        let mut contents = self.lock();
        read(self.loaded(&mut contents)?)
    }

    /// The file is written before the change is visible; a failed write changes nothing.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Contents) -> Result<(T, bool), StateRefusal>,
    ) -> Result<T, StateRefusal> {
        let mut slot = self.lock();
        let mut next = self.loaded(&mut slot)?.clone();
        let (answer, changed) = change(&mut next)?;
        if changed {
            if let Some(file) = &self.file {
                replace(file, &format::write(&next)).map_err(|error| {
                    StateRefusal::Unavailable(format!("the bundle's store cannot be written: {error}"))
                })?;
            }
            *slot = Some(next);
        }
        Ok(answer)
    }

    fn loaded<'a>(&self, slot: &'a mut Option<Contents>) -> Result<&'a Contents, StateRefusal> {
        if slot.is_none() {
            let read = match &self.file {
                Some(file) => load(file)?,
                None => Contents::default(),
            };
            *slot = Some(read);
        }
        Ok(slot.as_ref().expect("filled above"))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Contents>> {
        // The slot is replaced whole, after the file was.
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bound(what: &str, bytes: usize, most: usize) -> Result<(), StateRefusal> {
    if bytes <= most {
        return Ok(());
    }
    Err(StateRefusal::TooLarge(format!(
        "{what} would have {bytes} bytes; at most {most} are kept"
    )))
}

fn load(file: &Path) -> Result<Contents, StateRefusal> {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Contents::default()),
        Err(error) => {
            return Err(StateRefusal::Unavailable(format!(
                "the bundle's store cannot be read: {error}"
            )));
        }
    };
    if let Some(contents) = format::read(&bytes) {
        return Ok(contents);
    }
    // Kept aside for whoever wants to look; the bundle starts anew.
    let aside = file.with_extension("broken");
    let moved = std::fs::rename(file, &aside).is_ok();
    tracing::warn!(file = %file.display(), moved, "a bundle's store is damaged; it starts empty");
    Ok(Contents::default())
}

fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    crate::cache::private_folder(folder)?;
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(bytes)?;
    new.as_file().sync_data()?;
    new.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests;
