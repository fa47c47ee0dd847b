//! The key-value stores of bundles: limited in size, one log file for each bundle, written by one thread.
//!
//! Belongs here: the limits, and reading. Does not: the time of writing (`state/writer.rs`), the file format
//! (`state/log.rs`, `state/format.rs`).

use host_append_log::SharedLog;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot};

mod format;
mod log;
mod writer;

/// Maximum bytes of one key in a bundle's key-value store.
pub(crate) const KEY: usize = 256;
/// Maximum bytes of one value in a bundle's key-value store.
pub(crate) const VALUE: usize = 64 << 10;
/// Maximum bytes of the key-value store of one bundle: keys, values, and `ENTRY` for each pair.
pub(crate) const STORE: usize = 1 << 20;
/// Bytes that each pair in a store counts in addition to its key and value.
const ENTRY: usize = 64;
/// Maximum number of keys that one call of the imported function `keys` returns to a guest.
const LISTED: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StateRefusal {
    Conflict { current: u64 },
    TooLarge(String),
    Unavailable(String),
}

/// The key-value stores of all bundles.
pub struct StateStores {
    folder: Option<PathBuf>,
    open: Mutex<HashMap<String, Arc<KeyValues>>>,
    writer: writer::Writer,
}

impl StateStores {
    /// Creates the stores with files in `folder`. With `None`, the contents are lost when the host ends.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            open: Mutex::default(),
            writer: writer::Writer::default(),
        }
    }

    /// Returns true if the store of `bundle` contains a key or has a file. Blocks while it checks the file.
    pub fn keeps(&self, bundle: &str) -> bool {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let held = open.get(bundle).is_some_and(|values| values.holds_something());
        let file = self.folder.as_ref().map(|folder| folder.join(file_name(bundle)));
        held || file.is_some_and(|file| file.exists())
    }

    /// Returns the store of one bundle. The store reads its file at the first use.
    pub(crate) fn for_bundle(&self, bundle: &str) -> Store {
        // The map stays valid after a panic: an insertion is complete or did not happen.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let values = open.entry(bundle.to_owned()).or_insert_with(|| {
            let log = self.folder.as_ref().map(|folder| {
                let file = folder.join(file_name(bundle));
                Mutex::new(SharedLog::new(file, folder.join("lock"), log::LAYOUT))
            });
            Arc::new(KeyValues {
                log,
                held: Mutex::new(None),
            })
        });
        Store {
            values: Arc::clone(values),
            changes: self.writer.changes(),
        }
    }
}

/// Returns the file name of a bundle's store. An invalid bundle id is hashed, so that no file is outside of the folder.
fn file_name(bundle: &str) -> String {
    let plain = !bundle.is_empty()
        && bundle.len() <= 64
        && bundle
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if plain {
        format!("{bundle}.state")
    } else {
        format!(
            "_{}.state",
            data_encoding::HEXLOWER.encode(&Sha256::digest(bundle.as_bytes()))
        )
    }
}

pub(crate) struct Store {
    pub(crate) values: Arc<KeyValues>,
    changes: Result<mpsc::Sender<writer::Asked>, StateRefusal>,
}

impl Store {
    /// Sets a key's value and returns its new version. Fails if `expected` is not the current version (0: missing key).
    pub(crate) async fn set(&self, key: String, value: Vec<u8>, expected: Option<u64>) -> Result<u64, StateRefusal> {
        bound("the key", key.len(), KEY)?;
        bound("the value", value.len(), VALUE)?;
        let change = Change {
            key,
            value: Some(value),
            expected,
        };
        Ok(self.change(change).await?.unwrap_or(0))
    }

    /// Removes a key from the store. Returns true if the key existed.
    pub(crate) async fn remove(&self, key: String) -> Result<bool, StateRefusal> {
        let change = Change {
            key,
            value: None,
            expected: None,
        };
        Ok(self.change(change).await?.is_some())
    }

