//! Outgoing event streams: a bounded log (`backlog`) of SSE events with ids, and readers that follow it.
//!
//! A message is appended once, to exactly one log. Live delivery and replay read the log in the same way.

mod framing;
mod reader;

pub use framing::{KEEP_ALIVE, OPENING, lost_event, single_message};
pub use reader::StreamReader;

use crate::backlog::{Backlog, Bounds, Loss, Next};
use crate::budget::{Budget, Evict, Full, Kept, Reservation, Share};
use crate::slots::Slot;
use bytes::{BufMut, Bytes, BytesMut};
use framing::{frame, gap};
use std::fmt::Write;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Bytes that a stream reserves in the memory budget, in addition to its messages.
pub const STREAM: usize = 1024;

/// One outgoing event stream: a log of messages, which its newest reader follows.
#[derive(Debug)]
pub struct StreamLog {
    me: Weak<Self>,
    /// Number of the stream, unique within the session; 0 if the stream cannot be resumed and its events have no ids.
    number: u64,
    budget: Arc<Budget>,
    /// The memory reservation for the stream itself; `None` if the reservation of the call includes it.
    _room: Option<Reservation>,
    log: Mutex<Log>,
    changed: Notify,
}

#[derive(Debug)]
struct Log {
    frames: Backlog,
    closed: Option<Instant>,
    /// Number of readers created so far. Only the newest reader reads; earlier ones end.
    reader: u64,
    attached: bool,
    /// True if the current reader must end after the stored messages, so that its client reconnects.
    hang_up: bool,
}

/// A parsed event id: the number of the stream, and the sequence number of the event in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventId {
    pub stream: u64,
    pub sequence: u64,
}

impl EventId {
    pub fn parse(text: &str) -> Option<Self> {
        let (stream, sequence) = text.split_once('-')?;
        Some(Self {
            stream: stream.parse().ok().filter(|number| *number > 0)?,
            sequence: sequence.parse().ok()?,
        })
    }
}

