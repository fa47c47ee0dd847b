//! The file that keeps sessions over a restart, and the one thread that writes it.
//!
//! Every change of a session queues the session itself, at most once until it is written. So the queue is never longer
//! than the number of sessions, and a burst of changes becomes one line. This module contains queue, thread, appending
//! and rewriting. The content of a line is in `record`, locking in `folder`, restoring in `store`.

use super::Session;
use super::clock::Clock;
use super::folder::Folder;
use super::record::{self, Fold};
use super::waiting::waiting_places;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Maximum number of bytes that are written at once.
const CHUNK: usize = 256 << 10;
/// A journal shorter than this is not rewritten.
const SMALL: u64 = 256 << 10;

/// The store's handle: when it is dropped, the thread ends after the last queued line.
#[derive(Debug)]
pub(super) struct Journal {
    queue: Arc<Queue>,
    /// Resolves when the thread has ended and the folder is free for another host.
    ended: Mutex<Option<oneshot::Receiver<()>>>,
}

/// Sessions whose current state must be written.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    entries: Vec<Entry>,
    closed: bool,
}

#[derive(Debug)]
struct Entry {
    session: Arc<Session>,
    /// Receives whether the line is in the file.
    done: Option<oneshot::Sender<bool>>,
}

impl Journal {
    /// Starts the thread. `length` is the current length of `file`.
    pub(super) fn start(folder: Folder, file: File, length: u64, life: u32, clock: Clock) -> io::Result<Self> {
        let queue = Arc::new(Queue::default());
        let (alive, ended) = oneshot::channel::<()>();
        let mut writer = Writer {
            queue: Arc::clone(&queue),
            folder,
            file,
            length,
            rewrite_at: rewrite_at(length),
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

    /// Like `note`; the receiver reports when the line is in the file, and for an ended session when it is on the disk.
    pub(super) fn note_written(&self, session: &Arc<Session>) -> oneshot::Receiver<bool> {
        let (done, written) = oneshot::channel();
        self.push(session, Some(done));
        written
    }

    fn push(&self, session: &Arc<Session>, done: Option<oneshot::Sender<bool>>) {
        let mut waiting = self.lock();
        if !waiting.closed {
            waiting.entries.push(Entry {
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

    /// All queued entries; empty only if nothing more will follow.
    fn take(&self) -> Vec<Entry> {
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
    folder: Folder,
    file: File,
    length: u64,
    rewrite_at: u64,
    life: u32,
    clock: Clock,
    /// A failure is logged once, until writing works again.
    has_failed: bool,
}

impl Writer {
    fn run(&mut self) {
        loop {
            let entries = self.queue.take();
            if entries.is_empty() {
                return;
            }
            let mut lines = Vec::new();
            let mut has_end = false;
            let mut told = Vec::new();
            for entry in entries {
                // Cleared before reading: a change after it queues the session again.
                entry.session.queued.store(false, Ordering::Release);
                let record = entry.session.record(self.life, &self.clock);
                has_end |= record.is_none();
                record::write(&mut lines, &entry.session.id, record.as_ref());
                told.extend(entry.done);
                if lines.len() >= CHUNK {
                    self.put(&mut lines, &mut has_end, &mut told);
                }
            }
            self.put(&mut lines, &mut has_end, &mut told);
            if self.length >= self.rewrite_at {
                self.rewrite();
            }
        }
    }

    fn put(&mut self, lines: &mut Vec<u8>, has_end: &mut bool, told: &mut Vec<oneshot::Sender<bool>>) {
        if lines.is_empty() {
            return;
        }
        let written = self.append(lines, *has_end);
        let is_written = match written {
            Ok(()) => {
                self.has_failed = false;
                true
            }
            Err(error) => self.failed(&error, *has_end),
        };
        for done in told.drain(..) {
            // The caller may have left.
            let _ = done.send(is_written);
        }
        lines.clear();
        *has_end = false;
    }

    fn append(&mut self, lines: &[u8], has_end: bool) -> io::Result<()> {
        self.file.write_all(lines)?;
        if has_end {
            self.file.sync_data()?;
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Handles a line that could not be written: no half of it may remain. If the end of a session could not be
    /// written, the file must be emptied, or that session would come back. True if the content of the file is correct.
    fn failed(&mut self, error: &io::Error, has_end: bool) -> bool {
        let keep = if has_end { 0 } else { self.length };
        let cut = self
            .file
            .set_len(keep)
            .and_then(|()| self.file.seek(SeekFrom::Start(keep)))
            .and_then(|_| self.file.sync_data());
        if cut.is_ok() {
            self.length = keep;
        }
        if !self.has_failed {
            self.has_failed = true;
            tracing::warn!(
                file = %self.folder.journal().display(),
                %error,
                emptied = has_end && cut.is_ok(),
                "cannot write sessions; those opened or changed now end with this process (`emptied`: the file had to be emptied, \
                 so that an ended session stays ended, and all current ones end with this process)"
            );
        }
        has_end && cut.is_ok()
    }

    /// Writes one line for each open session. The old file stays until the new one is complete.
    fn rewrite(&mut self) {
        let rewritten = self.folder.read().and_then(|fold| self.folder.replace(&fold.open));
        match rewritten {
            Ok((file, length)) => {
                self.file = file;
                self.length = length;
                self.rewrite_at = rewrite_at(length);
            }
            Err(error) => {
                // The old file stays in use; the next attempt follows when it has doubled.
                self.rewrite_at = self.length.saturating_mul(2);
                tracing::warn!(file = %self.folder.journal().display(), %error, "cannot rewrite the file of sessions");
            }
        }
    }
}

fn rewrite_at(length: u64) -> u64 {
    length.saturating_mul(2).max(SMALL)
}

/// The sessions of a journal that a store restores.
pub(super) fn restorable(fold: Fold, max: usize, idle: u64, now: u64) -> (u32, HashMap<Arc<str>, record::Record>) {
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
