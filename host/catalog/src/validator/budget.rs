//! The budget of one check: a number of steps, and a time.

use std::time::{Duration, Instant};

/// Number of steps of a schema check after which the time limit is checked, because reading the clock costs time.
const STEPS_PER_LOOK: u64 = 1024;

/// The reason why a check was stopped without a result about the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Exhausted {
    #[error("checking takes more than {0} steps")]
    Steps(u64),
    #[error("checking takes more than {} ms", .0.as_millis())]
    Time(Duration),
    #[error("schema and value are nested more than {0} deep together")]
    Depth(u32),
    #[error("the host stopped")]
    Stopped,
    /// The schema passed a check before it was stored, but cannot be compiled now.
    #[error("the schema cannot be run")]
    Unrunnable,
}

/// Limits for one check: number of steps, and time.
#[derive(Clone, Copy)]
pub(crate) struct Bound {
    steps: u64,
    time: Duration,
}

impl Bound {
    pub(crate) const fn new(steps: u64, time: Duration) -> Self {
        Self { steps, time }
    }

    pub(crate) fn budget(self) -> Budget {
        Budget::new(self.steps, self.time)
    }
}

/// The remaining budget of a check. A step is one subschema applied to one value, or a comparison of 64 bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    steps: u64,
    left: u64,
    time: Duration,
    until: Instant,
    next_look: u64,
}

impl Budget {
    pub(crate) fn new(steps: u64, time: Duration) -> Self {
        Self {
            steps,
            left: steps,
            time,
            until: Instant::now() + time,
            next_look: steps.saturating_sub(STEPS_PER_LOOK),
        }
    }

    pub(crate) fn take(&mut self, steps: u64) -> Result<(), Exhausted> {
        let Some(left) = self.left.checked_sub(steps) else {
            self.left = 0;
            return Err(Exhausted::Steps(self.steps));
        };
        self.left = left;
        if left < self.next_look {
            self.next_look = left.saturating_sub(STEPS_PER_LOOK);
            if Instant::now() >= self.until {
                self.left = 0;
                return Err(Exhausted::Time(self.time));
            }
        }
        Ok(())
    }

    /// Subtracts the steps for comparing or scanning this number of bytes from the budget. Fails if it is used up.
    pub(crate) fn take_bytes(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.take(1 + bytes as u64 / 64)
    }
}
