//! One bounded log of messages that many readers follow, each at its own position.
//!
//! A message is stored once (`backlog`) for all readers. A slow reader skips the dropped messages and gets their
//! number. This module knows no message format.

use bytes::Bytes;
use host_wire::backlog::{Backlog, Bounds, Loss, Next};
use host_wire::budget::{Budget, Share};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

#[derive(Debug)]
pub(crate) struct Ring {
    budget: Arc<Budget>,
    held: Mutex<State>,
    changed: Notify,
}

#[derive(Debug)]
struct State {
    backlog: Backlog,
    readers: usize,
}

/// The position of one event stream in the shared log of messages. A new one is at the end of the log.
#[derive(Debug)]
pub(crate) struct Cursor {
    ring: Arc<Ring>,
    at: u64,
}

/// What one event stream reads next from the shared log: a message, or a gap where messages were lost.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Message(Bytes),
    /// This number of messages was dropped before the reader read them.
    Gap(u64),
}

impl Ring {
    /// Creates the log of messages for all event streams. It always stores the newest message; `dropped` counts missed
    /// ones.
    pub(crate) fn new(bounds: Bounds, dropped: Arc<AtomicU64>, budget: &Arc<Budget>) -> Arc<Self> {
        let backlog = Backlog::new(bounds, Loss::Missed, dropped);
        Arc::new(Self {
            budget: Arc::clone(budget),
            held: Mutex::new(State { backlog, readers: 0 }),
            changed: Notify::new(),
        })
    }

    pub(crate) fn readers(&self) -> usize {
        self.lock().readers
    }

    /// Returns a reader for a new event stream: it gets all messages that are added from now on.
    pub(crate) fn follow(self: &Arc<Self>) -> Cursor {
        let mut held = self.lock();
        held.readers += 1;
        Cursor {
            at: held.backlog.next(),
            ring: Arc::clone(self),
        }
    }

    /// Adds messages for all event streams in order, and wakes them once. Without a stream, no message is stored.
    pub(crate) fn push_all(&self, messages: impl IntoIterator<Item = Bytes>) {
        let mut held = self.lock();
        if held.backlog.is_ended() || held.readers == 0 {
            return;
        }
        let before = held.backlog.next();
        for message in messages {
            match self.budget.keep(Share::Mirror, message) {
                Ok(kept) => held.backlog.push(kept),
                Err(_) => held.backlog.push_hole(&self.budget, Share::Mirror),
            }
        }
        let is_new = held.backlog.next() > before;
        drop(held);
        if is_new {
            self.changed.notify_waiters();
        }
    }

    /// Closes the log: no message can be added, and each event stream ends after it was sent the stored ones.
    pub(crate) fn close(&self) {
        self.lock().backlog.end();
        self.changed.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Now {
    Item(Item),
    Nothing,
    End,
}

impl Cursor {
    /// Waits for the next message or gap; `None` after the end of a closed log. Dropping the future loses no message.
    pub(crate) async fn next(&mut self) -> Option<Item> {
        loop {
            match self.poll_now() {
                Now::Item(item) => return Some(item),
                Now::End => return None,
                Now::Nothing => {}
            }
            let ring = Arc::clone(&self.ring);
            let changed = ring.changed.notified();
            tokio::pin!(changed);
            // Registered before the second check, so that a message between the check and the wait is not missed.
            changed.as_mut().enable();
            match self.poll_now() {
                Now::Item(item) => return Some(item),
                Now::End => return None,
                Now::Nothing => changed.await,
            }
        }
    }

    fn poll_now(&mut self) -> Now {
        match self.ring.lock().backlog.read(&mut self.at) {
            Next::Message(message) => Now::Item(Item::Message(message.bytes())),
            Next::Missed(messages) => Now::Item(Item::Gap(messages)),
            Next::Nothing => Now::Nothing,
            Next::End => Now::End,
        }
    }
}

impl Drop for Cursor {
    fn drop(&mut self) {
        let mut held = self.ring.lock();
        held.readers -= 1;
        held.backlog.lose(held.backlog.late(self.at));
        if held.readers == 0 {
            held.backlog.clear();
        }
    }
}

#[cfg(test)]
mod tests;
