//! The budget of bytes for everything that the wire holds for its clients, and the values that hold a part of it.
//!
//! This module counts, limits and evicts. The dialects encode a refusal.

mod reserved_bytes;

pub use reserved_bytes::Kept;

use serde_json::Value;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Divisor of the limit: one eighth of the budget is not available to new work, because running calls need it for their
/// answers.
const FOR_ANSWERS: usize = 8;
/// Divisor of the limit: one 64th of the budget is reserved for short messages that report missing room ("last words").
const FOR_LAST_WORDS: usize = 64;
/// Divisor of the limit: connections can use all but one 16th of the budget, more than new work, so that a client can
/// still connect to find the problem.
const FOR_CONNECTIONS: usize = 16;
/// Bytes of a call besides its arguments: its task, its event channel, its entries in maps.
const CALL: usize = 16 << 10;
/// Maximum bytes of one parsed JSON value: growing vectors have room for twice their length, and a member of an object
/// counts twice below.
const VALUE: usize = 2 * size_of::<Value>();

/// The kinds of data that hold bytes of the budget. Each has its own gauge in `/metrics`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Share {
    /// Open connections: their buffers, and the HTTP state.
    Connections,
    /// Heads of unanswered HTTP/2 requests, and the tasks that answer them.
    Requests,
    /// Request bodies, from their first byte to their last use.
    Bodies,
    /// Parsed requests, and the calls created from them.
    Calls,
    /// Calls that wait for an answer.
    Parked,
    /// Answers that wait for their connection.
    Answers,
    Sessions,
    /// Resources that sessions and `subscriptions/listen` watch.
    Subscriptions,
    /// Messages of running streams.
    Streams,
    /// Messages of ended streams that can be resumed. The oldest are evicted first if room is needed.
    Finished,
    /// Backlogs of `/sse` and stdio.
    Pipes,
    /// The log behind Explorer's streams.
    Mirror,
    /// WebSocket connections: incoming frames, waiting commands, and replies that the client has not taken.
    Commands,
}

impl Share {
    pub(crate) const ALL: [Self; 13] = [
        Self::Connections,
        Self::Requests,
        Self::Bodies,
        Self::Calls,
        Self::Parked,
        Self::Answers,
        Self::Sessions,
        Self::Subscriptions,
        Self::Streams,
        Self::Finished,
        Self::Pipes,
        Self::Mirror,
        Self::Commands,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::Requests => "requests",
            Self::Bodies => "bodies",
            Self::Calls => "calls",
            Self::Parked => "parked",
            Self::Answers => "answers",
            Self::Sessions => "sessions",
            Self::Subscriptions => "subscriptions",
            Self::Streams => "streams",
            Self::Finished => "finished",
            Self::Pipes => "pipes",
            Self::Mirror => "mirror",
            Self::Commands => "commands",
        }
    }

    fn index(self) -> usize {
        usize::from(self as u8)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The purpose of a reservation; each variant may use more of the budget than the previous one.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    NewWork,
    Connection,
    /// Messages of a running call.
    Answer,
    LastWords,
}

/// The error of a reservation for which the budget has no room; all numbers are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no room for {wanted} more bytes ({share}): {taken} of the {limit} bytes of `server.memory` are in use (try again shortly; \
     the operator can raise the limit)"
)]
pub struct Full {
    share: Share,
    wanted: usize,
    taken: usize,
    limit: usize,
}

/// Data that can be evicted.
pub(crate) trait Evict: Send + Sync {
    /// Releases the data. False if there is none, or if it is being read at this moment.
    fn evict(&self) -> bool;
}

/// The memory budget of one process (`server.memory`), in bytes.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    taken: AtomicUsize,
    shares: [AtomicUsize; Share::ALL.len()],
    refused: AtomicU64,
    evicted: AtomicU64,
    finished: Mutex<Finished>,
}

/// The data that the budget can evict to free memory, oldest first.
#[derive(Default)]
struct Finished {
    queue: VecDeque<Weak<dyn Evict>>,
    /// Queue length at which entries that no longer exist are removed.
    tidy_at: usize,
}

impl fmt::Debug for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Finished").field(&self.queue.len()).finish()
    }
}

