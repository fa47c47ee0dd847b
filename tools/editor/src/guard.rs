//! A tool's own time limit: work that the bridge does in steps of about a second ends between two of them, with what was
//! found so far.

use std::time::Duration;
use unity_tools::{Cx, ToolError};

/// Longest step of the bridge; a further one is begun only where it still fits.
const STEP: Duration = Duration::from_secs(1);

/// Left over for writing the answer, where the call's own deadline is near.
const TO_ANSWER: Duration = Duration::from_secs(2);

/// Counts from its making.
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

    /// True where no further step fits.
    ///
    /// # Errors
    /// `Cancelled`, where the client cancelled.
    pub(crate) fn strikes(&self, cx: &Cx) -> Result<bool, ToolError> {
        cx.go_on()?;
        Ok(is_over(self.most, self.at_start, cx.remaining()))
    }

    /// The note of a partial result.
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
    fn ends_at_its_own_limit_or_before_the_calls() {
        let seconds = Duration::from_secs;
        let over = |start, now| is_over(seconds(15), seconds(start), seconds(now));
        assert!(!over(30, 30) && !over(30, 16));
        assert!(over(30, 15) && over(30, 1));
        // A shorter deadline than the guard's.
        assert!(!over(8, 4) && over(8, 2) && over(1, 1));
    }
}
