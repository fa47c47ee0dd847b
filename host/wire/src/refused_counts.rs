//! The numbers of calls that the host did not start, by reason.

use crate::in_flight::NoSlot;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers of calls that the host rejected since its start, separately for each reason.
#[derive(Debug, Default)]
pub struct RefusedCounts {
    full: AtomicU64,
    share: AtomicU64,
    shutting_down: AtomicU64,
}

impl RefusedCounts {
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        [NoSlot::Full(0), NoSlot::Share(0), NoSlot::ShuttingDown]
            .into_iter()
            .map(|why| (why.reason(), self.counter(why).load(Ordering::Relaxed)))
    }

    pub(crate) fn count(&self, why: NoSlot) {
        self.counter(why).fetch_add(1, Ordering::Relaxed);
    }

    fn counter(&self, why: NoSlot) -> &AtomicU64 {
        match why {
            NoSlot::Full(_) => &self.full,
            NoSlot::Share(_) => &self.share,
            NoSlot::ShuttingDown => &self.shutting_down,
        }
    }
}
