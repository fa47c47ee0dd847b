//! One bounded log of messages that many readers follow, each from its own place.
//!
//! A message is held once, whoever reads it. A reader that lags skips what fell out, and learns how much that was. Knows
//! no form of message and no dialect.

use crate::budget::{Budget, Kept, Share};
use crate::streams::LogBounds;
use bytes::Bytes;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The shared log.
#[derive(Debug)]
pub(crate) struct Ring {
    bounds: LogBounds,
    budget: Arc<Budget>,
    /// Messages that some reader was too slow for, over all readers.
    dropped: Arc<AtomicU64>,
    held: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    /// An empty one stands for a message that found no room.
    messages: VecDeque<Kept>,
    bytes: usize,
    /// Sequence number of the oldest held message.
    first: u64,
    readers: usize,
    closed: bool,
}

impl State {
    fn next(&self) -> u64 {
        self.first + self.messages.len() as u64
    }

    fn forget_oldest(&mut self) {
        if let Some(oldest) = self.messages.pop_front() {
            self.bytes -= oldest.len();
            self.first += 1;
        }
    }
}

/// One reader's place. Its messages are those pushed after it was made.
#[derive(Debug)]
pub(crate) struct Cursor {
    ring: Arc<Ring>,
    at: u64,
}

/// What a reader gets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Message(Bytes),
    /// So many messages fell out of the ring before this reader came to them.
    Gap(u64),
}

impl Ring {
    /// Holds at most `bounds`, but always the newest message. Misses are added to `dropped`.
    pub(crate) fn new(bounds: LogBounds, dropped: Arc<AtomicU64>, budget: &Arc<Budget>) -> Arc<Self> {
        Arc::new(Self {
            bounds,
            budget: Arc::clone(budget),
            dropped,
            held: Mutex::default(),
            changed: Notify::new(),
        })
    }

    pub(crate) fn readers(&self) -> usize {
        self.lock().readers
    }

    /// A reader of everything from now on.
    pub(crate) fn follow(self: &Arc<Self>) -> Cursor {
        let mut held = self.lock();
        held.readers += 1;
        Cursor {
            at: held.next(),
            ring: Arc::clone(self),
        }
    }

    /// Adds messages in order and wakes the readers that wait, once. Without a reader nothing is held.
    pub(crate) fn push_all(&self, messages: impl IntoIterator<Item = Bytes>) {
        let mut held = self.lock();
        if held.closed || held.readers == 0 {
            return;
        }
        let before = held.next();
        for message in messages {
            let kept = self.budget.keep(Share::Mirror, message);
            let kept = kept.unwrap_or_else(|_| self.budget.hole(Share::Mirror));
            held.bytes += kept.len();
            held.messages.push_back(kept);
            while held.messages.len() > 1
                && (held.messages.len() > self.bounds.events || held.bytes > self.bounds.bytes)
            {
                held.forget_oldest();
            }
        }
        let is_new = held.next() > before;
        drop(held);
        if is_new {
            self.changed.notify_waiters();
        }
    }

    /// Ends every reader once it has read what is held; nothing is taken any more.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What there is for a reader at this moment.
enum Now {
    Item(Item),
    Nothing,
    End,
}

impl Cursor {
    /// The next item; `None` once the ring is closed and read to its end. Nothing is lost where the wait is given up.
    pub(crate) async fn next(&mut self) -> Option<Item> {
        loop {
            match self.now() {
                Now::Item(item) => return Some(item),
                Now::End => return None,
                Now::Nothing => {}
            }
            let ring = Arc::clone(&self.ring);
            let changed = ring.changed.notified();
            tokio::pin!(changed);
            // Registered before looking again, so that a message between looking and waiting is not missed.
            changed.as_mut().enable();
            match self.now() {
                Now::Item(item) => return Some(item),
                Now::End => return None,
                Now::Nothing => changed.await,
            }
        }
    }

    fn now(&mut self) -> Now {
        let held = self.ring.lock();
        if self.at < held.first {
            let missed = held.first - self.at;
            self.at = held.first;
            drop(held);
            self.ring.dropped.fetch_add(missed, Ordering::Relaxed);
            return Now::Item(Item::Gap(missed));
        }
        let from = usize::try_from(self.at - held.first).unwrap_or(usize::MAX);
        match held.messages.get(from) {
            Some(message) if message.is_empty() => {
                self.at += 1;
                drop(held);
                self.ring.dropped.fetch_add(1, Ordering::Relaxed);
                Now::Item(Item::Gap(1))
            }
            Some(message) => {
                self.at += 1;
                Now::Item(Item::Message(message.bytes()))
            }
            None if held.closed => Now::End,
            None => Now::Nothing,
        }
    }
}

impl Drop for Cursor {
    fn drop(&mut self) {
        let mut held = self.ring.lock();
        held.readers -= 1;
        let missed = held.first.saturating_sub(self.at);
        if held.readers == 0 {
            held.first = held.next();
            held.messages = VecDeque::new();
            held.bytes = 0;
        }
        drop(held);
        self.ring.dropped.fetch_add(missed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
