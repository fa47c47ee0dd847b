//! Messages that wait for whoever reads them: in order, bounded in number and in bytes, and none is lost uncounted.
//!
//! Belongs here: what is held, what falls out, what a reader at some place gets. Does not: waking readers, framing, and
//! what it means that one is full: a log lets the oldest fall out, a pipe holds back or ends.

use crate::budget::{Budget, Kept, Share};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much one backlog holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) messages: usize,
    pub(crate) bytes: usize,
}

/// Which messages count as lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// Each once, when it falls out before anybody got as far: there is one reader at a time, or none yet.
    Forgotten,
    /// Each as often as a reader comes too late for it: there are many, each with a place of its own.
    Missed,
}

/// Numbered messages, the oldest first.
#[derive(Debug)]
pub(crate) struct Backlog {
    bounds: Bounds,
    loss: Loss,
    /// Shared with all others of its host.
    lost: Arc<AtomicU64>,
    /// An empty one stands for a message that found no room in the budget.
    held: VecDeque<Kept>,
    bytes: usize,
    /// Number of the oldest one held.
    first: u64,
    /// The furthest that any reader got.
    read: u64,
    ended: bool,
}

/// What a reader gets.
#[derive(Debug)]
pub(crate) enum Next<'b> {
    Message(&'b Kept),
    /// So many messages are gone.
    Missed(u64),
    /// Nothing yet.
    Nothing,
    End,
}

impl Backlog {
    pub(crate) fn new(bounds: Bounds, loss: Loss, lost: Arc<AtomicU64>) -> Self {
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

    /// The number of the message that comes next.
    pub(crate) fn next(&self) -> u64 {
        self.first + self.held.len() as u64
    }

    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    /// Bytes held now.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Kept> {
        self.held.iter()
    }

    /// True where no other message fits. One always does, whatever its size, and its size alone pushes nothing out: a large
    /// result keeps its progress.
    pub(crate) fn is_full(&self) -> bool {
        !self.held.is_empty() && (self.held.len() >= self.bounds.messages || self.bytes > self.bounds.bytes)
    }

    /// Adds a message for which the oldest make way.
    pub(crate) fn push(&mut self, message: Kept) {
        while self.is_full() {
            self.forget_oldest();
        }
        self.add(message);
    }

    /// Adds a message, whatever is held: whoever adds it keeps to `is_full`.
    pub(crate) fn add(&mut self, message: Kept) {
        self.bytes += message.len();
        self.held.push_back(message);
    }

    /// Adds the place of a message that found no room.
    pub(crate) fn push_hole(&mut self, budget: &Arc<Budget>, share: Share) {
        if self.loss == Loss::Forgotten {
            self.lose(1);
        }
        self.push(budget.hole(share));
    }

    /// Counts messages that do not even come here.
    pub(crate) fn lose(&self, messages: u64) {
        self.lost.fetch_add(messages, Ordering::Relaxed);
    }

    fn forget_oldest(&mut self) {
        let Some(oldest) = self.held.pop_front() else { return };
        // A hole was counted when it came.
        if self.loss == Loss::Forgotten && self.first >= self.read && !oldest.is_empty() {
            self.lose(1);
        }
        self.bytes -= oldest.len();
        self.first += 1;
    }

    /// What a reader at `at` gets next; it is past it then.
    pub(crate) fn read(&mut self, at: &mut u64) -> Next<'_> {
        let late = self.late(*at);
        let from = usize::try_from(at.saturating_sub(self.first)).unwrap_or(usize::MAX);
        match self.held.get(from) {
            _ if late > 0 => self.missed(at, late),
            Some(hole) if hole.is_empty() => self.missed(at, 1),
            Some(message) => {
                *at += 1;
                self.read = self.read.max(*at);
                Next::Message(message)
            }
            None if self.ended => Next::End,
            None => Next::Nothing,
        }
    }

    /// The message at `at`, if it is there.
    pub(crate) fn peek(&self, at: u64) -> Option<&Kept> {
        let from = usize::try_from(at.checked_sub(self.first)?).ok()?;
        self.held.get(from).filter(|message| !message.is_empty())
    }

    /// How many messages a reader at `at` came too late for.
    pub(crate) fn late(&self, at: u64) -> u64 {
        self.first.saturating_sub(at)
    }

    fn missed(&self, at: &mut u64, messages: u64) -> Next<'_> {
        *at += messages;
        if self.loss == Loss::Missed {
            self.lose(messages);
        }
        Next::Missed(messages)
    }

    /// The oldest one held.
    pub(crate) fn front(&self) -> Option<&Kept> {
        self.held.front()
    }

    /// Takes the oldest out: it is read.
    pub(crate) fn pop(&mut self) -> Option<Kept> {
        let oldest = self.held.pop_front()?;
        self.bytes -= oldest.len();
        self.first += 1;
        self.read = self.read.max(self.first);
        Some(oldest)
    }

    /// Forgets all that is held, and says how many nobody had read. Numbers go on.
    pub(crate) fn clear(&mut self) -> u64 {
        let unread = self.next().saturating_sub(self.first.max(self.read));
        while !self.held.is_empty() {
            self.forget_oldest();
        }
        self.held = VecDeque::new();
        unread
    }

    /// Nothing more comes; what is held can still be read.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.ended
    }
}

#[cfg(test)]
mod tests;
