//! Detection of idle connections by the time since the last request, for every protocol.
//!
//! This module counts requests in progress and computes the time at which a connection counts as idle for too long. It
//! closes no socket.

use super::places::Place;
use crate::budget::{Budget, Full, Reservation};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::time::Instant;

/// The state of one connection, which decides when it is idle: its requests in progress, and its reserved memory.
#[derive(Debug)]
pub(crate) struct Presence {
    born: Instant,
    /// Number of requests whose response is not completely written.
    under_way: AtomicUsize,
    /// Milliseconds from the creation of the connection to the end of its last request; 0 if no request has ended.
    last_end: AtomicU64,
    _room: Reservation,
    /// The reservation of the additional memory for HTTP/2; set at the first HTTP/2 request.
    streams: OnceLock<Reservation>,
    _place: Place,
}

/// A guard for one request in progress; the request counts as ended when the guard is dropped.
#[derive(Debug)]
pub(crate) struct Busy(Arc<Presence>);

/// The time limits for a connection without a request in progress; after them it is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Maximum time from the start of the connection until the head of its first request is complete.
    pub(crate) head: Duration,
    /// Maximum time from the end of a request to the complete head of the next request on the connection.
    pub(crate) idle: Duration,
}

impl Presence {
    pub(crate) fn new(place: Place, room: Reservation) -> Arc<Self> {
        Arc::new(Self {
            born: Instant::now(),
            under_way: AtomicUsize::new(0),
            last_end: AtomicU64::new(0),
            _room: room,
            streams: OnceLock::new(),
            _place: place,
        })
    }

    /// Counts a new request whose head is complete. The request ends when the returned guard is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> Busy {
        self.under_way.fetch_add(1, Ordering::AcqRel);
        Busy(Arc::clone(self))
    }

    /// Reserves the additional memory of a connection that uses HTTP/2, once. Fails if the budget has no free bytes.
    pub(crate) fn has_streams(&self, budget: &Arc<Budget>, bytes: usize) -> Result<(), Full> {
        if self.streams.get().is_none() {
            // If two requests reserve at the same time, one reservation is released again.
            let _ = self.streams.set(budget.reserve_connection(bytes)?);
        }
        Ok(())
    }

    /// Returns the time at which the connection counts as idle for too long; `None` while a request is in progress.
    pub(crate) fn ends_at(&self, patience: Patience) -> Option<Instant> {
        if self.under_way.load(Ordering::Acquire) > 0 {
            return None;
        }
        Some(match self.last_end.load(Ordering::Acquire) {
            0 => self.born + patience.head,
            last => self.born + Duration::from_millis(last) + patience.idle,
        })
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let lived = u64::try_from(self.0.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.last_end.store(lived.max(1), Ordering::Release);
        self.0.under_way.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connections::places::Places;
    use std::net::{IpAddr, Ipv4Addr};

    const PATIENCE: Patience = Patience {
        head: Duration::from_secs(20),
        idle: Duration::from_secs(120),
    };

    #[test]
    fn timeout_starts_at_connect_and_after_the_last_answer() {
        let places = Places::new(1);
        let room = Budget::new(1 << 20).reserve_connection(1).expect("room");
        let presence = Presence::new(places.take(IpAddr::V4(Ipv4Addr::LOCALHOST)).expect("a place"), room);
        assert_eq!(presence.ends_at(PATIENCE), Some(presence.born + PATIENCE.head));
        let (one, two) = (presence.begin(), presence.begin());
        assert_eq!(presence.ends_at(PATIENCE), None);
        drop(one);
        assert_eq!(presence.ends_at(PATIENCE), None, "the other one is still answered");
        let before = Instant::now();
        drop(two);
        let end = presence.ends_at(PATIENCE).expect("nothing is asked");
        // Times are counted in whole milliseconds.
        let slack = Duration::from_millis(1);
        let range = before + PATIENCE.idle - slack..=Instant::now() + PATIENCE.idle + slack;
        assert!(range.contains(&end));
        assert_eq!(presence.ends_at(PATIENCE), Some(end), "silence is no progress");
        drop(presence);
        assert_eq!(places.taken_count(), 0);
    }
}
