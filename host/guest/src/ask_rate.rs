//! Limits how many questions guests ask the user: in one call, and for one bundle within a minute.
//!
//! Belongs here: counting the questions. Does not: their content (`questions`).

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of questions that one tool call may ask the user or the client.
pub(crate) const MOST_OF_A_CALL: usize = 16;
/// Maximum number of questions that one bundle may ask users and clients within any minute, for all callers.
const MOST_OF_A_BUNDLE: usize = 120;
const MINUTE: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
pub(crate) struct AskedByCall(usize);

impl AskedByCall {
    /// Counts `count` more questions that a tool call asks. Fails with a text about the limit if the call would have
    /// asked too many questions, and then does not count them.
    pub(crate) fn take(&mut self, count: usize) -> Result<(), String> {
        let asked = self.0 + count;
        if asked > MOST_OF_A_CALL {
            return Err(format!(
                "a call may ask {MOST_OF_A_CALL} questions in all; this one asked {} and wants to ask {count} more",
                self.0
            ));
        }
        self.0 = asked;
        Ok(())
    }
}

/// The times at which each bundle (by id) asked users in the last minute, to limit their number.
#[derive(Debug, Default)]
pub(crate) struct AskRate(Mutex<BTreeMap<String, VecDeque<Instant>>>);

impl AskRate {
    pub(crate) fn take(&self, bundle: &str, count: usize) -> Result<(), String> {
        self.take_at(bundle, count, Instant::now())
    }

    fn take_at(&self, bundle: &str, count: usize, now: Instant) -> Result<(), String> {
        let mut bundles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bundles.retain(|_, times| {
            while times.front().is_some_and(|time| now.duration_since(*time) >= MINUTE) {
                times.pop_front();
            }
            !times.is_empty()
        });
        let asked = bundles.get(bundle).map_or(0, VecDeque::len);
        if asked + count > MOST_OF_A_BUNDLE {
            return Err(format!(
                "bundle `{bundle}` asked {asked} questions in the last minute, and {MOST_OF_A_BUNDLE} are allowed: ask again later"
            ));
        }
        let times = bundles.entry(bundle.to_owned()).or_default();
        times.extend(std::iter::repeat_n(now, count));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_questions_of_a_call_to_sixteen() {
        let mut asked = AskedByCall::default();
        for _ in 0..3 {
            asked.take(5).expect("fifteen");
        }
        let refused = asked.take(2).expect_err("seventeen");
        assert!(refused.contains("asked 15") && refused.contains("2 more"), "{refused}");
        asked.take(1).expect("sixteen");
        asked.take(1).expect_err("seventeen");
    }

    #[test]
    fn limits_questions_per_minute_for_each_bundle() {
        let rate = AskRate::default();
        let start = Instant::now();
        for _ in 0..MOST_OF_A_BUNDLE / 10 {
            rate.take_at("nag", 10, start).expect("not too many yet");
        }
        let refused = rate.take_at("nag", 1, start + MINUTE / 2).expect_err("too many");
        assert!(refused.contains("`nag` asked 120"), "{refused}");
        rate.take_at("other", 1, start + MINUTE / 2).expect("another bundle");
        rate.take_at("nag", 10, start + MINUTE).expect("a minute later");
        assert_eq!(rate.0.lock().unwrap().len(), 2);
        rate.take_at("third", 1, start + 3 * MINUTE).expect("later");
        assert_eq!(rate.0.lock().unwrap().len(), 1, "who asks no more is forgotten");
    }
}
