//! The key-value stores of bundles. They are limited in size; each one has a log file, which one thread writes.
//!
//! Belongs here: the limits, and reading a store. Does not: writing a store (`state/writer.rs`), the file format
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

/// Maximum number of bytes of a key.
pub(crate) const KEY: usize = 256;
/// Maximum number of bytes of a value.
pub(crate) const VALUE: usize = 64 << 10;
/// Maximum number of bytes in the store of one bundle: keys, values, and `ENTRY` for each pair.
pub(crate) const STORE: usize = 1 << 20;
/// Number of bytes that each pair costs in addition to its key and value.
const ENTRY: usize = 64;
/// Maximum number of keys that one call of `keys` returns.
const LISTED: usize = 1000;

/// The reason why an operation on a store failed.
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
    /// Creates the stores with their files in `folder`. If it is `None`, the stores are lost when the host ends.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            open: Mutex::default(),
            writer: writer::Writer::default(),
        }
    }

    /// Returns true if the store of `bundle` has or had content. Blocks while it reads the file.
    pub fn keeps(&self, bundle: &str) -> bool {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let held = open.get(bundle).is_some_and(|values| values.holds_something());
        let file = self.folder.as_ref().map(|folder| folder.join(file_name(bundle)));
        held || file.is_some_and(|file| file.exists())
    }

    /// Returns the store of one bundle. The store's file is read at its first use.
    pub(crate) fn for_bundle(&self, bundle: &str) -> Store {
        // A map of handles: an insertion is complete or did not happen.
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

/// Returns the file name for a bundle's store. A text that is not a bundle id is hashed, so that no file can be outside
/// the folder.
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

/// A handle for the store of one bundle, for one call.
pub(crate) struct Store {
    pub(crate) values: Arc<KeyValues>,
    changes: Result<mpsc::Sender<writer::Asked>, StateRefusal>,
}

impl Store {
    /// Sets a value and returns its new version. If `expected` is set, the current version must be equal to it; 0 means
    /// that the key must not exist.
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

    /// Removes a key. Returns true if it existed.
    pub(crate) async fn remove(&self, key: String) -> Result<bool, StateRefusal> {
        let change = Change {
            key,
            value: None,
            expected: None,
        };
        Ok(self.change(change).await?.is_some())
    }

    /// Sends a change to the writer thread, and waits until the change is on disk. Returns the new version; for a
    /// removal, the removed version (`None` if the key did not exist).
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

/// A change of one key that a call requests.
#[derive(Debug)]
struct Change {
    key: String,
    /// The new value; `None` to remove the key.
    value: Option<Vec<u8>>,
    expected: Option<u64>,
}

/// The keys and values of one bundle. Only the writer thread changes them.
pub(crate) struct KeyValues {
    /// The log file; `None` if the store has no file. It is locked before `held`, and until a change is written.
    log: Option<Mutex<SharedLog>>,
    /// The keys and values; `None` until the file was read.
    held: Mutex<Option<Contents>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Contents {
    /// The last version that was assigned. Versions never repeat, so a key that is removed and added again gets a new
    /// version.
    last_version: u64,
    entries: BTreeMap<String, (Vec<u8>, u64)>,
    /// The size of all pairs in bytes: keys, values, and `ENTRY` for each pair.
    bytes: usize,
}

fn cost(key: &str, value: &[u8]) -> usize {
    key.len() + value.len() + ENTRY
}

impl Contents {
    /// Sets a key to a value. If `value` is `None`, removes the key.
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
    /// Returns the value of a key and its version; `None` if the key does not exist. May block to read the file.
    pub(crate) fn get(&self, key: &str) -> Result<Option<(Vec<u8>, u64)>, StateRefusal> {
        self.read_contents(|contents| contents.entries.get(key).cloned())
    }

    /// Returns the keys that begin with `prefix` and are after `after` in sort order: at most `limit` and at most
    /// 1,000. May block to read the file.
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

    /// Returns a copy of the store that has no file. May block to read the file.
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
        // After a panic the log knows what it has read and written.
        let log = self.log.as_ref()?;
        Some(log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn held(&self) -> MutexGuard<'_, Option<Contents>> {
        // After a panic the contents are still complete: changes are made in one step, after the file was written.
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