impl Budget {
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            taken: AtomicUsize::new(0),
            shares: std::array::from_fn(|_| AtomicUsize::new(0)),
            refused: AtomicU64::new(0),
            evicted: AtomicU64::new(0),
            finished: Mutex::default(),
        })
    }

    /// Reserves bytes for new work.
    pub fn reserve(self: &Arc<Self>, share: Share, bytes: usize) -> Result<Reservation, Full> {
        self.take(share, bytes, Purpose::NewWork)
    }

    /// Reserves bytes for data that running work needs.
    pub(crate) fn reserve_under_way(self: &Arc<Self>, share: Share, bytes: usize) -> Result<Reservation, Full> {
        self.take(share, bytes, Purpose::Answer)
    }

    /// Reserves bytes for an open connection.
    pub(crate) fn reserve_connection(self: &Arc<Self>, bytes: usize) -> Result<Reservation, Full> {
        self.take(Share::Connections, bytes, Purpose::Connection)
    }

    /// Reserves bytes for a message that reports missing room.
    pub(crate) fn reserve_last_words(self: &Arc<Self>, share: Share, bytes: usize) -> Result<Reservation, Full> {
        self.take(share, bytes, Purpose::LastWords)
    }

    /// Returns an empty reservation, which can grow.
    pub fn empty_reservation(self: &Arc<Self>, share: Share) -> Reservation {
        self.taken_already(share, 0)
    }

    fn taken_already(self: &Arc<Self>, share: Share, bytes: usize) -> Reservation {
        Reservation {
            budget: Arc::clone(self),
            share: AtomicU8::new(share as u8),
            bytes,
        }
    }

    fn take(self: &Arc<Self>, share: Share, bytes: usize, purpose: Purpose) -> Result<Reservation, Full> {
        self.add(share, bytes, purpose)?;
        Ok(self.taken_already(share, bytes))
    }

    fn add(&self, share: Share, bytes: usize, purpose: Purpose) -> Result<(), Full> {
        let ceiling = match purpose {
            Purpose::NewWork => self.limit - self.limit / FOR_ANSWERS,
            Purpose::Connection => self.limit - self.limit / FOR_CONNECTIONS,
            Purpose::Answer => self.limit - self.limit / FOR_LAST_WORDS,
            Purpose::LastWords => self.limit,
        };
        let fits = |taken: usize| taken.checked_add(bytes).filter(|sum| *sum <= ceiling);
        while let Err(taken) = self.taken.fetch_update(Ordering::AcqRel, Ordering::Relaxed, fits) {
            // Nothing is evicted for a request that does not fit in any case.
            let finished = self.share(Share::Finished);
            if fits(taken.saturating_sub(finished)).is_none() || !self.evict_oldest() {
                self.refused.fetch_add(1, Ordering::Relaxed);
                return Err(Full {
                    share,
                    wanted: bytes,
                    taken,
                    limit: self.limit,
                });
            }
        }
        self.shares[share.index()].fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }

    fn give_back(&self, share: Share, bytes: usize) {
        self.shares[share.index()].fetch_sub(bytes, Ordering::Relaxed);
        self.taken.fetch_sub(bytes, Ordering::AcqRel);
    }

    /// Adds data that can be evicted from now on, as the newest entry.
    pub(crate) fn may_go(&self, finished: Weak<dyn Evict>) {
        let mut held = self.lock_finished();
        held.queue.push_back(finished);
        if held.queue.len() >= held.tidy_at.max(64) {
            held.queue.retain(|finished| finished.strong_count() > 0);
            held.tidy_at = held.queue.len() * 2;
        }
    }

    /// Evicts the oldest data that can be evicted; false if there is none.
    fn evict_oldest(&self) -> bool {
        loop {
            let Some(oldest) = self.lock_finished().queue.pop_front() else {
                return false;
            };
            if oldest.upgrade().is_some_and(|oldest| oldest.evict()) {
                self.evicted.fetch_add(1, Ordering::Relaxed);
                return true;
            }
        }
    }

    fn lock_finished(&self) -> MutexGuard<'_, Finished> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if more than three quarters of the budget are in use, so that little is left for new work.
    pub fn is_short(&self) -> bool {
        self.taken_bytes() > self.limit / 4 * 3
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    pub fn taken_bytes(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    pub(crate) fn share(&self, share: Share) -> usize {
        self.shares[share.index()].load(Ordering::Relaxed)
    }

    /// Returns the number of reservations that were rejected because there was no room.
    pub fn refused_count(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Returns the number of finished streams that were evicted to free memory.
    pub fn evicted(&self) -> u64 {
        self.evicted.load(Ordering::Relaxed)
    }
}

/// Reserved bytes of the budget; released on drop.
#[must_use = "the room is released at once"]
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<Budget>,
    share: AtomicU8,
    bytes: usize,
}

impl Reservation {
    /// Reserves more bytes for new work, before they are used.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Full> {
        self.budget.add(self.share(), bytes, Purpose::NewWork)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Releases the reserved bytes beyond `bytes`.
    pub fn shrink_to(&mut self, bytes: usize) {
        let surplus = self.bytes.saturating_sub(bytes);
        self.budget.give_back(self.share(), surplus);
        self.bytes -= surplus;
    }

    /// Counts the reservation under another share from now on. Must not be called concurrently.
    pub fn move_to(&self, share: Share) {
        let before = self.share.swap(share as u8, Ordering::Relaxed);
        let shares = &self.budget.shares;
        shares[usize::from(before)].fetch_sub(self.bytes, Ordering::Relaxed);
        shares[share.index()].fetch_add(self.bytes, Ordering::Relaxed);
    }

    /// Splits off this number of bytes as a separate reservation; fewer if this reservation holds fewer.
    pub fn part(&mut self, bytes: usize) -> Self {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        self.budget.taken_already(self.share(), bytes)
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn share(&self) -> Share {
        Share::ALL[usize::from(self.share.load(Ordering::Relaxed))]
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.budget.give_back(self.share(), self.bytes);
    }
}

/// Estimates the maximum memory of a call for a JSON text after parsing. The estimate uses its length and the number of
/// separators, even those inside strings.
pub(crate) fn weight(text: &[u8]) -> usize {
    let is_mark = |byte: &u8| u8::from(matches!(byte, b',' | b':' | b'[' | b'{'));
    // Counted in bytes, so that many are processed in one step; no piece has more separators than a byte can count.
    let pieces = text.chunks(usize::from(u8::MAX));
    let marks: usize = pieces
        .map(|piece| usize::from(piece.iter().map(is_mark).sum::<u8>()))
        .sum();
    CALL.saturating_add(text.len())
        .saturating_add(marks.saturating_mul(VALUE))
}

#[cfg(test)]
mod tests;
