//! The clock of the session store, and its conversion to wall-clock time, which is valid after a restart.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A monotonic clock in milliseconds. It can also represent times before its creation, up to the idle limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    born: Instant,
    /// The value of the clock in milliseconds at its creation: not 0, so that earlier times can be represented.
    base: u64,
}

impl Clock {
    pub(super) fn new(idle: Duration) -> Self {
        Self {
            born: Instant::now(),
            base: millis(idle),
        }
    }

    pub(super) fn now_millis(&self) -> u64 {
        self.base.saturating_add(millis(self.born.elapsed()))
    }

    /// Converts a time of this clock to Unix seconds, based on the current wall clock.
    pub(super) fn wall(&self, moment: u64) -> u64 {
        unix_seconds().saturating_sub(self.now_millis().saturating_sub(moment) / 1000)
    }

    /// Returns the time of this clock `seconds` ago, but not before the earliest time that it can represent.
    pub(super) fn seconds_ago(&self, seconds: u64) -> u64 {
        self.now_millis().saturating_sub(seconds.saturating_mul(1000))
    }
}

/// Returns the wall-clock time in Unix seconds; 0 before 1970.
pub(super) fn unix_seconds() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
