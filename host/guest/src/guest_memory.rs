//! Limits the total memory of all running guests, and chooses the call to end if it is exceeded.
//!
//! Belongs here: counting, waiting for memory, ending calls that wait for the user. Does not: the memory of one call
//! (`store::memory`), the number of running guests (`instances`).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The total bytes of the memories and tables of all guests, limited by `limits.total-memory`.
#[derive(Debug)]
pub struct GuestMemory {
    limit: usize,
    used: AtomicUsize,
    /// Number of calls that wait for memory. At 0, releasing memory wakes no call.
    wait_for_room: AtomicUsize,
    freed: Notify,
    waiting: Mutex<Waiting>,
}

/// The calls that use memory while they wait for the user, by number. A lower number means a longer wait.
#[derive(Debug, Default)]
struct Waiting {
    next: u64,
    /// The waiting calls whose client is not connected now. They continue only after the user's answer arrives.
    detached: BTreeMap<u64, Arc<GaveWay>>,
    attached: BTreeMap<u64, Arc<GaveWay>>,
}

/// A signal to a call that waits for the user: the call must end, because other calls need its memory.
#[derive(Debug, Default)]
pub struct GaveWay(Notify);

impl GaveWay {
    /// Waits until the call receives the signal to end.
    pub async fn wait_until_ended(&self) {
        self.0.notified().await;
    }

    fn end(&self) {
        // The signal is stored if the task of the call does not wait for it at this moment.
        self.0.notify_one();
    }
}

impl GuestMemory {
    /// Creates the memory counter for all guests together. `limit` is the maximum in bytes.
    pub fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self {
            limit,
            used: AtomicUsize::new(0),
            wait_for_room: AtomicUsize::new(0),
            freed: Notify::new(),
            waiting: Mutex::default(),
        })
    }

    /// Returns the maximum total memory of all guests in bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the current total memory of all guests in bytes.
    pub fn used_bytes(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Reserves `bytes`. If the limit would be exceeded, ends one call that waits for the user and returns false.
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
            // A call that begins to wait after this line reads the new value.
            if self.wait_for_room.load(Ordering::SeqCst) > 0 {
                self.freed.notify_waiters();
            }
        }
    }

    /// Waits until `bytes`, but at most half of the limit, are free. For this, it ends calls that wait for the user,
    /// one after the other, beginning with the longest wait.
    pub async fn room(&self, bytes: usize) {
        let most = self.limit - bytes.min(self.limit / 2);
        if self.used_bytes() <= most {
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

    /// Allows the host to end `call`, which waits for the user, if other calls need its memory, until the returned
    /// guard is dropped. `is_detached` is true if no client is connected to the call.
    pub(crate) fn may_be_ended(self: &Arc<Self>, call: &Arc<GaveWay>, is_detached: bool) -> Asking {
        let mut waiting = self.lock();
        let number = waiting.next;
        waiting.next += 1;
        waiting.waiting_calls(is_detached).insert(number, Arc::clone(call));
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
        // Every change of the data is completed under the lock, so a panic leaves it valid.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn waiting_calls(&mut self, is_detached: bool) -> &mut BTreeMap<u64, Arc<GaveWay>> {
        if is_detached {
            &mut self.detached
        } else {
            &mut self.attached
        }
    }
}

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

pub(crate) struct Asking {
    memory: Arc<GuestMemory>,
    number: u64,
    is_detached: bool,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.memory.lock().waiting_calls(self.is_detached).remove(&self.number);
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
            let was = pin!(self.wait_until_ended())
                .poll(&mut Context::from_waker(Waker::noop()))
                .is_ready();
            if was {
                // The next query must return the same value.
                self.end();
            }
            was
        }
    }

    #[test]
    fn all_guests_share_one_memory_limit() {
        let memory = GuestMemory::new(100);
        assert!(memory.take(60) && !memory.take(41) && memory.take(40));
        memory.give_back(60);
        assert!(memory.take(60) && !memory.take(usize::MAX));
        assert_eq!(memory.used_bytes(), 100);
    }

    #[test]
    fn ends_calls_that_wait_for_the_user_detached_ones_first() {
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
    fn oversized_call_waits_only_for_half_of_the_memory() {
        let memory = GuestMemory::new(100);
        assert!(memory.take(50));
        let mut context = Context::from_waker(Waker::noop());
        assert!(pin!(memory.room(1000)).poll(&mut context).is_ready());
    }
}
