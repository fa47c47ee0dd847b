//! A backlog of messages for readers: in order, limited in number and in bytes, with a count of every lost message.
//!
//! This module stores messages, drops the oldest and serves reads at a position. It does not wake readers or frame
//! messages, and each owner reacts to a full backlog: a log drops the oldest, a pipe holds back or ends.

use crate::budget::{Budget, Kept, Share};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of messages and of bytes in one backlog.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub messages: usize,
    pub bytes: usize,
}

/// The rule by which messages count as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A message counts once, if it is dropped before a reader reached it: there is at most one reader at a time.
    Forgotten,
    /// A message counts once for each reader that comes too late for it: there are many readers, each with its own
    /// position.
    Missed,
}

/// A backlog of numbered messages, oldest first; each reader has its own position.
#[derive(Debug)]
pub struct Backlog {
    bounds: Bounds,
    loss: Loss,
    /// The counter that all backlogs of the host share.
    lost: Arc<AtomicU64>,
    /// The stored messages, oldest first. An empty entry replaces a message that found no room in the budget.
    held: VecDeque<Kept>,
    bytes: usize,
    /// Number of the oldest stored message.
    first: u64,
    /// The furthest position that any reader reached.
    read: u64,
    ended: bool,
}

/// The result of reading at a position.
#[derive(Debug)]
pub enum Next<'b> {
    Message(&'b Kept),
    /// The reader skips this number of messages, which are no longer stored.
    Missed(u64),
    /// There is no message at the position yet.
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

    /// Returns the number that the next added message gets.
    pub fn next(&self) -> u64 {
        self.first + self.held.len() as u64
    }

    /// Returns the number of stored messages.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// True if no message is held.
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

    /// True if no other message fits. One message always fits, independent of its size, and its size alone evicts
    /// nothing: a large result keeps its progress messages.
    pub(crate) fn is_full(&self) -> bool {
        !self.held.is_empty() && (self.held.len() >= self.bounds.messages || self.bytes > self.bounds.bytes)
    }

    /// Adds a message, and drops the oldest if necessary.
    pub fn push(&mut self, message: Kept) {
        while self.is_full() {
            self.forget_oldest();
        }
        self.add(message);
    }

    /// Adds a message unconditionally: the caller checks `is_full`.
    pub fn add(&mut self, message: Kept) {
        self.bytes += message.len();
        self.held.push_back(message);
    }

    /// Adds an empty entry for a message that found no room in the budget.
    pub fn push_hole(&mut self, budget: &Arc<Budget>, share: Share) {
        if self.loss == Loss::Forgotten {
            self.lose(1);
        }
        self.push(budget.hole(share));
    }

    /// Counts messages as lost that were never added to the backlog.
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

    /// Returns the next message for a reader at position `at`, and moves `at` past it.
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

    /// Returns the message at position `at`, if it is stored.
    pub fn peek(&self, at: u64) -> Option<&Kept> {
        let from = usize::try_from(at.checked_sub(self.first)?).ok()?;
        self.held.get(from).filter(|message| !message.is_empty())
    }

    /// Returns the number of messages for which a reader at `at` came too late.
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

    /// Returns the oldest stored message; `None` if there is none.
    pub(crate) fn front(&self) -> Option<&Kept> {
        self.held.front()
    }

    /// Removes the oldest message, which counts as read.
    pub fn pop(&mut self) -> Option<Kept> {
        let oldest = self.held.pop_front()?;
        self.bytes -= oldest.len();
        self.first += 1;
        self.read = self.read.max(self.first);
        Some(oldest)
    }

    /// Drops all stored messages, and returns how many were unread. Numbering continues.
    pub fn clear(&mut self) -> u64 {
        let unread = self.next().saturating_sub(self.first.max(self.read));
        while !self.held.is_empty() {
            self.forget_oldest();
        }
        self.held = VecDeque::new();
        unread
    }

    /// Ends the backlog: no further messages follow, and stored ones can still be read.
    pub fn end(&mut self) {
        self.ended = true;
    }

    pub fn is_ended(&self) -> bool {
        self.ended
    }
}

#[cfg(test)]
mod tests;
