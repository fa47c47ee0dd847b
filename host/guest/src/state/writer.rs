//! The only thread that changes stores. It receives all queued changes, writes them with one sync for each file, and
//! then sends the results.
//!
//! Belongs here: the queue, and applying a batch of changes to a store. Does not: the bytes of the file (`log`).

use super::{Change, Contents, KeyValues, STORE, StateRefusal, bound, cost, format, log};
use host_append_log::Log;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tokio::sync::{mpsc, oneshot};

/// Maximum number of changes of key-value stores that wait to be written. If the queue is full, the sender waits.
const WAITING: usize = 256;

pub(super) struct Asked {
    pub(super) store: Arc<KeyValues>,
    pub(super) change: Change,
    /// Sends the result to the caller that requested the change: the new version or, for a removed key, the version of
    /// its value (`None` if the key did not exist).
    pub(super) answer: oneshot::Sender<Answer>,
}

type Answer = Result<Option<u64>, StateRefusal>;

/// The thread that writes key-value stores. It starts at the first change and ends when all senders are dropped.
#[derive(Default)]
pub(super) struct Writer(OnceLock<Result<mpsc::Sender<Asked>, StateRefusal>>);

impl Writer {
    pub(super) fn changes(&self) -> Result<mpsc::Sender<Asked>, StateRefusal> {
        self.0.get_or_init(start).clone()
    }
}

fn start() -> Result<mpsc::Sender<Asked>, StateRefusal> {
    let (sender, mut asked) = mpsc::channel::<Asked>(WAITING);
    let work = move || {
        let mut batch = Vec::new();
        while asked.blocking_recv_many(&mut batch, WAITING) > 0 {
            write(std::mem::take(&mut batch));
        }
    };
    std::thread::Builder::new()
        .name("state".to_owned())
        .spawn(work)
        .map(|_| sender)
        .map_err(|error| StateRefusal::Unavailable(format!("the bundles' stores cannot be written: {error}")))
}

/// Writes changes of stores to their files: each store once, with its changes in the order of the requests.
pub(super) fn write(batch: Vec<Asked>) {
    let mut stores: Vec<(Arc<KeyValues>, Vec<Asked>)> = Vec::new();
    for asked in batch {
        match stores.iter_mut().find(|(store, _)| Arc::ptr_eq(store, &asked.store)) {
            Some((_, all)) => all.push(asked),
            None => stores.push((Arc::clone(&asked.store), vec![asked])),
        }
    }
    for (store, asked) in stores {
        let (changes, waiting): (Vec<Change>, Vec<_>) =
            asked.into_iter().map(|asked| (asked.change, asked.answer)).unzip();
        for (waiting, answer) in waiting.into_iter().zip(store.commit(changes)) {
            // The receiver may have been dropped, if the call ended.
            let _ = waiting.send(answer);
        }
    }
}

fn not_written(error: &std::io::Error) -> StateRefusal {
    StateRefusal::Unavailable(format!("the bundle's store cannot be written: {error}"))
}

/// The accepted changes of one store that are not yet written to its file.
struct Staged {
    puts: BTreeMap<String, (Option<Vec<u8>>, u64)>,
    last_version: u64,
    bytes: usize,
    records: Vec<Vec<u8>>,
}

impl KeyValues {
    /// Writes changes of the store to its file, and then makes them visible to readers. A failed write changes nothing.
    /// Returns one result for each change, in order.
    fn commit(&self, changes: Vec<Change>) -> Vec<Answer> {
        let count = changes.len();
        let Some(mut log) = self.log() else {
            return self.commit_to(None, changes);
        };
        let folder = log.path().parent().unwrap_or(Path::new(".")).to_owned();
        let committed =
            crate::private_folder(&folder).and_then(|()| log.locked(|log| Ok(self.commit_to(Some(log), changes))));
        committed.unwrap_or_else(|error| vec![Err(not_written(&error)); count])
    }

    fn commit_to(&self, mut log: Option<&mut Log>, changes: Vec<Change>) -> Vec<Answer> {
        let (answers, staged) = {
            let mut held = self.held();
            if let Some(log) = &mut log {
                let file = log.path().to_owned();
                // Another host with the same folder may have changed the store.
                if let Err(refusal) = log::take(log.replay_new(), &file, &mut held) {
                    return vec![Err(refusal); changes.len()];
                }
            }
            let contents = held.get_or_insert_default();
            let mut staged = Staged {
                puts: BTreeMap::new(),
                last_version: contents.last_version,
                bytes: contents.bytes,
                records: Vec::new(),
            };
            let answers = changes.into_iter().map(|change| staged.take(contents, change));
            (answers.collect::<Vec<_>>(), staged)
        };
        if staged.puts.is_empty() {
            return answers;
        }
        // The lock of the contents is not held here, so that readers do not wait for the disk. This is safe, because
        // only this thread changes the contents.
        let written = match log {
            Some(log) => log::write(log, &staged.records, staged.bytes, || self.contents_after(&staged)),
            None => Ok(()),
        };
        match written {
            Ok(()) => {
                staged.apply(self.held().get_or_insert_default());
                answers
            }
            // Rejected changes keep their error; the accepted ones fail, because nothing was written.
            Err(error) => {
                let answers = answers.into_iter();
                answers
                    .map(|answer| answer.and_then(|_| Err(not_written(&error))))
                    .collect()
            }
        }
    }

    fn contents_after(&self, staged: &Staged) -> Contents {
        let mut next = self.held().clone().unwrap_or_default();
        for (key, (value, version)) in &staged.puts {
            next.put(key.clone(), value.clone(), *version);
        }
        next.last_version = staged.last_version;
        next
    }
}

impl Staged {
    fn take(&mut self, contents: &Contents, change: Change) -> Answer {
        let Change { key, value, expected } = change;
        let old = match self.puts.get(&key) {
            Some((value, version)) => value.as_ref().map(|value| (cost(&key, value), *version)),
            None => contents
                .entries
                .get(&key)
                .map(|(value, version)| (cost(&key, value), *version)),
        };
        let current = old.map_or(0, |(_, version)| version);
        if expected.is_some_and(|expected| expected != current) {
            return Err(StateRefusal::Conflict { current });
        }
        let freed = old.map_or(0, |(cost, _)| cost);
        let Some(value) = value else {
            if old.is_some() {
                self.bytes -= freed;
                self.put(key, None, self.last_version);
            }
            return Ok(old.map(|(_, version)| version));
        };
        let bytes = self.bytes - freed + cost(&key, &value);
        bound("the bundle's store", bytes, STORE)?;
        self.bytes = bytes;
        self.last_version += 1;
        self.put(key, Some(value), self.last_version);
        Ok(Some(self.last_version))
    }

    fn put(&mut self, key: String, value: Option<Vec<u8>>, version: u64) {
        self.records.push(format::record(&key, value.as_deref(), version));
        self.puts.insert(key, (value, version));
    }

    fn apply(self, contents: &mut Contents) {
        for (key, (value, version)) in self.puts {
            contents.put(key, value, version);
        }
        contents.last_version = self.last_version;
    }
}