impl StreamLog {
    /// Creates a stream. `room` is the memory reservation of the stream itself; `None` if its call includes it.
    pub fn new(
        number: u64,
        bounds: Bounds,
        dropped: Arc<AtomicU64>,
        budget: &Arc<Budget>,
        room: Option<Reservation>,
    ) -> Arc<Self> {
        let log = Log {
            frames: Backlog::new(bounds, Loss::Forgotten, dropped),
            closed: None,
            reader: 0,
            attached: false,
            hang_up: false,
        };
        Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            number,
            budget: Arc::clone(budget),
            _room: room,
            log: Mutex::new(log),
            changed: Notify::new(),
        })
    }

    pub fn number(&self) -> u64 {
        self.number
    }

    /// Adds the first event. It contains an event id from which a client can resume, and the reconnection time `retry`.
    pub fn prime(&self, retry: Duration) {
        let prime = |id: &str| Bytes::from(format!("{id}retry: {}\ndata:\n\n", retry.as_millis()));
        self.append(|id, budget| Ok(Some(budget.keep_last_words(Share::Streams, prime(id)))));
    }

    /// Adds one JSON message to the stream; false if it is closed. Without free memory, readers see a gap in its place.
    pub fn push(&self, json: &[u8]) -> bool {
        self.append(|id, budget| {
            // If memory is exhausted, an empty entry is added.
            Ok(budget.keep(Share::Streams, frame(id, json)).ok())
        })
    }

    /// Adds one JSON message to the stream. Fails and adds nothing if memory is exhausted.
    pub fn offer(&self, json: &[u8]) -> Result<(), Full> {
        let mut told = Ok(());
        self.append(|id, budget| {
            let kept = budget.keep(Share::Streams, frame(id, json));
            kept.map(Some).inspect_err(|full| told = Err(*full))
        });
        told
    }

    /// Adds the last JSON message of the stream and closes it. Fails and changes nothing if memory is exhausted.
    pub fn finish(&self, json: &[u8]) -> Result<(), Full> {
        self.offer(json)?;
        self.close();
        Ok(())
    }

    /// Adds a short last message to the stream even if memory is exhausted, and closes the stream.
    pub fn finish_with_last_words(&self, json: &[u8]) {
        self.append(|id, budget| Ok(Some(budget.keep_last_words(Share::Streams, frame(id, json)))));
        self.close();
    }

    /// Closes the stream: every reader ends after it has read the stored messages.
    pub fn close(&self) {
        let mut log = self.lock();
        let may_go = log.closed.is_none() && self.number > 0 && !log.attached;
        if log.closed.is_none() {
            log.closed = Some(Instant::now());
            log.frames.end();
            log.frames.iter().for_each(|frame| frame.move_to(Share::Finished));
        }
        drop(log);
        if may_go {
            self.budget.may_go(self.me.clone());
        }
        self.changed.notify_waiters();
    }

    /// Ends the current reader of the stream after the stored messages. The client can resume the stream.
    pub fn hang_up(&self) {
        self.lock().hang_up = true;
        self.changed.notify_waiters();
    }

    pub(crate) fn closed_at(&self) -> Option<Instant> {
        self.lock().closed
    }

    /// Returns the total size in bytes of the messages that the stream stores.
    pub fn size(&self) -> usize {
        self.lock().frames.bytes()
    }

    pub(crate) fn has_reader(&self) -> bool {
        self.lock().attached
    }

    /// True if the stream is closed and has no event after the sequence number `sequence`: nothing is left to resume.
    pub(crate) fn is_exhausted_after(&self, sequence: u64) -> bool {
        let log = self.lock();
        log.closed.is_some() && sequence.saturating_add(1) >= log.frames.next()
    }

    /// Creates a reader that starts after the event `seen`, or at the start if `None`. Ends the earlier reader.
    pub fn read(self: &Arc<Self>, seen: Option<u64>, keep_alive: Duration, open: Slot) -> StreamReader {
        let mut log = self.lock();
        log.reader += 1;
        log.attached = true;
        log.hang_up = false;
        let ticket = log.reader;
        // An id from the future (of another host) must not skip the next messages.
        let cursor = seen
            .map_or(0, |sequence| sequence.saturating_add(1))
            .min(log.frames.next());
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

    /// Appends the SSE frame that `make` creates, or a gap for `Ok(None)`. Returns false if nothing was added.
    fn append(&self, make: impl FnOnce(&str, &Arc<Budget>) -> Result<Option<Kept>, Full>) -> bool {
        let mut log = self.lock();
        if log.closed.is_some() {
            return false;
        }
        let mut id = String::new();
        if self.number > 0 {
            let _ = writeln!(id, "id: {}-{}", self.number, log.frames.next());
        }
        match make(&id, &self.budget) {
            Ok(Some(frame)) => log.frames.push(frame),
            Ok(None) => log.frames.push_hole(&self.budget, Share::Streams),
            Err(_) => return false,
        }
        drop(log);
        self.changed.notify_waiters();
        true
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Returns the stored SSE frames from the position `cursor` on, up to 64 KiB, and advances it. `ticket` is the
    /// number of the reader: an earlier reader gets no more frames.
    fn take(&self, cursor: &mut u64, ticket: u64) -> Taken {
        const CHUNK: usize = 64 << 10;
        let mut log = self.lock();
        if log.reader != ticket {
            return Taken::End;
        }
        let (held, hang_up) = (log.frames.bytes(), log.hang_up);
        let first = match log.frames.read(cursor) {
            Next::Message(first) => first.bytes(),
            Next::Missed(messages) => return Taken::Some(gap(messages)),
            Next::Nothing if hang_up => return Taken::End,
            Next::Nothing => return Taken::Nothing,
            Next::End => return Taken::End,
        };
        let fits = |chunk: &[u8], frame: &Kept| chunk.len() + frame.len() <= CHUNK;
        if !log.frames.peek(*cursor).is_some_and(|frame| fits(&first, frame)) {
            return Taken::Some(first);
        }
        let mut chunk = BytesMut::with_capacity(CHUNK.min(held));
        chunk.put_slice(&first);
        while log.frames.peek(*cursor).is_some_and(|frame| fits(&chunk, frame))
            && let Next::Message(frame) = log.frames.read(cursor)
        {
            chunk.put_slice(frame.as_ref());
        }
        Taken::Some(chunk.freeze())
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
        // A client that resumes gets a gap up to the end.
        log.frames.clear();
        true
    }
}

#[cfg(test)]
mod tests;
