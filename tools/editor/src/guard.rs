//! The time limit of a tool. The bridge works in steps of about one second. The tool stops between two steps and
//! returns its results so far.

use std::time::Duration;
use unity_tools::{Cx, ToolError};

/// The time that one step of a tool (one request to Unity) may take. A step begins only if this time is left.
const STEP: Duration = Duration::from_secs(1);

/// The time that a tool reserves before the deadline of its call, to write the answer.
const TO_ANSWER: Duration = Duration::from_secs(2);

/// A time limit for a tool that works in steps. The time starts when this value is created.
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

    /// Returns true if the time limit is reached, so that the tool must stop before its next step.
    ///
    /// # Errors
    ///
    /// `Cancelled` if the client cancelled the call.
    pub(crate) fn strikes(&self, cx: &Cx) -> Result<bool, ToolError> {
        cx.go_on()?;
        Ok(is_over(self.most, self.at_start, cx.remaining()))
    }

    /// Returns a note that `what` stopped at its time limit after `done` of `all` items, so that the result is partial.
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
