//! A count with a ceiling, held by values: calls in flight, open streams.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many of something there may be at once.
#[derive(Debug)]
pub(crate) struct Slots {
    max: usize,
    taken: AtomicUsize,
}

/// One taken place; given back on drop.
#[derive(Debug)]
pub(crate) struct Slot(Arc<Slots>);

impl Slots {
    pub(crate) fn new(max: usize) -> Arc<Self> {
        Arc::new(Self {
            max,
            taken: AtomicUsize::new(0),
        })
    }

    /// A place, unless all are taken.
    pub(crate) fn take(self: &Arc<Self>) -> Option<Slot> {
        self.taken
            .fetch_update(Ordering::AcqRel, Ordering::Relaxed, |taken| {
                (taken < self.max).then_some(taken + 1)
            })
            .ok()
            .map(|_| Slot(Arc::clone(self)))
    }

    /// A place whatever the ceiling says, for what is bounded elsewhere and only counted here.
    pub(crate) fn count(self: &Arc<Self>) -> Slot {
        self.taken.fetch_add(1, Ordering::AcqRel);
        Slot(Arc::clone(self))
    }

    pub(crate) fn taken(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    pub(crate) fn max(&self) -> usize {
        self.max
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::AcqRel);
    }
}
