//! The bound on what all running guests hold together, and who gives way.
//!
//! Belongs here: counting, waiting for room, ending those that wait for a person. Does not: what one call may hold
//! (`store::memory`), how many run (`instances`).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Memories and tables of all guests. `limits.total-memory`.
#[derive(Debug)]
pub struct GuestMemory {
    limit: usize,
    used: AtomicUsize,
    /// Calls that wait for room: with none of them nobody needs to be told of it.
    wait_for_room: AtomicUsize,
    freed: Notify,
    waiting: Mutex<Waiting>,
}

/// Guests that keep their memory while a person is asked, in the order in which they began to wait.
#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    /// Nothing but the answer brings them on, and nobody is connected to them.
    detached: BTreeMap<u64, Arc<GaveWay>>,
    attached: BTreeMap<u64, Arc<GaveWay>>,
}

/// Whether a call was ended for the memory that it held while it waited.
#[derive(Debug, Default)]
pub struct GaveWay(Notify);

impl GaveWay {
    /// Once it was.
    pub async fn ended(&self) {
        self.0.notified().await;
    }

    fn end(&self) {
        // Kept for whoever drives the call, where nobody waits at this moment.
        self.0.notify_one();
    }
}

impl GuestMemory {
    /// `limit` in bytes.
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            used: AtomicUsize::new(0),
            wait_for_room: AtomicUsize::new(0),
            freed: Notify::new(),
            waiting: Mutex::default(),
        })
    }

    /// Bytes that all may hold.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Bytes that all hold now.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// False where there is no room for `bytes` more. Who is asking a person then gives way, for whoever tries again.
    pub(crate) fn take(&self, bytes: usize) -> bool {
        let more = |used: usize| used.checked_add(bytes).filter(|used| *used <= self.limit);
        let taken = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .is_ok();
        if !taken {
            self.end_one();
        }
        taken
    }

    pub(crate) fn give_back(&self, bytes: usize) {
        if bytes > 0 {
            self.used.fetch_sub(bytes, Ordering::SeqCst);
            // Whoever begins to wait after this sees what is used now.
            if self.wait_for_room.load(Ordering::SeqCst) > 0 {
                self.freed.notify_waiters();
            }
        }
    }

    /// Waits until there is room for `bytes`, or for half of all where that is less. Those that wait for a person give way,
    /// one at a time, the longest first.
    pub async fn room(&self, bytes: usize) {
        let most = self.limit - bytes.min(self.limit / 2);
        if self.used() <= most {
            return;
        }
        let _waits = Waits::new(&self.wait_for_room);
        loop {
            let mut freed = std::pin::pin!(self.freed.notified());
            freed.as_mut().enable();
            if self.used.load(Ordering::SeqCst) <= most {
                return;
            }
            self.end_one();
            freed.await;
        }
    }

    /// From now until the answer is dropped this call may be ended for its memory.
    pub(crate) fn may_be_ended(self: &Arc<Self>, call: &Arc<GaveWay>, is_detached: bool) -> Asking {
        let mut waiting = self.lock();
        let number = waiting.next;
        waiting.next += 1;
        waiting.of(is_detached).insert(number, Arc::clone(call));
        Asking {
            memory: Arc::clone(self),
            number,
            is_detached,
        }
    }

    fn end_one(&self) {
        let call = {
            let mut waiting = self.lock();
            let Waiting { detached, attached, .. } = &mut *waiting;
            detached.pop_first().or_else(|| attached.pop_first())
        };
        if let Some((_, call)) = call {
            call.end();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Every change is made whole under the lock.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn of(&mut self, is_detached: bool) -> &mut BTreeMap<u64, Arc<GaveWay>> {
        if is_detached {
            &mut self.detached
        } else {
            &mut self.attached
        }
    }
}

/// Counted among those that wait.
struct Waits<'a>(&'a AtomicUsize);

impl<'a> Waits<'a> {
    fn new(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::SeqCst);
        Self(waiting)
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A person is asked for this call.
pub(crate) struct Asking {
    memory: Arc<GuestMemory>,
    number: u64,
    is_detached: bool,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.memory.lock().of(self.is_detached).remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    impl GaveWay {
        fn was_ended(&self) -> bool {
            let was = pin!(self.ended())
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_ready();
            if was {
                // For whoever asks again.
                self.end();
            }
            was
        }
    }

    #[test]
    fn all_guests_share_one_bound() {
        let memory = GuestMemory::new(100);
        assert!(memory.take(60) && !memory.take(41) && memory.take(40));
        memory.give_back(60);
        assert!(memory.take(60) && !memory.take(usize::MAX));
        assert_eq!(memory.used(), 100);
    }

    #[test]
    fn who_waits_for_a_person_gives_way_those_without_a_connection_first() {
        let memory = GuestMemory::new(100);
        let call = || Arc::new(GaveWay::default());
        let (attached, old, new, answered) = (call(), call(), call(), call());
        let _attached = memory.may_be_ended(&attached, false);
        drop(memory.may_be_ended(&answered, true));
        let _old = memory.may_be_ended(&old, true);
        let _new = memory.may_be_ended(&new, true);
        assert!(memory.take(90));
        let mut room = pin!(memory.room(20));
        let mut context = Context::from_waker(Waker::noop());
        assert!(room.as_mut().poll(&mut context).is_pending());
        let ended = || [&attached, &old, &new, &answered].map(|call| call.was_ended());
        assert_eq!(ended(), [false, true, false, false]);
        memory.give_back(5);
        assert!(room.as_mut().poll(&mut context).is_pending());
        assert_eq!(ended(), [false, true, true, false]);
        memory.give_back(5);
        assert!(room.as_mut().poll(&mut context).is_ready());
        assert!(!memory.take(30) && attached.was_ended() && !answered.was_ended());
    }

    #[test]
    fn a_call_that_may_hold_more_than_half_of_all_waits_for_half() {
        let memory = GuestMemory::new(100);
        assert!(memory.take(50));
        let mut context = Context::from_waker(Waker::noop());
        assert!(pin!(memory.room(1000)).poll(&mut context).is_ready());
    }
}
