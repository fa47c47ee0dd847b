//! The mutable state of a session: its log level, its subscriptions, its streams.
//!
//! This module limits the number of kept streams. `Session` uses this state.

use super::{FINISHED_BYTES, STREAMS_KEPT};
use crate::backlog::Bounds;
use crate::budget::{Budget, Reservation};
use crate::streams::StreamLog;
use host_api::LogLevel;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) ended: bool,
    pub(super) log_level: Option<LogLevel>,
    pub(super) subscriptions: BTreeSet<Box<str>>,
    /// The memory reservation for the resources that the session subscribes to; `None` before the first subscription.
    pub(super) subscribed: Option<Reservation>,
    /// Number of the session's newest stream. The first number is above all numbers of earlier runs of the host.
    pub(super) last_stream: u64,
    pub(super) calls: Vec<Arc<StreamLog>>,
    /// The streams that GET requests opened. A message of the host is sent on the newest stream with a reader.
    pub(super) standalone: Vec<Arc<StreamLog>>,
}

impl Memory {
    pub(super) fn for_life(life: u32) -> Self {
        Self {
            last_stream: u64::from(life) << 32,
            ..Self::default()
        }
    }

    /// Drops the oldest finished streams of this session's calls until one more stream is within the limits.
    pub(super) fn make_room(&mut self) {
        let mut finished: Vec<_> = self
            .calls
            .iter()
            .filter(|log| log.closed_at().is_some())
            .map(|log| (log.number(), log.size()))
            .collect();
        let mut bytes: usize = finished.iter().map(|(_, size)| size).sum();
        let mut forgotten = 0;
        while finished.len() - forgotten >= STREAMS_KEPT || (bytes > FINISHED_BYTES && forgotten < finished.len()) {
            bytes -= finished[forgotten].1;
            forgotten += 1;
        }
        finished.truncate(forgotten);
        self.calls
            .retain(|log| !finished.iter().any(|(number, _)| *number == log.number()));
    }

    pub(super) fn new_stream(
        &mut self,
        bounds: Bounds,
        dropped: &Arc<AtomicU64>,
        budget: &Arc<Budget>,
        room: Option<Reservation>,
    ) -> Arc<StreamLog> {
        self.last_stream += 1;
        StreamLog::new(self.last_stream, bounds, Arc::clone(dropped), budget, room)
    }
}
