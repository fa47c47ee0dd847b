//! A queue of messages for readers, in order, with limits for their number and bytes, and a count of lost ones.
//!
//! This module stores messages, drops the oldest and serves reads at a position. It does not wake readers or frame
//! messages. Its users decide what a full queue means: a log drops the oldest message, a pipe waits or ends.

use crate::budget::{Budget, Kept, Share};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of messages and the maximum total bytes of one backlog.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub messages: usize,
    pub bytes: usize,
}

/// The rule for counting a dropped message as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The rule for a backlog with at most one reader: a message counts as lost once, if it is dropped unread.
    Forgotten,
    /// The rule for a backlog with many readers: a dropped message counts once for each reader that misses it.
    Missed,
}

/// A backlog of numbered messages, oldest first; each reader has its own position.
#[derive(Debug)]
pub struct Backlog {
    bounds: Bounds,
    loss: Loss,
    /// The counter of lost messages, shared by all backlogs of the host.
    lost: Arc<AtomicU64>,
    /// The stored messages, oldest first. An empty entry replaces a message that did not fit into the budget.
    held: VecDeque<Kept>,
    bytes: usize,
    /// Number of the oldest stored message; each message has the number of the one before it plus one.
    first: u64,
    /// The largest position that any reader has reached.
    read: u64,
    ended: bool,
}

/// What a reader gets at its position in the backlog: a message, a gap, nothing yet, or the end.
#[derive(Debug)]
pub enum Next<'b> {
    Message(&'b Kept),
    /// Messages that were dropped before this reader read them; the value is their number. The reader skips them.
    Missed(u64),
    /// The reader has read all stored messages; later ones may follow.
    Nothing,
    End,
}

impl Backlog {
    pub fn new(bounds: Bounds, loss: Loss, lost: Arc<AtomicU64>) -> Self {
        Self {
            bounds,
            loss,
            lost,
            held: VecDeque::new(),
            bytes: 0,
            first: 0,
            read: 0,
            ended: false,
        }
    }

    /// Returns the sequence number that the next added message will get.
    pub fn next(&self) -> u64 {
        self.first + self.held.len() as u64
    }

    /// Returns the number of stored messages.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// True if no message is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the total size of the stored messages in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn iter(&self) -> impl Iterator<Item = &Kept> {
        self.held.iter()
    }

    /// True if another message would exceed the limits. An empty backlog is never full, so one message always fits. A
    /// message does not count against the byte limit when it is added: a large result does not evict progress messages.
    pub(crate) fn is_full(&self) -> bool {
        !self.held.is_empty() && (self.held.len() >= self.bounds.messages || self.bytes > self.bounds.bytes)
    }

    /// Adds a message. Drops the oldest messages first while the backlog is full.
    pub fn push(&mut self, message: Kept) {
        while self.is_full() {
            self.forget_oldest();
        }
        self.add(message);
    }

    /// Adds a message even if the backlog is full: the caller checks `is_full` first.
    pub fn add(&mut self, message: Kept) {
        self.bytes += message.len();
        self.held.push_back(message);
    }

    /// Adds an empty entry in place of a message for which no memory was free. Readers see a gap there.
    pub fn push_hole(&mut self, budget: &Arc<Budget>, share: Share) {
        if self.loss == Loss::Forgotten {
            self.lose(1);
        }
        self.push(budget.hole(share));
    }

    /// Counts messages as lost that this backlog never stored.
    pub fn lose(&self, messages: u64) {
        self.lost.fetch_add(messages, Ordering::Relaxed);
    }

    fn forget_oldest(&mut self) {
        let Some(oldest) = self.held.pop_front() else { return };
        // A hole was counted when it was added.
        if self.loss == Loss::Forgotten && self.first >= self.read && !oldest.is_empty() {
            self.lose(1);
        }
        self.bytes -= oldest.len();
        self.first += 1;
    }

    /// Returns the result for a reader at position `at`, and advances `at` past the returned or skipped messages.
    pub fn read(&mut self, at: &mut u64) -> Next<'_> {
        let late = self.late(*at);
        let from = usize::try_from(at.saturating_sub(self.first)).unwrap_or(usize::MAX);
        match self.held.get(from) {
            _ if late > 0 => self.skip_missed(at, late),
            Some(hole) if hole.is_empty() => self.skip_missed(at, 1),
            Some(message) => {
                *at += 1;
                self.read = self.read.max(*at);
                Next::Message(message)
            }
            None if self.ended => Next::End,
            None => Next::Nothing,
        }
    }

    /// Returns the message at position `at`; `None` if it is not stored.
    pub fn peek(&self, at: u64) -> Option<&Kept> {
        let from = usize::try_from(at.checked_sub(self.first)?).ok()?;
        self.held.get(from).filter(|message| !message.is_empty())
    }

    /// Returns how many messages from position `at` on were dropped, so that a reader at `at` misses them.
    pub fn late(&self, at: u64) -> u64 {
        self.first.saturating_sub(at)
    }

    fn skip_missed(&self, at: &mut u64, messages: u64) -> Next<'_> {
        *at += messages;
        if self.loss == Loss::Missed {
            self.lose(messages);
        }
        Next::Missed(messages)
    }

    pub(crate) fn front(&self) -> Option<&Kept> {
        self.held.front()
    }

    /// Removes and returns the oldest message, which counts as read; `None` if no message is stored.
    pub fn pop(&mut self) -> Option<Kept> {
        let oldest = self.held.pop_front()?;
        self.bytes -= oldest.len();
        self.first += 1;
        self.read = self.read.max(self.first);
        Some(oldest)
    }

    /// Drops all stored messages, and returns how many of them were unread. Later messages continue the numbering.
    pub fn clear(&mut self) -> u64 {
        let unread = self.next().saturating_sub(self.first.max(self.read));
        while !self.held.is_empty() {
            self.forget_oldest();
        }
        self.held = VecDeque::new();
        unread
    }

    /// Marks the end of the backlog: no further messages follow. Readers can still read the stored messages.
    pub fn end(&mut self) {
        self.ended = true;
    }

    pub fn is_ended(&self) -> bool {
        self.ended
    }
}

#[cfg(test)]
mod tests;
