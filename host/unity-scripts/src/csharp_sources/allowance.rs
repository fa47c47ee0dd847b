//! Limit on the processor time that one project's sources can take without a result.

use std::time::{Duration, Instant};

/// The maximum allowance.
const MOST: Duration = Duration::from_secs(20);

/// One second is restored after this number of seconds.
const SLOWNESS: u32 = 10;

/// The remaining time. Failed attempts use it up, and it is restored slowly.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    spent: Duration,
    at: Option<Instant>,
}

impl Allowance {
    /// Why a source is not even tried.
    pub(super) const WHY: &'static str = "not tried: other sources of the project took all the time for \
                                          sources that no parser finishes";

    /// How long a source that was not tried keeps this state.
    pub(super) const PAUSE: Duration = Duration::from_secs(30);

    /// `None` if nothing is left.
    pub(super) fn remaining(&mut self, now: Instant) -> Option<Duration> {
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
        assert_eq!(allowance.remaining(start), Some(MOST));
        allowance.spend(MOST + Duration::from_secs(3));
        assert_eq!(allowance.remaining(start), None);
        assert_eq!(allowance.remaining(start + Duration::from_secs(30)), None);
        assert_eq!(
            allowance.remaining(start + Duration::from_secs(50)),
            Some(Duration::from_secs(2))
        );
    }
}
