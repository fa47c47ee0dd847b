//! A counter with a maximum, such as for running calls or open streams. A slot is a value that decrements the counter
//! on drop.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A counter of things in use, such as connections, with a maximum; each of them holds one slot.
#[derive(Debug)]
pub struct Slots {
    max: usize,
    taken: AtomicUsize,
}

/// One used slot, which is released on drop.
#[derive(Debug)]
pub struct Slot(Arc<Slots>);

impl Slots {
    pub fn new(max: usize) -> Arc<Self> {
        Arc::new(Self {
            max,
            taken: AtomicUsize::new(0),
        })
    }

    /// Allocates a slot of this counter until the returned guard is dropped; `None` if all slots are in use.
    pub fn take(self: &Arc<Self>) -> Option<Slot> {
        self.taken
            .fetch_update(Ordering::AcqRel, Ordering::Relaxed, |taken| {
                (taken < self.max).then_some(taken + 1)
            })
            .ok()
            .map(|_| Slot(Arc::clone(self)))
    }

    /// Allocates a slot without checking the maximum, for things that are limited elsewhere and only counted here.
    pub fn count(self: &Arc<Self>) -> Slot {
        self.taken.fetch_add(1, Ordering::AcqRel);
        Slot(Arc::clone(self))
    }

    pub fn taken_count(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    pub fn max(&self) -> usize {
        self.max
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::AcqRel);
    }
}
