//! The game time in answers of this bundle.

use unity_tools::prelude::*;
use unity_tools::unity::play;

/// The current time of the running game.
#[output]
pub(crate) struct Clock {
    frame: u64,
    /// Seconds of game time.
    time: f64,
    /// Seconds of physics time.
    fixed_time: f64,
    /// Seconds of one physics tick.
    fixed_step: f64,
    /// True if game time is frozen until the next step or release.
    frozen: bool,
}

impl From<play::Clock> for Clock {
    fn from(clock: play::Clock) -> Self {
        Self {
            frame: clock.frame,
            time: clock.time,
            fixed_time: clock.fixed_time,
            fixed_step: clock.fixed_step,
            frozen: clock.frozen,
        }
    }
}
