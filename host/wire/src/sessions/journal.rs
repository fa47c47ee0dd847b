//! The file that keeps sessions over a restart, and the one thread that writes it.
//!
//! Every change of a session queues the session itself, at most once until it is written. So the queue is never longer
//! than the number of sessions, and a burst of changes becomes one record. This module contains queue, thread, appending
//! and rewriting. The content of a record is in `record`, the file is a `host_append_log::Log`, and restoring is in `store`.

use super::Session;
use super::clock::Clock;
use super::record::{self, Fold, MAX_RECORD, Record};
use super::waiting::waiting_places;
use host_append_log::{Entry, Layout, Log, Unreadable};
use std::collections::HashMap;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Maximum number of bytes that are written at once.
const CHUNK: usize = 256 << 10;
/// A journal shorter than this is not rewritten.
const SMALL: u64 = 256 << 10;
pub(super) const LAYOUT: Layout = Layout {
    mark: "UTHSESSIONS",
    version: 1,
    max_record: MAX_RECORD,
    max_file: 1 << 30,
    slack: SMALL,
};

/// The store's handle of the writer thread: when it is dropped, the thread ends after the last queued record.
#[derive(Debug)]
pub(super) struct Journal {
    queue: Arc<Queue>,
    /// Resolves when the thread has ended and the folder is free for another host.
    ended: Mutex<Option<oneshot::Receiver<()>>>,
}

/// The queue of sessions whose current state must be written.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    entries: Vec<Queued>,
    closed: bool,
}

#[derive(Debug)]
struct Queued {
    session: Arc<Session>,
    /// Notified with true if the record is in the file.
    done: Option<oneshot::Sender<bool>>,
}

impl Journal {
    /// Starts the writer thread. `life` is the number of this run of the host.
    pub(super) fn start(log: Log, life: u32, clock: Clock) -> io::Result<Self> {
        let queue = Arc::new(Queue::default());
        let (alive, ended) = oneshot::channel::<()>();
        let mut writer = Writer {
            queue: Arc::clone(&queue),
            log,
            life,
            clock,
            has_failed: false,
        };
        std::thread::Builder::new().name("sessions".to_owned()).spawn(move || {
            writer.run();
            // The lock is released first: a notified caller may take it at once.
            drop(writer);
            drop(alive);
        })?;
        Ok(Self {
            queue,
            ended: Mutex::new(Some(ended)),
        })
    }

    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    /// Writes the queued sessions and ends the thread.
    pub(super) async fn finish(&self) {
        self.queue.close();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(ended) = ended {
            // Nothing is ever sent: dropping the sender marks the end.
            let _ = ended.await;
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.queue.close();
    }
}

impl Queue {
    /// Queues the session for writing. Never waits for the file.
    pub(super) fn note(&self, session: &Arc<Session>) {
        if !session.queued.swap(true, Ordering::AcqRel) {
            self.push(session, None);
        }
    }

    /// Like `note`, and notifies the receiver when the record is in the file. For an ended session, the data is also on
    /// the disk then.
    pub(super) fn note_written(&self, session: &Arc<Session>) -> oneshot::Receiver<bool> {
        let (done, written) = oneshot::channel();
        self.push(session, Some(done));
        written
    }

