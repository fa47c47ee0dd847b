//! Calls of MCP 2026-07-28 that wait, each under the number of the state that its client was given.
//!
//! Belongs here: who may take a call over. Does not: what waits (`ask::v2026_07_28`), whether the state was used before
//! (`ask::used_states`).

use crate::dialects::mcp::ask::answers::Asked;
use crate::dialects::mcp::ask::request_state::Nonce;
use crate::jsonrpc::{Fault, RequestId};
use crate::mailbox::Attachment;
use host_api::{ClientCapabilities, Json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// What a request brings for a call's questions.
pub(crate) struct Brought {
    pub(crate) id: RequestId,
    pub(crate) askable: ClientCapabilities,
    /// Only to questions that its state says were put.
    pub(crate) answers: BTreeMap<Asked, Json>,
}

/// A call that may wait here.
pub(crate) trait Parkable: Send + Sync {
    /// Attaches the request that brings answers; false where the call has too much to do to notice.
    fn resume(&self, brought: Brought, attachment: Attachment) -> bool;

    /// Ends the call; nobody waits for its outcome.
    fn end(&self);

    /// The fault that was answered with, for whoever tells faults from results by more than their text.
    fn take_fault(&self) -> Option<Fault>;
}

/// All parked calls.
#[derive(Default)]
pub(crate) struct Parked(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    calls: HashMap<Nonce, Waiting>,
    last: u64,
}

/// One parked call.
pub(crate) struct Waiting {
    pub(crate) channel: Arc<dyn Parkable>,
    /// The answers are there. Dropped: the call ends.
    pub(crate) answered: oneshot::Sender<()>,
    has_written: bool,
    /// Grows with each call that comes.
    turn: u64,
}

impl Waiting {
    pub(crate) fn new(channel: Arc<dyn Parkable>, answered: oneshot::Sender<()>, has_written: bool) -> Self {
        Self {
            channel,
            answered,
            has_written,
            turn: 0,
        }
    }
}

/// A call's place here, left on drop.
pub(crate) struct Place {
    parked: Arc<Parked>,
    nonce: Nonce,
}

impl Parked {
    pub(crate) fn enter(self: &Arc<Self>, nonce: Nonce, mut waiting: Waiting) -> Place {
        let mut memory = self.lock();
        memory.last += 1;
        waiting.turn = memory.last;
        memory.calls.insert(nonce, waiting);
        drop(memory);
        Place {
            parked: Arc::clone(self),
            nonce,
        }
    }

    /// The call that waits under that number; it is the taker's now. `None`: it was evicted or is over, or was another
    /// process's.
    pub(crate) fn take(&self, nonce: Nonce) -> Option<Waiting> {
        self.lock().calls.remove(&nonce)
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
        self.parked.lock().calls.remove(&self.nonce).is_some()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Dropped outside the lock: with it goes what waits.
        let left = self.parked.lock().calls.remove(&self.nonce);
        drop(left);
    }
}
