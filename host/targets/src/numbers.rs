//! Object ids for objects in running instances. An id is a positive number that is assigned once. It differs from all
//! ids of the project folder's objects.
//!
//! This module assigns and finds numbers. `table` stores the object and the process of each number, and `file` preserves
//! them over a restart of the host. `host_bridge::naming` finds ids in messages.

mod file;
mod table;

use file::Writer;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, ObjectNumbers};
use host_bridge_live::trust;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use table::Table;
use tokio::sync::OnceCell;

/// The first object id for running instances. Smaller ids belong to objects in scenes of the project folder (900,000
/// scenes with a million ids each). Ids from 10^12 on belong to its prefabs (`project-world/src/ids.rs`).
const FROM: i64 = 900_000_000_000;
const UP_TO: i64 = 1_000_000_000_000;

/// Number of consecutive object ids in a block, a range that belongs to one process and is evicted as a whole.
const BLOCK: usize = 1_000;

/// Number of blocks at which the numbers of a host can begin: half of all, so that no host reaches the end.
const FIRST_BLOCKS: u64 = (UP_TO - FROM) as u64 / BLOCK as u64 / 2;

/// Maximum number of blocks (ranges of object ids) of all processes. The oldest block of the process with the most
/// blocks is evicted first, so a process that returns very many objects evicts its own ids.
const MOST: usize = 200;

/// Maximum number of Unity processes with object ids. The process that was added first is evicted first.
const PROCESSES: usize = 64;

/// The object ids that the host has given to objects in all its running Unity instances.
#[derive(Default)]
pub(crate) struct Numbers {
    shared: Arc<Shared>,
    /// The folder of the file that has the ids; `None` if they end with this host.
    folder: Option<PathBuf>,
    /// The thread that writes the file, from the first link of an instance on. It contains `None` if there is no file.
    writer: OnceCell<Option<Writer>>,
}

/// The table of ids, shared with the thread that writes it.
#[derive(Default)]
struct Shared {
    table: Mutex<Table>,
    /// Notified when the table has changes for the file, or when the thread must end.
    changed: Condvar,
}

impl Shared {
    fn table(&self) -> MutexGuard<'_, Table> {
        // Each change is complete before the next one begins, so a poisoned lock is still consistent.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Numbers {
    /// Returns numbers that begin at a random block. A session outlives a restart of the host, and its ids of the previous
    /// host must not be those of other objects now.
    pub(crate) fn with_random_start() -> Self {
        let random = trust::nonce().ok();
        let random = random.and_then(|digits| u64::from_str_radix(digits.get(..15)?, 16).ok());
        let shared = Shared {
            table: Mutex::new(Table::starting_at(random.unwrap_or_default() % FIRST_BLOCKS)),
            changed: Condvar::new(),
        };
        Self {
            shared: Arc::new(shared),
            ..Self::default()
        }
    }

    /// Returns these numbers with a file in `folder`, which `open_file` reads and then writes.
    pub(crate) fn stored_in(self, folder: Option<&Path>) -> Self {
        Self {
            folder: folder.map(Path::to_owned),
            ..self
        }
    }

    /// Adds the numbers of the previous host from the file, and stores new ones there; does so only once. They end with
    /// this host if another host uses the file, or if it cannot be used; both are logged.
    pub(crate) async fn open_file(&self) {
        let open = async || {
            let (folder, shared) = (self.folder.clone()?, Arc::clone(&self.shared));
            let opened = tokio::task::spawn_blocking(move || file::open(&shared, &folder)).await;
            opened.ok().flatten()
        };
        self.writer.get_or_init(open).await;
    }

    /// Stores the id `name` by which clients know the process `instance`, for use in error messages.
    pub(crate) fn note_instance(&self, instance: &str, name: &str) {
        self.change(|table| table.greet(instance, name));
    }

    pub(crate) fn is_live(object: ObjectId) -> bool {
        (FROM..UP_TO).contains(&object.0)
    }

    /// Changes the table, and wakes the thread that writes the change.
    fn change<T>(&self, change: impl FnOnce(&mut Table) -> T) -> T {
        let mut table = self.shared.table();
        let changed = change(&mut table);
        let is_unwritten = table.has_unwritten();
        drop(table);
        if is_unwritten {
            self.shared.changed.notify_one();
        }
        changed
    }
}

impl ObjectNumbers for Numbers {
    fn number(&self, instance: &str, native: &str) -> ObjectId {
        ObjectId(self.change(|table| table.number(instance, native)))
    }

    fn native(&self, instance: &str, object: ObjectId) -> Result<String, BridgeError> {
        let found = match Self::is_live(object) {
            true => self.shared.table().native(instance, object.0),
            false => Err("it is an id of the project folder, not of a running instance".to_owned()),
        };
        found.map_err(|why| {
            let message = format!("There is no `{object}` here: {why}");
            let hint = "list or find the objects of this target, and use the ids of that answer";
            BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint)
        })
    }

    fn last_native(&self, instance: &str, object: ObjectId) -> Option<String> {
        self.shared.table().last_native(instance, object.0)
    }

    fn invalidate(&self, instance: &str) {
        self.change(|table| table.invalidate(instance));
    }
}

/// The object ids of calls to the project folder: they are not translated, and ids of running instances are rejected.
pub(crate) struct FolderNumbers(pub(crate) Arc<Numbers>);

impl ObjectNumbers for FolderNumbers {
    fn number(&self, _: &str, native: &str) -> ObjectId {
        ObjectId(native.parse().unwrap_or_default())
    }

    fn native(&self, _: &str, object: ObjectId) -> Result<String, BridgeError> {
        match Numbers::is_live(object) {
            // No process has an empty name, so the error names the instance of the id.
            true => self.0.native("", object),
            false => Ok(object.0.to_string()),
        }
    }

    fn invalidate(&self, _: &str) {}
}

#[cfg(test)]
mod tests;
