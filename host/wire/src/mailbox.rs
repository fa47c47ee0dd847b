//! Where a running call meets its questions: what a channel wants said on the call's own stream, and the place in flight
//! that the call gives back while it waits.
//!
//! Belongs here: handing signals over, and the seat. Does not: what a question looks like (dialects), or the stream (`calls`).

use crate::budget::{Reservation, Share};
use crate::calls::{Answer, Codec};
use crate::http::accept::Accepts;
use crate::in_flight::{CallSlot, Client, InFlight};
use crate::pipe::OnPipe;
use host_api::AskChannel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;

/// Signals that wait for a call's task; an asker puts two or three.
const MOST_SIGNALS: usize = 64;

/// How a guest's questions reach the client.
pub(crate) struct Asking {
    pub(crate) channel: Arc<dyn AskChannel>,
    /// Where the channel leaves its signals for the call's task.
    pub(crate) mailbox: Arc<Mailbox>,
}

/// What a channel tells the task of its call.
pub(crate) enum Signal {
    /// Messages that must reach the client on the call's own stream, whatever that takes.
    Send(Vec<Vec<u8>>),
    /// The answer to the present request. The call itself goes on, with nobody attached.
    Detach(Vec<u8>),
    /// Another request takes the call over.
    Attach(Attachment),
}

/// The request that takes a call over.
pub(crate) struct Attachment {
    /// `None` where the answer goes into a pipe.
    pub(crate) first: Option<oneshot::Sender<Answer>>,
    pub(crate) pipe: Option<OnPipe>,
    pub(crate) accepts: Accepts,
    pub(crate) codec: Box<dyn Codec>,
    /// Of its request, whose answers the call rests on from now on.
    pub(crate) room: Arc<Reservation>,
    /// Cancelled where its connection is lost.
    pub(crate) gone: CancellationToken,
}

/// Lies between one call's channel and its task.
pub(crate) struct Mailbox {
    signals: Mutex<Vec<Signal>>,
    notify: Notify,
    seat: Mutex<Seat>,
    in_flight: Arc<InFlight>,
}

/// The call's place among those in flight.
#[derive(Default)]
struct Seat {
    slot: Option<CallSlot>,
    /// Whose call it is.
    client: Option<Client>,
    /// Of the call; while it waits, it counts among those that do.
    room: Option<Arc<Reservation>>,
    /// Asks that wait at this moment.
    away: usize,
    /// The call has ended: nobody sits down again.
    over: bool,
}

impl Mailbox {
    pub(crate) fn new(in_flight: &Arc<InFlight>) -> Arc<Self> {
        Arc::new(Self {
            signals: Mutex::default(),
            notify: Notify::new(),
            seat: Mutex::default(),
            in_flight: Arc::clone(in_flight),
        })
    }

    /// Leaves a signal; false where too many lie there.
    pub(crate) fn put(&self, signal: Signal) -> bool {
        let mut signals = lock(&self.signals);
        if signals.len() >= MOST_SIGNALS {
            return false;
        }
        signals.push(signal);
        drop(signals);
        self.notify.notify_one();
        true
    }

    /// Waits until there may be signals.
    pub(crate) async fn notified(&self) {
        self.notify.notified().await;
    }

    pub(crate) fn take(&self) -> Vec<Signal> {
        std::mem::take(&mut *lock(&self.signals))
    }

    /// Gives the call its place, and shows where it has its room.
    pub(crate) fn seat(&self, slot: CallSlot, room: Arc<Reservation>) {
        let mut seat = lock(&self.seat);
        seat.client = Some(slot.client().clone());
        seat.slot = Some(slot);
        seat.room = Some(room);
    }

    /// Gives the place back until the value is dropped: who waits for a person holds up nobody else.
    pub(crate) fn leave(self: &Arc<Self>) -> Away {
        let mut seat = lock(&self.seat);
        seat.away += 1;
        seat.slot = None;
        if let Some(room) = &seat.room {
            room.move_to(Share::Parked);
        }
        drop(seat);
        Away(Arc::clone(self))
    }

    /// The call has ended.
    pub(crate) fn clear(&self) {
        let mut seat = lock(&self.seat);
        seat.over = true;
        seat.slot = None;
        seat.room = None;
    }
}

/// A call that waits for answers and holds no place in flight.
pub(crate) struct Away(Arc<Mailbox>);

impl Drop for Away {
    fn drop(&mut self) {
        let mut seat = lock(&self.0.seat);
        seat.away -= 1;
        if seat.away == 0 && !seat.over {
            // Whatever the ceiling says: a call that was begun is not refused half-way.
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
