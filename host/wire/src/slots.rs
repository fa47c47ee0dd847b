//! A counter with a maximum, such as for calls in flight or open streams. Each slot is a value that releases it on
//! drop.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A limited number of slots.
#[derive(Debug)]
pub struct Slots {
    max: usize,
    taken: AtomicUsize,
}

/// One used slot; released on drop.
#[derive(Debug)]
pub struct Slot(Arc<Slots>);

impl Slots {
    pub fn new(max: usize) -> Arc<Self> {
        Arc::new(Self {
            max,
            taken: AtomicUsize::new(0),
        })
    }

    /// Takes a slot; `None` if all are in use.
    pub fn take(self: &Arc<Self>) -> Option<Slot> {
        self.taken
            .fetch_update(Ordering::AcqRel, Ordering::Relaxed, |taken| {
                (taken < self.max).then_some(taken + 1)
            })
            .ok()
            .map(|_| Slot(Arc::clone(self)))
    }

    /// Takes a slot without checking the maximum, for things that are limited elsewhere and only counted here.
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
