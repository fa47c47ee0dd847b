//! The journal file that preserves sessions over a restart, and the single thread that writes it.
//!
//! A change queues its session, at most once until the session is written. So the queue is never longer than the number
//! of sessions, and many changes become one record.

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

/// Number of bytes of encoded sessions that are collected before they are written to the file.
const CHUNK: usize = 256 << 10;
/// Size in bytes up to which the file of sessions is not rewritten to remove outdated records.
const SMALL: u64 = 256 << 10;
pub(super) const LAYOUT: Layout = Layout {
    mark: "UTHSESSIONS",
    version: 1,
    max_record: MAX_RECORD,
    max_file: 1 << 30,
    slack: SMALL,
};

/// The handle of the file that stores open sessions over a restart. A thread writes it, until this is dropped.
#[derive(Debug)]
pub(super) struct Journal {
    queue: Arc<Queue>,
    /// A channel that closes when the writing thread has ended and released the folder; `None` after [`Self::finish`].
    ended: Mutex<Option<oneshot::Receiver<()>>>,
}

/// The sessions that changed and wait for the thread that writes them to the file.
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
    /// A channel that gets true when the session is written to the file; `None` if no task waits for it.
    done: Option<oneshot::Sender<bool>>,
}

impl Journal {
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
            // The file lock is released first: a notified caller may lock the file at once.
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

    pub(super) async fn finish(&self) {
        self.queue.close();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(ended) = ended {
            // No value is ever sent: dropping the sender marks the end.
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
    /// Queues a changed session, so that the writing thread writes it to the file. Does not wait for that.
    pub(super) fn note(&self, session: &Arc<Session>) {
        if !session.queued.swap(true, Ordering::AcqRel) {
            self.push(session, None);
        }
    }

    /// Queues a changed session for writing. The receiver gets a value when the session is in the file. The end of a
    /// session is then also synced to the disk.
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

    /// Waits until sessions are queued for writing, and takes all of them; none only after the queue was closed.
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
    /// True if the last write to the file failed, which was logged: a further failure is not logged again.
    has_failed: bool,
}

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
                // Cleared before the state is read: a later change queues the session again.
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
            // The caller may no longer wait.
            let _ = done.send(is_written);
        }
    }

    /// Handles sessions that could not be written. If one of them has ended, the file is emptied, because otherwise a
    /// restart would restore that session. Returns true if the file was emptied.
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

    /// Rewrites the file with only the open sessions, without outdated records. The old file stays until then.
    fn rewrite(&mut self) {
        let read = read(&mut self.log).map_err(io::Error::other);
        let rewritten = read.and_then(|fold| self.log.replace(records(&fold.open)));
        // The old file stays in use. If it is only too long, it is rewritten when its size has doubled.
        if let Err(error) = rewritten
            && !self.has_failed
        {
            tracing::warn!(file = %self.log.path().display(), %error, "cannot rewrite the file of sessions");
        }
    }
}

pub(super) fn read(log: &mut Log) -> Result<Fold, Unreadable> {
    let mut fold = Fold::default();
    for entry in log.replay()? {
        match entry? {
            Entry::Record(bytes) => fold.record(&bytes),
            Entry::Damaged { text, .. } => fold.damage(&text),
            // The record was never confirmed to a client.
            Entry::Torn { .. } => {}
        }
    }
    Ok(fold)
}

pub(super) fn records(open: &HashMap<Arc<str>, Record>) -> impl Iterator<Item = Vec<u8>> {
    open.iter().map(|(id, record)| record::bytes(id, Some(record)))
}

/// Returns the number of this run of the host, and the sessions to restore. `max` is the maximum number of ready
/// sessions. `idle` is the idle limit in seconds, and `now` the current time in Unix seconds.
pub(super) fn restorable(fold: Fold, max: usize, idle: u64, now: u64) -> (u32, HashMap<Arc<str>, Record>) {
    let mut open = fold.open;
    let last_life = open.values().map(|record| record.life).max().unwrap_or(0);
    let Some(life) = last_life.checked_add(1) else {
        return (1, HashMap::new());
    };
    open.retain(|_, record| {
        // The clock was set back: the session may have been used recently.
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
