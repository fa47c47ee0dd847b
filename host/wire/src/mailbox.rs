//! The mailbox between a running call and its questions: messages of a channel for the call's own stream, and the slot
//! that the call releases while it waits.
//!
//! This module passes signals and manages the slot. Dialects encode questions, and `calls` writes the stream.

use crate::budget::{Reservation, Share};
use crate::calls::{Answer, Codec};
use crate::http::accept::Accepts;
use crate::in_flight::{CallSlot, Client, InFlight};
use crate::pipe::OnPipe;
use host_api::AskChannel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;

/// Maximum number of signals that wait for a call's task; an asker adds two or three.
const MOST_SIGNALS: usize = 64;

/// The channel for a guest's questions to the client, with its mailbox.
pub struct Asking {
    pub channel: Arc<dyn AskChannel>,
    /// The mailbox for signals from the channel to the call's task.
    pub mailbox: Arc<Mailbox>,
}

/// A signal from a channel to the task of its call.
pub enum Signal {
    /// Messages that must reach the client on the call's own stream.
    Send(Vec<Vec<u8>>),
    /// The answer to the current request. The call continues without an attached request.
    Detach(Vec<u8>),
    /// Another request resumes the call.
    Attach(Attachment),
}

/// The request that resumes a call.
pub struct Attachment {
    /// The sender of the start of the answer; `None` if the answer goes into a pipe.
    pub first: Option<oneshot::Sender<Answer>>,
    pub pipe: Option<OnPipe>,
    pub accepts: Accepts,
    pub codec: Box<dyn Codec>,
    /// Reserved memory of the request, whose answers the call needs from now on.
    pub room: Arc<Reservation>,
    /// Cancelled if the connection of the request is lost.
    pub gone: CancellationToken,
}

/// Passes signals from the question channel of one call to its task, and holds the slot of the call.
pub struct Mailbox {
    signals: Mutex<Vec<Signal>>,
    notify: Notify,
    seat: Mutex<Seat>,
    in_flight: Arc<InFlight>,
}

/// The slot of the call, with the data to take a slot again after a wait.
#[derive(Default)]
struct Seat {
    slot: Option<CallSlot>,
    /// The client whose share the slot uses.
    client: Option<Client>,
    /// Reserved memory of the call; while the call waits, it counts as parked.
    room: Option<Arc<Reservation>>,
    /// Number of question requests of the call that wait for answers now.
    away: usize,
    /// True after the call has ended: it takes no slot again.
    over: bool,
}

impl Mailbox {
    pub fn new(in_flight: &Arc<InFlight>) -> Arc<Self> {
        Arc::new(Self {
            signals: Mutex::default(),
            notify: Notify::new(),
            seat: Mutex::default(),
            in_flight: Arc::clone(in_flight),
        })
    }

    /// Adds a signal; false if too many signals wait.
    pub fn put(&self, signal: Signal) -> bool {
        let mut signals = lock(&self.signals);
        if signals.len() >= MOST_SIGNALS {
            return false;
        }
        signals.push(signal);
        drop(signals);
        self.notify.notify_one();
        true
    }

    /// Waits until signals were added since the last wait.
    pub async fn wait_for_signals(&self) {
        self.notify.notified().await;
    }

    pub fn take(&self) -> Vec<Signal> {
        std::mem::take(&mut *lock(&self.signals))
    }

    /// Gives the call its slot and its reserved memory.
    pub(crate) fn seat(&self, slot: CallSlot, room: Arc<Reservation>) {
        let mut seat = lock(&self.seat);
        seat.client = Some(slot.client().clone());
        seat.slot = Some(slot);
        seat.room = Some(room);
    }

    /// Releases the slot until the value is dropped: a call that waits for the user does not block others.
    pub fn leave(self: &Arc<Self>) -> Away {
        let mut seat = lock(&self.seat);
        seat.away += 1;
        seat.slot = None;
        if let Some(room) = &seat.room {
            room.move_to(Share::Parked);
        }
        drop(seat);
        Away(Arc::clone(self))
    }

    /// Releases slot and memory when the call has ended.
    pub fn clear(&self) {
        let mut seat = lock(&self.seat);
        seat.over = true;
        seat.slot = None;
        seat.room = None;
    }
}

/// A wait of a call that has no slot; dropping it gives the call a slot again.
pub struct Away(Arc<Mailbox>);

impl Drop for Away {
    fn drop(&mut self) {
        let mut seat = lock(&self.0.seat);
        seat.away -= 1;
        if seat.away == 0 && !seat.over {
            // Without a limit: a running call is not rejected half-way.
            seat.slot = seat.client.clone().map(|client| self.0.in_flight.count(client));
            if let Some(room) = &seat.room {
                room.move_to(Share::Calls);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
