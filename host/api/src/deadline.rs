//! The deadline of one call: a time that progress postpones up to a maximum, and that a question to the user pauses.
//!
//! Belongs here: the rules of that time. Does not: measuring compute time, the reaction to a passed deadline. Methods
//! receive the current time as an argument and start no timer: a task that waits for the deadline checks it again at `at`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A time that is never reached; it replaces durations that `Instant` may not be able to represent.
const FAR: Duration = Duration::from_secs(365 * 24 * 3600);

/// The deadline of one call. Clones share it, so that the part that observes progress postpones it for all.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Mutex<Times>>);

#[derive(Debug)]
struct Times {
    at: Instant,
    /// The time after which progress does not postpone the deadline.
    latest: Instant,
    /// The time by which each progress step postpones the deadline, from that step on.
    period: Duration,
    /// Start of the current pause; `None` without one.
    paused_since: Option<Instant>,
    is_extended: bool,
}

/// The state of a deadline: it has passed, is in the future, or is paused while the user answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadlineState {
    Passed,
    /// The deadline is in the future; the caller must check again at this time.
    Until(Instant),
    Paused,
}

/// The reason why a deadline passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceeded {
    /// The call made no progress at all.
    Deadline,
    /// The call made progress, and then none for the duration of its deadline.
    NoProgress,
    /// The call made progress until its maximum time.
    Longest,
}

impl Deadline {
    /// Creates the deadline of a call that began at `start`: after `period` without progress, at the latest after
    /// `longest`. A `longest` below `period` means that progress does not postpone the deadline.
    pub fn new(start: Instant, period: Duration, longest: Duration) -> Self {
        let at = start + period.min(FAR);
        Self(Arc::new(Mutex::new(Times {
            at,
            latest: (start + longest.min(FAR)).max(at),
            period: period.min(FAR),
            paused_since: None,
            is_extended: false,
        })))
    }

    /// Creates a deadline that progress does not postpone.
    pub fn fixed(at: Instant) -> Self {
        Self(Arc::new(Mutex::new(Times {
            at,
            latest: at,
            period: Duration::ZERO,
            paused_since: None,
            is_extended: false,
        })))
    }

    /// Returns the time of the deadline as it is now.
    pub fn at(&self) -> Instant {
        self.times().at
    }

    /// Returns true if the deadline passed before `now`, or at it.
    pub fn is_over(&self, now: Instant) -> bool {
        self.state(now) == DeadlineState::Passed
    }

    pub fn state(&self, now: Instant) -> DeadlineState {
        let times = self.times();
        match times.paused_since {
            Some(_) => DeadlineState::Paused,
            None if now >= times.at => DeadlineState::Passed,
            None => DeadlineState::Until(times.at),
        }
    }

    /// Returns the time until the deadline; a pause does not shorten it.
    pub fn left(&self, now: Instant) -> Duration {
        let times = self.times();
        times.at.saturating_duration_since(times.paused_since.unwrap_or(now))
    }

    /// Postpones the deadline to `now` and its whole period, because the call made progress. A deadline that passed
    /// stays passed, because its call may have been answered already.
    pub fn extend(&self, now: Instant) {
        let mut times = self.times();
        if times.paused_since.is_none() && now >= times.at {
            return;
        }
        let later = (now + times.period).min(times.latest);
        if later > times.at {
            times.at = later;
            times.is_extended = true;
        }
    }

    /// Pauses the deadline until `resume`, for a question to the user.
    pub fn pause(&self, now: Instant) {
        self.times().paused_since.get_or_insert(now);
    }

    /// Ends a pause: the deadline and its maximum move by the duration of the pause.
    pub fn resume(&self, now: Instant) {
        let mut times = self.times();
        if let Some(since) = times.paused_since.take() {
            let pause = now.saturating_duration_since(since);
            times.at += pause;
            times.latest += pause;
        }
    }

    /// Returns the limit that a passed deadline exceeded.
    pub fn exceeded(&self) -> Exceeded {
        let times = self.times();
        match times.is_extended {
            false => Exceeded::Deadline,
            true if times.at >= times.latest => Exceeded::Longest,
            true => Exceeded::NoProgress,
        }
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        // The state stays valid after a panic: it has plain fields, and each is set in one step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERIOD: Duration = Duration::from_secs(30);

    fn deadline(longest: u64) -> (Deadline, impl Fn(u64) -> Instant) {
        let start = Instant::now();
        let at = move |seconds| start + Duration::from_secs(seconds);
        (Deadline::new(start, PERIOD, Duration::from_secs(longest)), at)
    }

    #[test]
    fn progress_postpones_the_deadline_up_to_the_maximum() {
        let (deadline, at) = deadline(100);
        let shared = deadline.clone();
        for now in [20, 45, 60] {
            shared.extend(at(now));
            assert_eq!(deadline.at(), at(now + 30));
        }
        deadline.extend(at(85));
        assert_eq!(deadline.state(at(99)), DeadlineState::Until(at(100)));
        deadline.extend(at(99));
        assert_eq!(deadline.state(at(100)), DeadlineState::Passed);
        assert_eq!(deadline.exceeded(), Exceeded::Longest);
    }

    #[test]
    fn deadline_passes_after_a_period_without_progress() {
        let (silent, at) = deadline(100);
        assert!(silent.is_over(at(30)) && !silent.is_over(at(29)));
        assert_eq!(silent.exceeded(), Exceeded::Deadline);
        silent.extend(at(30));
        assert!(silent.is_over(at(30)), "a passed deadline stays passed");
        let (stuck, at) = deadline(100);
        stuck.extend(at(10));
        assert!(stuck.is_over(at(40)));
        assert_eq!(stuck.exceeded(), Exceeded::NoProgress);
    }

    #[test]
    fn maximum_below_the_period_allows_no_extension() {
        let (deadline, at) = deadline(5);
        deadline.extend(at(20));
        assert_eq!(deadline.at(), at(30));
        let fixed = Deadline::fixed(at(7));
        fixed.extend(at(6));
        assert_eq!(fixed.at(), at(7));
    }

    #[test]
    fn pause_moves_the_deadline_and_its_maximum() {
        let (deadline, at) = deadline(40);
        deadline.pause(at(10));
        assert_eq!(deadline.state(at(300)), DeadlineState::Paused);
        assert_eq!(deadline.left(at(300)), Duration::from_secs(20));
        deadline.resume(at(110));
        assert_eq!(deadline.at(), at(130));
        deadline.extend(at(129));
        assert_eq!(deadline.at(), at(140));
    }
}
