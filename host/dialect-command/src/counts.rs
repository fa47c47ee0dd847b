//! Counters for connections of the command protocol, logged at the end of each one and summed for `/health`.

use serde::Serialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[derive(Debug, Default)]
pub(crate) struct Totals {
    connections: AtomicU64,
    messages: AtomicU64,
    replies: AtomicU64,
    errors: AtomicU64,
    bytes_in: AtomicU64,
    bytes_out: AtomicU64,
    worst_micros: AtomicU64,
}

/// The sums over all connections since the start of the host, as `/health` reports them.
#[derive(Debug, Serialize)]
pub(crate) struct CommandTotals {
    /// Number of connections that are open now.
    connections: usize,
    connections_total: u64,
    messages: u64,
    replies: u64,
    errors: u64,
    bytes_in: u64,
    bytes_out: u64,
    /// Longest time from the arrival of a command to its reply since the start, in milliseconds.
    worst_reply_ms: f64,
}

impl Totals {
    pub(crate) fn to_metrics(&self, connections: usize) -> CommandTotals {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        CommandTotals {
            connections,
            connections_total: read(&self.connections),
            messages: read(&self.messages),
            replies: read(&self.replies),
            errors: read(&self.errors),
            bytes_in: read(&self.bytes_in),
            bytes_out: read(&self.bytes_out),
            worst_reply_ms: Duration::from_micros(read(&self.worst_micros)).as_secs_f64() * 1000.0,
        }
    }
}

/// Counters of one connection, which are logged on drop.
pub(crate) struct Counts {
    peer: SocketAddr,
    since: Instant,
    messages: u64,
    replies: u64,
    errors: u64,
    bytes_in: u64,
    bytes_out: u64,
    worst_micros: u64,
    ended: &'static str,
    totals: Arc<Totals>,
}

impl Counts {
    pub(crate) fn new(peer: SocketAddr, totals: Arc<Totals>) -> Self {
        add(&totals.connections, 1);
        Self {
            peer,
            since: Instant::now(),
            messages: 0,
            replies: 0,
            errors: 0,
            bytes_in: 0,
            bytes_out: 0,
            worst_micros: 0,
            ended: "the connection broke",
            totals,
        }
    }

    pub(crate) fn message(&mut self, bytes: usize) {
        self.messages += 1;
        self.bytes_in += bytes as u64;
        add(&self.totals.messages, 1);
        add(&self.totals.bytes_in, bytes as u64);
    }

    /// Counts a reply of `bytes` bytes that was sent the time `took` after its command arrived.
    pub(crate) fn reply(&mut self, bytes: usize, is_error: bool, took: Duration) {
        self.replies += 1;
        self.bytes_out += bytes as u64;
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.worst_micros = self.worst_micros.max(micros);
        add(&self.totals.replies, 1);
        add(&self.totals.bytes_out, bytes as u64);
        self.totals.worst_micros.fetch_max(micros, Ordering::Relaxed);
        if is_error {
            self.error();
        }
    }

    /// Counts an error that got no reply: a frame so invalid that the connection was closed.
    pub(crate) fn error(&mut self) {
        self.errors += 1;
        add(&self.totals.errors, 1);
    }

    pub(crate) fn end(&mut self, how: &'static str) {
        self.ended = how;
    }
}

impl Drop for Counts {
    fn drop(&mut self) {
        tracing::info!(
            peer = %self.peer,
            ended = self.ended,
            seconds = self.since.elapsed().as_secs(),
            messages = self.messages,
            replies = self.replies,
            errors = self.errors,
            bytes_in = self.bytes_in,
            bytes_out = self.bytes_out,
            worst_reply_ms = self.worst_micros / 1000,
            "a command connection closed"
        );
    }
}

fn add(count: &AtomicU64, more: u64) {
    count.fetch_add(more, Ordering::Relaxed);
}
