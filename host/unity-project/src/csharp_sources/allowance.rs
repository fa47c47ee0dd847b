//! Processor time that one project's sources may take without a result.

use std::time::{Duration, Instant};

/// What there is at most.
const MOST: Duration = Duration::from_secs(20);

/// A second of it comes back in so many seconds.
const SLOWNESS: u32 = 10;

/// The time that is left. It is used up by attempts that fail, and comes back slowly.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    spent: Duration,
    at: Option<Instant>,
}

impl Allowance {
    /// Why a source is not even tried.
    pub(super) const WHY: &'static str = "not tried: other sources of the project took all the time that is given to \
                                          sources that no parser finishes";

    /// How long a source that was not tried stays so.
    pub(super) const PAUSE: Duration = Duration::from_secs(30);

    /// `None` where nothing is left.
    pub(super) fn left(&mut self, now: Instant) -> Option<Duration> {
        if let Some(at) = self.at {
            self.spent = self.spent.saturating_sub(now.saturating_duration_since(at) / SLOWNESS);
        }
        self.at = Some(now);
        Some(MOST.saturating_sub(self.spent)).filter(|left| !left.is_zero())
    }

    pub(super) fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spent_time_comes_back_slowly() {
        let start = Instant::now();
        let mut allowance = Allowance::default();
        assert_eq!(allowance.left(start), Some(MOST));
        allowance.spend(MOST + Duration::from_secs(3));
        assert_eq!(allowance.left(start), None);
        assert_eq!(allowance.left(start + Duration::from_secs(30)), None);
        assert_eq!(
            allowance.left(start + Duration::from_secs(50)),
            Some(Duration::from_secs(2))
        );
    }
}
