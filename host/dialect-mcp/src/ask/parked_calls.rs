//! The parked calls of MCP 2026-07-28, by the nonce of the state that the client received.
//!
//! This module controls which request may resume a call. `ask::v2026_07_28` implements the waiting, and
//! `ask::used_states` records used states.

use crate::ask::answers::Asked;
use crate::ask::request_state::Nonce;
use crate::tasks::task::Task;
use host_api::{ClientCapabilities, Json};
use host_wire::jsonrpc::{Fault, RequestId};
use host_wire::mailbox::Attachment;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The content of a retry: a request that answers the questions of a waiting call.
pub(crate) struct Brought {
    pub(crate) id: RequestId,
    pub(crate) askable: ClientCapabilities,
    /// The client's answers to questions of this `requestState`, by question; other answers were ignored.
    pub(crate) answers: BTreeMap<Asked, Json>,
}

/// A call that can be parked while it waits for answers.
pub(crate) trait Parkable: Send + Sync {
    /// Continues the call with the answers in a new request. Returns false if the task of the call accepts no signals.
    fn resume(&self, brought: Brought, attachment: Attachment) -> bool;

    /// Cancels the call, because no client waits for its outcome.
    fn end(&self);

    /// Removes and returns the error that a request got instead of the call's outcome; `None` if there is none.
    fn take_fault(&self) -> Option<Fault>;

    /// Returns the task that the call becomes if it takes long; `None` if it never becomes one.
    fn task(&self) -> Option<Arc<Task>>;
}

#[derive(Default)]
pub(crate) struct Parked(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    calls: HashMap<Nonce, Waiting>,
    last: u64,
}

pub(crate) struct Waiting {
    pub(crate) channel: Arc<dyn Parkable>,
    /// Wakes the waiting call, because its answers have arrived. If this sender is dropped unused, the call ends.
    pub(crate) answered: oneshot::Sender<()>,
    has_written: bool,
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

/// The entry of a waiting call in the table of such calls, which is removed on drop.
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

    /// Removes and returns the waiting call; `None` if it was evicted, has ended, or belongs to another process.
    pub(crate) fn take(&self, nonce: Nonce) -> Option<Waiting> {
        self.lock().calls.remove(&nonce)
    }

    /// Cancels the oldest waiting call that changed no data: its retry runs it again. Returns false if there is none.
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
    /// Removes the waiting call from the table, so that no request can resume it. Returns false if one already did.
    pub(crate) fn withdraw(&self) -> bool {
        self.parked.lock().calls.remove(&self.nonce).is_some()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Dropped after the lock is released, because the waiting call is dropped with it.
        let left = self.parked.lock().calls.remove(&self.nonce);
        drop(left);
    }
}
