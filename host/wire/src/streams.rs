//! Outgoing streams: a bounded log of framed messages with event ids, and readers that follow it.
//!
//! A message is written once, to exactly one log; live delivery and replay are the same reading. Framing is SSE's.

mod framing;
mod reader;

pub(crate) use framing::{KEEP_ALIVE, OPENING, lost, single};
pub(crate) use reader::StreamReader;

use crate::budget::{Budget, Evict, Full, Kept, Reservation, Share};
use crate::slots::Slot;
use bytes::{BufMut, Bytes, BytesMut};
use framing::{frame, gap};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How much one log holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogBounds {
    pub(crate) events: usize,
    pub(crate) bytes: usize,
}

/// What a stream needs besides its messages.
pub(crate) const STREAM: usize = 1024;

/// One outgoing stream.
#[derive(Debug)]
pub(crate) struct StreamLog {
    me: Weak<Self>,
    /// Unique within the session; 0 where the stream cannot be resumed and its events carry no ids.
    number: u64,
    bounds: LogBounds,
    /// Messages that no reader will ever see.
    dropped: Arc<AtomicU64>,
    budget: Arc<Budget>,
    /// For the stream itself, where it is not part of its call's.
    _room: Option<Reservation>,
    log: Mutex<Log>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Log {
    /// An empty one stands for a message that found no room.
    frames: VecDeque<Kept>,
    bytes: usize,
    /// Sequence number of the first held frame.
    first: u64,
    /// The furthest that any reader got.
    read: u64,
    closed: Option<Instant>,
    /// Counts readers; only the newest one reads.
    reader: u64,
    attached: bool,
    /// The newest reader ends once it has read everything, although the log goes on.
    hang_up: bool,
}

impl Log {
    fn next(&self) -> u64 {
        self.first + self.frames.len() as u64
    }
}

/// What an event id of ours says: which stream, and which event of it was the last one seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EventId {
    pub(crate) stream: u64,
    pub(crate) sequence: u64,
}

impl EventId {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (stream, sequence) = text.split_once('-')?;
        Some(Self {
            stream: stream.parse().ok().filter(|number| *number > 0)?,
            sequence: sequence.parse().ok()?,
        })
    }
}