    /// Lets the writer thread store a change, and waits until it is on disk. Returns the new or the removed version;
    /// `None` for a missing key to remove.
    async fn change(&self, change: Change) -> Result<Option<u64>, StateRefusal> {
        let changes = self.changes.as_ref().map_err(Clone::clone)?;
        let (answer, answered) = oneshot::channel();
        let asked = writer::Asked {
            store: Arc::clone(&self.values),
            change,
            answer,
        };
        let gone = || StateRefusal::Unavailable("the bundle's store is closed: the host ends".to_owned());
        changes.send(asked).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

#[derive(Debug)]
struct Change {
    key: String,
    /// The new value of the key; `None` removes the key.
    value: Option<Vec<u8>>,
    expected: Option<u64>,
}

/// The keys and values of one bundle. Only the writer thread changes them.
pub(crate) struct KeyValues {
    /// The file to which the store appends its changes; `None` for a store without a file. A thread that needs both
    /// locks takes this one before `held`, and keeps it while it writes.
    log: Option<Mutex<SharedLog>>,
    /// The keys and values in memory; `None` before the file is read.
    held: Mutex<Option<Contents>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Contents {
    /// The highest version of any value so far. Versions never repeat, also if a key is removed and added again.
    last_version: u64,
    entries: BTreeMap<String, (Vec<u8>, u64)>,
    /// The size of the store in bytes: keys, values, and `ENTRY` for each pair.
    bytes: usize,
}

fn cost(key: &str, value: &[u8]) -> usize {
    key.len() + value.len() + ENTRY
}

impl Contents {
    fn put(&mut self, key: String, value: Option<Vec<u8>>, version: u64) {
        self.last_version = self.last_version.max(version);
        if let Some((old, _)) = self.entries.get(&key) {
            self.bytes -= cost(&key, old);
        }
        match value {
            Some(value) => {
                self.bytes += cost(&key, &value);
                self.entries.insert(key, (value, version));
            }
            None => _ = self.entries.remove(&key),
        }
    }
}

impl KeyValues {
    /// Returns the value and version of a key; `None` if it does not exist. May block to read the file.
    pub(crate) fn get(&self, key: &str) -> Result<Option<(Vec<u8>, u64)>, StateRefusal> {
        self.read_contents(|contents| contents.entries.get(key).cloned())
    }

    /// Returns the keys with `prefix` after `after`, sorted: at most `limit` and at most 1,000. May read the file.
    pub(crate) fn keys(&self, prefix: &str, after: Option<&str>, limit: u32) -> Result<Vec<String>, StateRefusal> {
        self.read_contents(|contents| {
            contents
                .entries
                .range(prefix.to_owned()..)
                .map(|(key, _)| key)
                .take_while(|key| key.starts_with(prefix))
                .filter(|key| after.is_none_or(|after| key.as_str() > after))
                .take((limit as usize).min(LISTED))
                .cloned()
                .collect()
        })
    }

    /// Returns a copy of the store in memory, without a file. May block to read the file.
    pub(crate) fn copy(&self) -> Result<Self, StateRefusal> {
        let contents = self.read_contents(Contents::clone)?;
        Ok(Self {
            log: None,
            held: Mutex::new(Some(contents)),
        })
    }

    fn read_contents<T>(&self, read: impl FnOnce(&Contents) -> T) -> Result<T, StateRefusal> {
        if let Some(contents) = &*self.held() {
            return Ok(read(contents));
        }
        let log = self.log();
        let mut held = self.held();
        if let (Some(mut log), None) = (log, &*held) {
            let file = log.path().to_owned();
            log::take(log.replay(), &file, &mut held)?;
        }
        Ok(read(held.get_or_insert_default()))
    }

    fn holds_something(&self) -> bool {
        self.held().as_ref().is_some_and(|held| !held.entries.is_empty())
    }

    fn log(&self) -> Option<MutexGuard<'_, SharedLog>> {
        // The log stays valid after a panic, because it records which bytes it has read and written.
        let log = self.log.as_ref()?;
        Some(log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn held(&self) -> MutexGuard<'_, Option<Contents>> {
        // The contents stay complete after a panic: each change is one step, after the file was written.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
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

#[cfg(test)]
mod tests;
