//! Slots for running guests, fewer than the engine's pool has. Callers that wait for a slot get it in turn.
//!
//! Belongs here: the order and the number of running calls. Does not: the permissions of a running call.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

pub(crate) struct Instances {
    total: u32,
    /// Maximum number of slots of the engine's instance pool that the calls of one caller use together. It is three
    /// quarters of all slots; more calls of this caller wait.
    per_caller: u32,
    /// Hashes the names of callers to numbers. Two callers with the same number would share the maximum `per_caller`,
    /// but no client can cause this on purpose.
    numbers: RandomState,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    used: u32,
    running: u32,
    waiting: u32,
    held: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
    /// Callers with waiting calls, the next one first. Each caller's calls are in the order of arrival.
    turns: VecDeque<(u64, VecDeque<Waiter>)>,
}

/// Hasher that returns its input, because the numbers of callers are already hashes with a secret key.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

struct Waiter {
    places: u32,
    ready: oneshot::Sender<Place>,
}

/// The slots (shares of the engine's instance pool) of one running guest. Dropping the value releases them.
pub(crate) struct Place {
    instances: Arc<Instances>,
    caller: u64,
    places: u32,
}

impl Instances {
    pub(crate) fn new(total: u32) -> Arc<Self> {
        Arc::new(Self {
            total,
            per_caller: total - total / 4,
            numbers: RandomState::new(),
            queue: Mutex::default(),
        })
    }

    pub(crate) fn total(&self) -> u32 {
        self.total
    }

    /// Returns the number of running guests, and the number of calls that wait for a slot.
    pub(crate) fn gauges(&self) -> (u32, u32) {
        let queue = self.lock();
        (queue.running, queue.waiting)
    }

    /// Waits until `caller` may run a guest in `places` slots of the pool. Dropping the future cancels the request.
    pub(crate) async fn enter(self: &Arc<Self>, caller: &str, places: u32) -> Place {
        let places = places.clamp(1, self.per_caller);
        let caller = self.numbers.hash_one(caller);
        let ready = {
            let mut queue = self.lock();
            if queue.turns.is_empty() && self.fits(&queue, caller, places) {
                return self.take(&mut queue, caller, places);
            }
            let (sender, receiver) = oneshot::channel();
            let waiter = Waiter { places, ready: sender };
            match queue.turns.iter_mut().find(|(key, _)| *key == caller) {
                Some((_, waiters)) => waiters.push_back(waiter),
                None => queue.turns.push_back((caller, VecDeque::from([waiter]))),
            }
            queue.waiting += 1;
            receiver
        };
        let _leaving = Leaving(self);
        // This call may fit although calls before it do not.
        self.hand_out();
        ready
            .await
            .expect("a waiter's sender is dropped only after its receiver")
    }

    fn fits(&self, queue: &Queue, caller: u64, places: u32) -> bool {
        let held = queue.held.get(&caller).copied().unwrap_or(0);
        queue.used + places <= self.total && held + places <= self.per_caller
    }

    fn take(self: &Arc<Self>, queue: &mut Queue, caller: u64, places: u32) -> Place {
        queue.used += places;
        queue.running += 1;
        *queue.held.entry(caller).or_default() += places;
        Place {
            instances: Arc::clone(self),
            caller,
            places,
        }
    }

    /// Gives free slots to waiting calls, one call of each caller in turn.
    fn hand_out(self: &Arc<Self>) {
        while let Some((ready, place)) = self.next() {
            // If the receiver is dropped, the slots are dropped here and thereby released.
            drop(ready.send(place));
        }
    }

    fn next(self: &Arc<Self>) -> Option<(oneshot::Sender<Place>, Place)> {
        let mut queue = self.lock();
        for _ in 0..queue.turns.len() {
            let (caller, mut waiters) = queue.turns.pop_front()?;
            while waiters.front().is_some_and(|waiter| waiter.ready.is_closed()) {
                waiters.pop_front();
            }
            let fits = waiters
                .front()
                .is_some_and(|waiter| self.fits(&queue, caller, waiter.places));
            let next = if fits { waiters.pop_front() } else { None };
            let found = next.map(|waiter| {
                let place = self.take(&mut queue, caller, waiter.places);
                (waiter.ready, place)
            });
            if !waiters.is_empty() {
                queue.turns.push_back((caller, waiters));
            }
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Every change is completed under the lock, so a panic elsewhere leaves the data valid.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Leaving<'a>(&'a Arc<Instances>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.lock().waiting -= 1;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let waiting = {
            let mut queue = self.instances.lock();
            queue.used -= self.places;
            queue.running -= 1;
            if let Some(held) = queue.held.get_mut(&self.caller) {
                *held -= self.places;
                if *held == 0 {
                    queue.held.remove(&self.caller);
                }
            }
            !queue.turns.is_empty()
        };
        if waiting {
            self.instances.hand_out();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::{Pin, pin};
    use std::task::{Context, Poll, Waker};

    fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn reserves_last_quarter_of_instances_for_other_callers() {
        let instances = Instances::new(4);
        let mut held = Vec::new();
        for _ in 0..3 {
            match poll(pin!(instances.enter("a", 1))) {
                Poll::Ready(place) => held.push(place),
                Poll::Pending => panic!("three of four places are for one caller"),
            }
        }
        let mut fourth = pin!(instances.enter("a", 1));
        assert!(poll(fourth.as_mut()).is_pending());
        assert_eq!(instances.gauges(), (3, 1));
        let other = poll(pin!(instances.enter("b", 1)));
        assert!(other.is_ready(), "the other caller is not behind the first one's queue");
        drop(held.pop());
        assert!(poll(fourth.as_mut()).is_ready());
    }

    #[test]
    fn waiting_callers_take_turns() {
        let instances = Instances::new(1);
        let Poll::Ready(first) = poll(pin!(instances.enter("a", 1))) else {
            panic!("an empty queue lets the first one in")
        };
        let mut a1 = pin!(instances.enter("a", 1));
        let mut a2 = pin!(instances.enter("a", 1));
        let mut b1 = pin!(instances.enter("b", 1));
        assert!(poll(a1.as_mut()).is_pending());
        assert!(poll(a2.as_mut()).is_pending());
        assert!(poll(b1.as_mut()).is_pending());
        drop(first);
        let Poll::Ready(second) = poll(a1.as_mut()) else {
            panic!("a came first")
        };
        drop(second);
        assert!(poll(a2.as_mut()).is_pending(), "it is b's turn");
        assert!(poll(b1.as_mut()).is_ready());
    }

    #[test]
    fn removes_caller_that_stops_waiting_from_the_queue() {
        let instances = Instances::new(1);
        let Poll::Ready(first) = poll(pin!(instances.enter("a", 1))) else {
            panic!("an empty queue lets the first one in")
        };
        {
            let mut gone = pin!(instances.enter("b", 1));
            assert!(poll(gone.as_mut()).is_pending());
        }
        assert_eq!(instances.gauges(), (1, 0));
        drop(first);
        assert_eq!(instances.gauges(), (0, 0));
        assert!(poll(pin!(instances.enter("c", 1))).is_ready());
    }
}