    fn push(&self, session: &Arc<Session>, done: Option<oneshot::Sender<bool>>) {
        let mut waiting = self.lock();
        if !waiting.closed {
            waiting.entries.push(Queued {
                session: Arc::clone(session),
                done,
            });
            drop(waiting);
            self.wake.notify_one();
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_one();
    }

    /// Waits for queued entries, and returns all of them; empty only if nothing more will follow.
    fn take(&self) -> Vec<Queued> {
        let mut waiting = self.lock();
        while waiting.entries.is_empty() && !waiting.closed {
            waiting = self.wake.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut waiting.entries)
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Writer {
    queue: Arc<Queue>,
    log: Log,
    life: u32,
    clock: Clock,
    /// True after a failure was logged, until writing works again.
    has_failed: bool,
}

/// Records that are written at once.
#[derive(Default)]
struct Batch {
    records: Vec<Vec<u8>>,
    bytes: usize,
    has_end: bool,
    waiting: Vec<oneshot::Sender<bool>>,
}

impl Writer {
    fn run(&mut self) {
        loop {
            let entries = self.queue.take();
            if entries.is_empty() {
                return;
            }
            let mut batch = Batch::default();
            for entry in entries {
                // Cleared before reading: a change after it queues the session again.
                entry.session.queued.store(false, Ordering::Release);
                let record = entry.session.record(self.life, &self.clock);
                batch.has_end |= record.is_none();
                let record = record::bytes(&entry.session.id, record.as_ref());
                batch.bytes += record.len();
                batch.records.push(record);
                batch.waiting.extend(entry.done);
                if batch.bytes >= CHUNK {
                    self.put(std::mem::take(&mut batch));
                }
            }
            self.put(batch);
            if self.log.is_overgrown(self.log.compacted_len()) || !self.log.is_appendable() {
                self.rewrite();
            }
        }
    }

    fn put(&mut self, batch: Batch) {
        if batch.records.is_empty() {
            return;
        }
        let written = match batch.has_end {
            true => self.log.append_synced(&batch.records),
            false => self.log.append(&batch.records),
        };
        let is_written = match written {
            Ok(()) => {
                self.has_failed = false;
                true
            }
            Err(error) => self.failed(&error, batch.has_end),
        };
        for done in batch.waiting {
            // The caller may have left.
            let _ = done.send(is_written);
        }
    }

    /// Handles records that could not be written. If the end of a session is among them, the file must be emptied, or
    /// that session would come back. True if the content of the file is correct.
    fn failed(&mut self, error: &io::Error, has_end: bool) -> bool {
        let is_emptied = has_end && self.log.clear().is_ok();
        if !self.has_failed {
            self.has_failed = true;
            tracing::warn!(
                file = %self.log.path().display(),
                %error,
                emptied = is_emptied,
                "cannot write sessions; those opened or changed now end with this process (`emptied`: the file had to be emptied, \
                 so that an ended session stays ended, and all current ones end with this process)"
            );
        }
        is_emptied
    }

    /// Writes one record for each open session. The old file stays until the new one is complete.
    fn rewrite(&mut self) {
        let read = read(&mut self.log).map_err(io::Error::other);
        let rewritten = read.and_then(|fold| self.log.replace(records(&fold.open)));
        // The old file stays in use; if it is only too long, the next attempt follows when it has doubled.
        if let Err(error) = rewritten
            && !self.has_failed
        {
            tracing::warn!(file = %self.log.path().display(), %error, "cannot rewrite the file of sessions");
        }
    }
}

/// Reads the content of a journal.
pub(super) fn read(log: &mut Log) -> Result<Fold, Unreadable> {
    let mut fold = Fold::default();
    for entry in log.replay()? {
        match entry? {
            Entry::Record(bytes) => fold.record(&bytes),
            Entry::Damaged { text, .. } => fold.damage(&text),
            // It was never confirmed to a client.
            Entry::Torn { .. } => {}
        }
    }
    Ok(fold)
}

/// Encodes these sessions as records.
pub(super) fn records(open: &HashMap<Arc<str>, Record>) -> impl Iterator<Item = Vec<u8>> {
    open.iter().map(|(id, record)| record::bytes(id, Some(record)))
}

/// Returns the number of this run of the host, and the sessions of a journal that a store restores. `max` is the
/// maximum number of ready sessions; `idle` and `now` are seconds, `now` since 1970.
pub(super) fn restorable(fold: Fold, max: usize, idle: u64, now: u64) -> (u32, HashMap<Arc<str>, Record>) {
    let mut open = fold.open;
    let last_life = open.values().map(|record| record.life).max().unwrap_or(0);
    let Some(life) = last_life.checked_add(1) else {
        return (1, HashMap::new());
    };
    open.retain(|_, record| {
        // The clock was set back: the session may have been used a moment ago.
        record.used = record.used.min(now);
        record.life = life;
        now - record.used <= idle
    });
    for (is_ready, max) in [(true, max), (false, waiting_places(max))] {
        let alike = open.iter().filter(|(_, record)| record.ready == is_ready);
        let mut by_use: Vec<_> = alike.map(|(id, record)| (record.used, Arc::clone(id))).collect();
        by_use.sort_unstable();
        for (_, id) in by_use.iter().take(by_use.len().saturating_sub(max)) {
            open.remove(id);
        }
    }
    (life, open)
}

#[cfg(test)]
mod tests;
