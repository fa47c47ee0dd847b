//! The memory budget for all data that the host holds for its clients (`server.memory`), and reservations of its bytes.
//!
//! This module counts and limits bytes, and evicts data. The dialects encode the error if the budget is exhausted.

mod reserved_bytes;

pub use reserved_bytes::Kept;

use serde_json::Value;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Divisor of the memory limit. The quotient stays free for the answers of running calls; new work may not use it.
const FOR_ANSWERS: usize = 8;
/// Divisor of the memory limit. The quotient is reserved for short errors that report exhausted memory.
const FOR_LAST_WORDS: usize = 64;
/// Divisor of the memory limit. The quotient is reserved for requests on open connections, so that new connections
/// cannot use all of the memory.
const FOR_CONNECTIONS: usize = 16;
/// Bytes that each call reserves in addition to its arguments: for its task, its event channel, its map entries.
const CALL: usize = 16 << 10;
/// Maximum bytes of one JSON value in memory: twice its size, because a growing vector may have twice the capacity.
const VALUE: usize = 2 * size_of::<Value>();

/// The kinds of data that reserve bytes of the budget. Each kind has its own gauge in `/metrics`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Share {
    /// Memory of open connections: their buffers, and their HTTP state.
    Connections,
    /// Headers of unanswered HTTP/2 requests, and the tasks that answer them.
    Requests,
    /// Request bodies, from their first byte to their last use.
    Bodies,
    /// Parsed requests, and the calls created from them.
    Calls,
    /// Calls that are parked: suspended until the client sends its answer to a question.
    Parked,
    /// Complete answers that their connection has not written yet.
    Answers,
    Sessions,
    /// Lists of the resources that sessions and `subscriptions/listen` requests subscribe to.
    Subscriptions,
    /// Messages of running streams.
    Streams,
    /// Messages of ended streams that can be resumed. The oldest are evicted first if room is needed.
    Finished,
    /// Message queues of the clients on a pipe: on the old HTTP+SSE transport (`/sse`), or on stdio.
    Pipes,
    /// The log of events and results that all event streams of the UnityExplorer protocol (`explorer`) read.
    Mirror,
    /// Results of ended tasks, which their clients may request later.
    Tasks,
    /// WebSocket connections: incoming frames, waiting commands, and replies that the client has not received.
    Commands,
}

impl Share {
    pub(crate) const ALL: [Self; 14] = [
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
        Self::Tasks,
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
            Self::Tasks => "tasks",
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

/// The purpose of a reservation. Each variant may use a larger part of the budget than the variant before it.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    NewWork,
    Connection,
    Answer,
    LastWords,
}

/// The error of a reservation that would exceed the budget; all numbers are bytes.
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

/// Data that the memory budget may release to get free memory, such as the messages of a finished stream.
pub(crate) trait Evict: Send + Sync {
    /// Releases the data. Returns false if it is already released, or if a reader uses it at this moment.
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
    /// The length of `queue` at which entries whose data no longer exists are removed from it.
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

    /// Reserves bytes for new work. Fails if the part of the budget for new work is exhausted.
    pub fn reserve(self: &Arc<Self>, share: Share, bytes: usize) -> Result<Reservation, Full> {
        self.take(share, bytes, Purpose::NewWork)
    }

    /// Reserves bytes for data of work that already runs, such as the messages of a call. May use more than new work.
    pub(crate) fn reserve_under_way(self: &Arc<Self>, share: Share, bytes: usize) -> Result<Reservation, Full> {
        self.take(share, bytes, Purpose::Answer)
    }

    pub(crate) fn reserve_connection(self: &Arc<Self>, bytes: usize) -> Result<Reservation, Full> {
        self.take(Share::Connections, bytes, Purpose::Connection)
    }

    /// Reserves bytes for a short error message that reports exhausted memory. May use the last part of the budget.
    pub(crate) fn reserve_last_words(self: &Arc<Self>, share: Share, bytes: usize) -> Result<Reservation, Full> {
        self.take(share, bytes, Purpose::LastWords)
    }

    /// Returns a reservation of zero bytes, which can grow.
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
            // Nothing is evicted for a request that would not fit even after all evictions.
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

    /// Registers data that the memory budget may release from now on if memory runs out, in the order of registration.
    pub(crate) fn may_go(&self, finished: Weak<dyn Evict>) {
        let mut held = self.lock_finished();
        held.queue.push_back(finished);
        if held.queue.len() >= held.tidy_at.max(64) {
            held.queue.retain(|finished| finished.strong_count() > 0);
            held.tidy_at = held.queue.len() * 2;
        }
    }

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

    /// True if more than three quarters of the budget are in use.
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

    /// Returns the number of rejected reservations since the start of the process.
    pub fn refused_count(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Returns the number of finished streams that were evicted to free memory.
    pub fn evicted(&self) -> u64 {
        self.evicted.load(Ordering::Relaxed)
    }
}

/// Reserved bytes of the budget, which are released on drop.
#[must_use = "the room is released at once"]
#[derive(Debug)]
pub struct Reservation {
    budget: Arc<Budget>,
    share: AtomicU8,
    bytes: usize,
}

impl Reservation {
    /// Adds more bytes for new work to this reservation. Call this before the memory is allocated.
    pub fn grow(&mut self, bytes: usize) -> Result<(), Full> {
        self.budget.add(self.share(), bytes, Purpose::NewWork)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Reduces this reservation to `bytes` bytes, and returns the rest to the budget.
    pub fn shrink_to(&mut self, bytes: usize) {
        let surplus = self.bytes.saturating_sub(bytes);
        self.budget.give_back(self.share(), surplus);
        self.bytes -= surplus;
    }

    /// Changes the kind of data that the reservation counts for. Must not be called concurrently.
    pub fn move_to(&self, share: Share) {
        let before = self.share.swap(share as u8, Ordering::Relaxed);
        let shares = &self.budget.shares;
        shares[usize::from(before)].fetch_sub(self.bytes, Ordering::Relaxed);
        shares[share.index()].fetch_add(self.bytes, Ordering::Relaxed);
    }

    /// Splits off `bytes` bytes as a separate reservation, or all bytes if this reservation holds fewer.
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

/// Estimates the maximum memory in bytes of a parsed call from the length and the separators of its JSON `text`.
pub(crate) fn weight(text: &[u8]) -> usize {
    let is_mark = |byte: &u8| u8::from(matches!(byte, b',' | b':' | b'[' | b'{'));
    // The counter is a `u8`, so that many bytes are processed in one step; a piece is too short to overflow it.
    let pieces = text.chunks(usize::from(u8::MAX));
    let marks: usize = pieces
        .map(|piece| usize::from(piece.iter().map(is_mark).sum::<u8>()))
        .sum();
    CALL.saturating_add(text.len())
        .saturating_add(marks.saturating_mul(VALUE))
}

#[cfg(test)]
mod tests;
