//! The time limit of a tool. The bridge works in steps of about one second. The tool stops between two steps and
//! returns its results so far.

use std::time::Duration;
use unity_tools::{Cx, ToolError};

/// The longest duration of one step of the bridge while a tool works in steps. A step begins only if this time is left.
const STEP: Duration = Duration::from_secs(1);

/// The time that is reserved for writing the answer before the deadline of the call.
const TO_ANSWER: Duration = Duration::from_secs(2);

/// A time limit for a tool that works in steps. It starts when this value is created.
pub(crate) struct Guard {
    most: Duration,
    at_start: Duration,
}

impl Guard {
    pub(crate) fn new(cx: &Cx, most: Duration) -> Self {
        Self {
            most,
            at_start: cx.remaining(),
        }
    }

    /// Returns true if the tool must stop, because there is not enough time for another step.
    ///
    /// # Errors
    ///
    /// `Cancelled` if the client cancelled the call.
    pub(crate) fn strikes(&self, cx: &Cx) -> Result<bool, ToolError> {
        cx.go_on()?;
        Ok(is_over(self.most, self.at_start, cx.remaining()))
    }

    /// Returns the note that the tool stopped at its time limit, so that the result is partial.
    pub(crate) fn note(&self, what: &str, done: u32, all: u32) -> String {
        let ms = self.most.min(self.at_start).as_millis();
        format!("{what} stopped after {ms}ms. Processed {done} of {all} items. Results may be partial.")
    }
}

fn is_over(most: Duration, at_start: Duration, now: Duration) -> bool {
    let spent = at_start.saturating_sub(now);
    spent + STEP > most || now < STEP + TO_ANSWER
}

#[cfg(test)]
mod tests {
    use super::is_over;
    use std::time::Duration;

    #[test]
    fn guard_ends_at_own_limit_or_before_call_deadline() {
        let seconds = Duration::from_secs;
        let over = |start, now| is_over(seconds(15), seconds(start), seconds(now));
        assert!(!over(30, 30) && !over(30, 16));
        assert!(over(30, 15) && over(30, 1));
        // A deadline that is shorter than the guard's.
        assert!(!over(8, 4) && over(8, 2) && over(1, 1));
    }
}
