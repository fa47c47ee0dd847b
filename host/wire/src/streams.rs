//! Outgoing streams: a bounded log of framed messages with event ids, and readers that follow it.
//!
//! A message is written once, to exactly one log; live delivery and replay are the same reading. Framing is SSE's.

use crate::sessions::Hold;
use crate::slots::Slot;
use axum::body::Body;
use bytes::{BufMut, Bytes, BytesMut};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::sync::DropGuard;

/// How much one log holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogBounds {
    pub(crate) events: usize,
    pub(crate) bytes: usize,
}

/// One outgoing stream.
#[derive(Debug)]
pub(crate) struct StreamLog {
    /// Unique within the session; 0 where the stream cannot be resumed and its events carry no ids.
    number: u64,
    bounds: LogBounds,
    /// Messages that no reader will ever see.
    dropped: Arc<AtomicU64>,
    log: Mutex<Log>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Log {
    frames: VecDeque<Bytes>,
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
    pub(crate) fn new(number: u64, bounds: LogBounds, dropped: Arc<AtomicU64>) -> Arc<Self> {
        Arc::new(Self {
            number,
            bounds,
            dropped,
            log: Mutex::new(Log::default()),
            changed: Notify::new(),
        })
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The event that tells a client, before anything else, where to resume and how long to wait before it does.
    pub(crate) fn prime(&self, retry: Duration) {
        self.append(|id| Bytes::from(format!("{id}retry: {}\ndata:\n\n", retry.as_millis())));
    }

    /// Adds one JSON message; false where the stream is closed already.
    pub(crate) fn push(&self, json: &[u8]) -> bool {
        self.append(|id| frame(id, json))
    }

    /// Adds the last message and closes.
    pub(crate) fn finish(&self, json: &[u8]) {
        self.push(json);
        self.close();
    }

    /// Ends every reader once it has read what is held.
    pub(crate) fn close(&self) {
        self.lock().closed.get_or_insert_with(Instant::now);
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
            _open: open,
        }
    }

    fn append(&self, make: impl FnOnce(&str) -> Bytes) -> bool {
        let mut log = self.lock();
        if log.closed.is_some() {
            return false;
        }
        let mut id = String::new();
        if self.number > 0 {
            let _ = writeln!(id, "id: {}-{}", self.number, log.next());
        }
        let frame = make(&id);
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
        let chunk = if log.frames.len() == from + 1 {
            *cursor += 1;
            first.clone()
        } else {
            let mut chunk = BytesMut::with_capacity(CHUNK.min(log.bytes));
            for frame in log.frames.iter().skip(from) {
                if !chunk.is_empty() && chunk.len() + frame.len() > CHUNK {
                    break;
                }
                chunk.put_slice(frame);
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

/// Follows one log for one connection.
#[derive(Debug)]
pub(crate) struct StreamReader {
    log: Arc<StreamLog>,
    cursor: u64,
    ticket: u64,
    keep_alive: Duration,
    preface: Option<Bytes>,
    cancel_on_drop: Option<DropGuard>,
    hold: Option<Hold>,
    _open: Slot,
}

impl StreamReader {
    /// Bytes that go out before any event: a comment that opens proxies, an error event.
    pub(crate) fn with_preface(mut self, preface: Bytes) -> Self {
        self.preface = Some(preface);
        self
    }

    /// Cancels a call when the connection ends (2026-07-28).
    pub(crate) fn with_cancel(mut self, guard: DropGuard) -> Self {
        self.cancel_on_drop = Some(guard);
        self
    }

    /// Keeps the stream's session from expiring while the connection lasts.
    pub(crate) fn with_hold(mut self, hold: Hold) -> Self {
        self.hold = Some(hold);
        self
    }

    /// The next bytes for the connection; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Bytes> {
        if let Some(preface) = self.preface.take() {
            return Some(preface);
        }
        loop {
            let changed = self.log.changed.notified();
            tokio::pin!(changed);
            // Registered before looking, so that a message between looking and waiting is not missed.
            changed.as_mut().enable();
            match self.log.take(&mut self.cursor, self.ticket) {
                Taken::Some(bytes) => return Some(bytes),
                Taken::End => return None,
                Taken::Nothing => {}
            }
            if tokio::time::timeout(self.keep_alive, changed).await.is_err() {
                return Some(KEEP_ALIVE);
            }
        }
    }

    pub(crate) fn into_body(self) -> Body {
        Body::from_stream(futures_util::stream::unfold(self, |mut reader| async move {
            reader.next().await.map(|bytes| (Ok::<_, Infallible>(bytes), reader))
        }))
    }
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        let mut log = self.log.lock();
        if log.reader == self.ticket {
            log.attached = false;
        }
    }
}

/// The comment that opens a stream: proxies hold the headers back until the first byte.
pub(crate) const OPENING: Bytes = Bytes::from_static(b": open\n\n");

/// The comment that keeps a silent stream open.
pub(crate) const KEEP_ALIVE: Bytes = Bytes::from_static(b": keep-alive\n\n");

/// An event that says what cannot be replayed.
pub(crate) fn lost(why: &str) -> Bytes {
    let fault = crate::jsonrpc::Fault::new(axum::http::StatusCode::OK, crate::jsonrpc::INTERNAL_ERROR, why);
    let mut out = BytesMut::from(&b"event: error\n"[..]);
    put_data(&mut out, &fault.to_json(None));
    out.freeze()
}

/// One message as a whole stream.
pub(crate) fn single(json: &[u8]) -> Bytes {
    frame("", json)
}

fn gap(missed: u64) -> Bytes {
    lost(&format!(
        "{missed} messages of this stream are no longer held and cannot be replayed"
    ))
}

fn frame(id: &str, json: &[u8]) -> Bytes {
    let mut out = BytesMut::with_capacity(id.len() + json.len() + 8);
    out.put_slice(id.as_bytes());
    put_data(&mut out, json);
    out.freeze()
}

/// A line break inside JSON is white space between tokens: each line becomes a `data` line of its own.
fn put_data(out: &mut BytesMut, json: &[u8]) {
    for line in json
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .filter(|line| !line.is_empty())
    {
        out.put_slice(b"data: ");
        out.put_slice(line);
        out.put_u8(b'\n');
    }
    out.put_u8(b'\n');
}

#[cfg(test)]
mod tests;
