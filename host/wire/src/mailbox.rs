//! The mailbox of a running call that asks its client questions. It passes messages of the call's question channel to
//! the call's task, and releases the call's slot while the call waits for an answer.
//!
//! This module passes signals and manages the slot. Dialects encode the questions, and `calls` writes the stream.

use crate::budget::{Reservation, Share};
use crate::calls::{Answer, Codec};
use crate::http::accept::Accepts;
use crate::in_flight::{CallSlot, Client, InFlight};
use crate::pipe::OnPipe;
use host_api::AskChannel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;

/// Maximum number of signals that wait in the mailbox of a call; further ones are rejected. A question adds a few.
const MOST_SIGNALS: usize = 64;

/// The means by which a running guest asks its client questions: a channel, and the mailbox of its call.
pub struct Asking {
    pub channel: Arc<dyn AskChannel>,
    /// The mailbox that passes signals from the channel to the task of the call.
    pub mailbox: Arc<Mailbox>,
}

/// A signal to the task of a call from the channel on which the guest of the call asks its client questions.
pub enum Signal {
    /// Send these encoded messages on the stream of the call; they must reach the client.
    Send(Vec<Vec<u8>>),
    /// Answer the current request with these bytes, such as questions. The call then waits for a request with answers.
    Detach(Vec<u8>),
    /// Continue the call for another request of the client, which resumes it.
    Attach(Attachment),
}

/// The parts of a request that resumes a waiting call: with them, the call sends its further messages to this request.
pub struct Attachment {
    /// The channel for the start of the answer to the resuming HTTP request; `None` if the request came on a pipe.
    pub first: Option<oneshot::Sender<Answer>>,
    pub pipe: Option<OnPipe>,
    pub accepts: Accepts,
    pub codec: Box<dyn Codec>,
    /// The memory reservation of the resuming request, which the call holds from now on.
    pub room: Arc<Reservation>,
    /// A token that is cancelled if the connection of the resuming request is lost.
    pub gone: CancellationToken,
}

/// A queue of signals from the question channel of a call to the call's task. It also holds the call's slot.
pub struct Mailbox {
    signals: Mutex<Vec<Signal>>,
    notify: Notify,
    seat: Mutex<Seat>,
    in_flight: Arc<InFlight>,
}

/// The slot of a call in `server.max-in-flight`, and what is needed to allocate it again after a wait for answers.
#[derive(Default)]
struct Seat {
    slot: Option<CallSlot>,
    /// The client that uses the slot; `None` before the call has started.
    client: Option<Client>,
    /// The memory reservation of the call. While the call waits, it counts as [`Share::Parked`].
    room: Option<Arc<Reservation>>,
    /// Number of requests with questions that the call has sent and that wait for answers at present.
    away: usize,
    /// True after the call has ended: it gets no slot any more.
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

    /// Adds a signal for the task of this call. Returns false, and adds nothing, if too many signals are waiting.
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

    /// Waits until the question channel has added a signal to this mailbox since the last wait.
    pub async fn wait_for_signals(&self) {
        self.notify.notified().await;
    }

    pub fn take(&self) -> Vec<Signal> {
        std::mem::take(&mut *lock(&self.signals))
    }

    pub(crate) fn seat(&self, slot: CallSlot, room: Arc<Reservation>) {
        let mut seat = lock(&self.seat);
        seat.client = Some(slot.client().clone());
        seat.slot = Some(slot);
        seat.room = Some(room);
    }

    /// Releases the slot of the call while it waits for answers: until the returned guard is dropped, it is free.
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

    /// Releases the call's slot and its memory reservation when the call has ended.
    pub fn clear(&self) {
        let mut seat = lock(&self.seat);
        seat.over = true;
        seat.slot = None;
        seat.room = None;
    }
}

/// A guard for one wait of a call without a slot. When the last guard is dropped, the call gets a slot again.
pub struct Away(Arc<Mailbox>);

impl Drop for Away {
    fn drop(&mut self) {
        let mut seat = lock(&self.0.seat);
        seat.away -= 1;
        if seat.away == 0 && !seat.over {
            // Allocated without a limit check: a running call is not rejected.
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
