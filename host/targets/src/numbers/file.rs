//! The file that preserves object ids over a restart of the host, and the thread that writes it.
//!
//! A client uses the ids of an answer after the host was restarted, and repeats a call with its idempotency key. The
//! ids stay valid while the Unity process runs, because Unity gives the name of an object to no other one.

use super::Shared;
use super::table::{Batch, Record};
use host_append_log::{Entry, Layout, Log, Unreadable};
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;

const LAYOUT: Layout = Layout {
    mark: "UTHOBJECTIDS",
    version: 1,
    max_record: 64 << 10,
    max_file: 64 << 20,
    slack: 1 << 20,
};

/// The thread that writes the file. It ends, with all changes written, when this is dropped.
pub(super) struct Writer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.shared.table().end_writing();
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was reported when it happened.
            let _ = thread.join();
        }
    }
}

/// Reads the ids in `folder` into the table, and starts the thread that stores new ones. `None`, with a log line, if the
/// folder cannot be used.
pub(super) fn open(shared: &Arc<Shared>, folder: &Path) -> Option<Writer> {
    let opened = Log::exclusive(folder.join("journal"), LAYOUT).and_then(|log| {
        let Some(mut log) = log else { return Ok(None) };
        restore(shared, &mut log)?;
        shared.table().begin_writing();
        start(shared, log).map(Some)
    });
    match opened {
        Ok(Some(writer)) => return Some(writer),
        Ok(None) => tracing::info!(
            folder = %folder.display(),
            "another host stores its object ids there, so the object ids of running instances end with this host"
        ),
        Err(error) => tracing::warn!(
            folder = %folder.display(), %error,
            "cannot store object ids there, so the object ids of running instances end with this host"
        ),
    }
    None
}

fn restore(shared: &Shared, log: &mut Log) -> io::Result<()> {
    let file = log.path().to_owned();
    let entries = match log.replay() {
        Ok(entries) => entries,
        Err(Unreadable::Io(error)) => return Err(error),
        Err(error) => {
            tracing::warn!(file = %file.display(), %error, "cannot read the file of object ids; it is replaced");
            return Ok(());
        }
    };
    let mut table = shared.table();
    let (mut damaged, mut torn) = (0_u64, 0);
    for entry in entries {
        let is_restored = match entry? {
            Entry::Record(bytes) => serde_json::from_slice::<Record>(&bytes).is_ok_and(|record| table.restore(record)),
            Entry::Damaged { .. } => false,
            Entry::Torn { bytes } => {
                torn = bytes;
                true
            }
        };
        damaged += u64::from(!is_restored);
    }
    drop(table);
    if torn > 0 {
        tracing::info!(file = %file.display(), bytes = torn, "the file of object ids ends in the middle of a record; its last ids are unknown");
    }
    if damaged > 0 {
        tracing::warn!(file = %file.display(), records = damaged, "damaged records of object ids were skipped; their ids are unknown");
    }
    Ok(())
}

fn start(shared: &Arc<Shared>, mut log: Log) -> io::Result<Writer> {
    let thread = std::thread::Builder::new().name("object-ids".to_owned()).spawn({
        let shared = Arc::clone(shared);
        move || write_all(&shared, &mut log)
    })?;
    Ok(Writer {
        shared: Arc::clone(shared),
        thread: Some(thread),
    })
}

fn write_all(shared: &Shared, log: &mut Log) {
    // The first write replaces the file, so that it does not grow with each host.
    let (mut is_replacement, mut has_failed) = (true, false);
    while let Some(batch) = next_batch(shared, is_replacement) {
        let written = match batch {
            Batch::New(records) => lines(&records).and_then(|lines| log.append(lines)),
            Batch::All(records) => lines(&records).and_then(|lines| log.replace(lines)),
        };
        if let Err(error) = &written
            && !has_failed
        {
            tracing::warn!(file = %log.path().display(), %error, "cannot write object ids; new ones can end with this host");
        }
        has_failed = written.is_err();
        is_replacement = has_failed || !log.is_appendable() || log.is_overgrown(log.compacted_len());
    }
}

/// Waits until the table has changes for the file. `None` when the thread must end.
fn next_batch(shared: &Shared, all: bool) -> Option<Batch> {
    let mut table = shared.table();
    loop {
        if let Some(batch) = table.take_unwritten(all) {
            return Some(batch);
        }
        if table.has_ended() {
            return None;
        }
        table = shared.changed.wait(table).unwrap_or_else(PoisonError::into_inner);
    }
}

fn lines(records: &[Record]) -> io::Result<Vec<Vec<u8>>> {
    records.iter().map(|record| Ok(serde_json::to_vec(record)?)).collect()
}

#[cfg(test)]
mod tests;