impl StreamLog {
    /// `room` is the stream's own, where it is new work.
    pub(crate) fn new(
        number: u64,
        bounds: LogBounds,
        dropped: Arc<AtomicU64>,
        budget: &Arc<Budget>,
        room: Option<Reservation>,
    ) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            number,
            bounds,
            dropped,
            budget: Arc::clone(budget),
            _room: room,
            log: Mutex::new(Log::default()),
            changed: Notify::new(),
        })
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The event that tells a client, before anything else, where to resume and how long to wait before it does.
    pub(crate) fn prime(&self, retry: Duration) {
        let prime = |id: &str| Bytes::from(format!("{id}retry: {}\ndata:\n\n", retry.as_millis()));
        self.append(|id, budget| Ok(budget.keep_last_words(Share::Streams, prime(id))));
    }

    /// Adds one JSON message; false where the stream is closed already. One that finds no room is told as a gap.
    pub(crate) fn push(&self, json: &[u8]) -> bool {
        self.append(|id, budget| {
            let kept = budget.keep(Share::Streams, frame(id, json));
            Ok(kept.unwrap_or_else(|_| {
                self.dropped.fetch_add(1, Ordering::Relaxed);
                budget.hole(Share::Streams)
            }))
        })
    }

    /// Adds one JSON message, or nothing where it finds no room.
    pub(crate) fn offer(&self, json: &[u8]) -> Result<(), Full> {
        let mut told = Ok(());
        self.append(|id, budget| {
            let kept = budget.keep(Share::Streams, frame(id, json));
            kept.inspect_err(|full| told = Err(*full))
        });
        told
    }

    /// Adds the last message and closes. Where it finds no room nothing is added, and the stream goes on.
    pub(crate) fn finish(&self, json: &[u8]) -> Result<(), Full> {
        self.offer(json)?;
        self.close();
        Ok(())
    }

    /// Adds a last message of a few bytes, and closes.
    pub(crate) fn finish_with_last_words(&self, json: &[u8]) {
        self.append(|id, budget| Ok(budget.keep_last_words(Share::Streams, frame(id, json))));
        self.close();
    }

    /// Ends every reader once it has read what is held.
    pub(crate) fn close(&self) {
        let mut log = self.lock();
        let may_go = log.closed.is_none() && self.number > 0 && !log.attached;
        if log.closed.is_none() {
            log.closed = Some(Instant::now());
            log.frames.iter().for_each(|frame| frame.move_to(Share::Finished));
        }
        drop(log);
        if may_go {
            self.budget.may_go(self.me.clone());
        }
        self.changed.notify_waiters();
    }

    /// Ends the present reader once it has read what is held; the log goes on and can be resumed.
    pub(crate) fn hang_up(&self) {
        self.lock().hang_up = true;
        self.changed.notify_waiters();
    }

    pub(crate) fn closed_at(&self) -> Option<Instant> {
        self.lock().closed
    }

    /// Bytes held now.
    pub(crate) fn size(&self) -> usize {
        self.lock().bytes
    }

    pub(crate) fn has_reader(&self) -> bool {
        self.lock().attached
    }

    /// True where everything was handed to a reader and nothing more will come.
    pub(crate) fn is_exhausted_after(&self, sequence: u64) -> bool {
        let log = self.lock();
        log.closed.is_some() && sequence.saturating_add(1) >= log.next()
    }

    /// A reader from the event after `seen`, or from the start. An earlier reader of this stream ends.
    pub(crate) fn read(self: &Arc<Self>, seen: Option<u64>, keep_alive: Duration, open: Slot) -> StreamReader {
        let mut log = self.lock();
        log.reader += 1;
        log.attached = true;
        log.hang_up = false;
        let ticket = log.reader;
        // An id from the future (another host's) must not swallow what comes next.
        let cursor = seen.map_or(0, |sequence| sequence.saturating_add(1)).min(log.next());
        drop(log);
        self.changed.notify_waiters();
        StreamReader {
            log: Arc::clone(self),
            cursor,
            ticket,
            keep_alive,
            preface: None,
            cancel_on_drop: None,
            hold: None,
            listener: None,
            _open: open,
        }
    }

    fn append(&self, make: impl FnOnce(&str, &Arc<Budget>) -> Result<Kept, Full>) -> bool {
        let mut log = self.lock();
        if log.closed.is_some() {
            return false;
        }
        let mut id = String::new();
        if self.number > 0 {
            let _ = writeln!(id, "id: {}-{}", self.number, log.next());
        }
        let Ok(frame) = make(&id, &self.budget) else {
            return false;
        };
        let newest = frame.len();
        log.bytes += newest;
        log.frames.push_back(frame);
        // The newest is always held, and its size alone pushes nothing out: a large result keeps its progress.
        while log.frames.len() > 1 && (log.frames.len() > self.bounds.events || log.bytes - newest > self.bounds.bytes)
        {
            let Some(oldest) = log.frames.pop_front() else { break };
            log.bytes -= oldest.len();
            if log.first >= log.read {
                self.dropped.fetch_add(1, Ordering::Relaxed);
            }
            log.first += 1;
        }
        drop(log);
        self.changed.notify_waiters();
        true
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Everything from `cursor` on, up to a chunk's size.
    fn take(&self, cursor: &mut u64, ticket: u64) -> Taken {
        const CHUNK: usize = 64 << 10;
        let mut log = self.lock();
        if log.reader != ticket {
            return Taken::End;
        }
        if *cursor < log.first {
            let missed = log.first - *cursor;
            *cursor = log.first;
            return Taken::Some(gap(missed));
        }
        let from = usize::try_from(*cursor - log.first).unwrap_or(usize::MAX);
        let Some(first) = log.frames.get(from) else {
            return if log.closed.is_some() || log.hang_up {
                Taken::End
            } else {
                Taken::Nothing
            };
        };
        let chunk = if first.is_empty() {
            *cursor += 1;
            gap(1)
        } else if log.frames.len() == from + 1 {
            *cursor += 1;
            first.bytes()
        } else {
            let mut chunk = BytesMut::with_capacity(CHUNK.min(log.bytes));
            for frame in log.frames.iter().skip(from) {
                if frame.is_empty() || (!chunk.is_empty() && chunk.len() + frame.len() > CHUNK) {
                    break;
                }
                chunk.put_slice(frame.as_ref());
                *cursor += 1;
            }
            chunk.freeze()
        };
        log.read = log.read.max(*cursor);
        Taken::Some(chunk)
    }
}

enum Taken {
    Some(Bytes),
    Nothing,
    End,
}

impl Evict for StreamLog {
    fn evict(&self) -> bool {
        let mut log = self.lock();
        if log.attached || log.frames.is_empty() {
            return false;
        }
        // A client that resumes is told of a gap up to the end.
        log.first = log.next();
        log.bytes = 0;
        let unread = log.first.saturating_sub(log.read);
        let frames = std::mem::take(&mut log.frames);
        drop(log);
        self.dropped.fetch_add(unread, Ordering::Relaxed);
        drop(frames);
        true
    }
}

#[cfg(test)]
mod tests;
