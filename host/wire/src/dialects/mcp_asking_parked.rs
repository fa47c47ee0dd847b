//! Calls of MCP 2026-07-28 that wait, each under the number of the state that its client was given.
//!
//! Belongs here: who may take a call over, and once only. Does not: what waits (`mcp_asking_stateless`).

use crate::dialects::mcp_asking_stateless::Stateless;
use crate::dialects::mcp_request_state::{Nonce, now};
use crate::state::Wire;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// States that were used and have not expired; more would have to be forgotten before they expire.
const MOST_USED: usize = 1 << 17;

/// All parked calls, and the states that were used.
#[derive(Default)]
pub(crate) struct Parked(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    calls: HashMap<Nonce, Waiting>,
    /// When each of them expires.
    used: HashMap<Nonce, u64>,
    /// How many used states make it worth looking for expired ones.
    tidy_at: usize,
    last: u64,
}

/// One parked call.
pub(crate) struct Waiting {
    pub(crate) channel: Arc<Stateless>,
    /// The answers are there. Dropped: the call ends.
    pub(crate) answered: oneshot::Sender<()>,
    has_written: bool,
    /// Grows with each call that comes.
    turn: u64,
}

impl Waiting {
    pub(crate) fn new(channel: Arc<Stateless>, answered: oneshot::Sender<()>, has_written: bool) -> Self {
        Self {
            channel,
            answered,
            has_written,
            turn: 0,
        }
    }
}

/// What a state's number leads to.
pub(crate) enum Claim {
    /// The call is the claimer's now.
    Waiting(Waiting),
    /// No call waits: it was evicted, or it was another process's.
    Gone,
    Used,
    /// The host cannot remember more used states.
    Full,
}

/// A call's place here, left on drop.
pub(crate) struct Place {
    wire: Arc<Wire>,
    nonce: Nonce,
}

impl Parked {
    pub(crate) fn enter(wire: &Arc<Wire>, nonce: Nonce, mut waiting: Waiting) -> Place {
        let mut memory = wire.parked.lock();
        memory.last += 1;
        waiting.turn = memory.last;
        memory.calls.insert(nonce, waiting);
        drop(memory);
        Place {
            wire: Arc::clone(wire),
            nonce,
        }
    }

    /// Uses a state up.
    pub(crate) fn claim(&self, nonce: Nonce, expires: u64) -> Claim {
        let mut memory = self.lock();
        if memory.used.contains_key(&nonce) {
            return Claim::Used;
        }
        if memory.used.len() >= memory.tidy_at.max(1024) {
            let now = now();
            memory.used.retain(|_, expires| *expires > now);
            memory.tidy_at = memory.used.len() * 2;
        }
        if memory.used.len() >= MOST_USED {
            return Claim::Full;
        }
        memory.used.insert(nonce, expires);
        memory.calls.remove(&nonce).map_or(Claim::Gone, Claim::Waiting)
    }

    /// Ends the call that waits the longest among those that changed nothing: its retry runs it again from the start. False
    /// where there is none.
    pub(crate) fn evict(&self) -> bool {
        let mut memory = self.lock();
        let oldest = memory
            .calls
            .iter()
            .filter(|(_, waiting)| !waiting.has_written)
            .min_by_key(|(_, waiting)| waiting.turn)
            .map(|(nonce, _)| *nonce);
        let evicted = oldest.and_then(|nonce| memory.calls.remove(&nonce));
        drop(memory);
        evicted.is_some_and(|waiting| {
            tracing::info!("a call that waited for an answer was ended: too many wait; its retry runs it again");
            waiting.channel.end();
            true
        })
    }

    fn lock(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Nobody can take the call over from now on; false where somebody did already.
    pub(crate) fn withdraw(&self) -> bool {
        self.wire.parked.lock().calls.remove(&self.nonce).is_some()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Dropped outside the lock: with it goes what waits.
        let left = self.wire.parked.lock().calls.remove(&self.nonce);
        drop(left);
    }
}
