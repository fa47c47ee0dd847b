//! Limit on the time that one project can spend on parsing sources that end up skipped.

use std::time::{Duration, Instant};

/// Maximum time that is available for parsing C# sources in vain.
const MOST: Duration = Duration::from_secs(20);

/// Number of seconds in which one second of the time for failed parsing becomes available again.
const SLOWNESS: u32 = 10;

/// Time that is available for failed attempts to parse C# sources. Each failure uses a part, which is restored slowly.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    spent: Duration,
    at: Option<Instant>,
}

impl Allowance {
    /// The reason that is reported for a source that is skipped because no time is left.
    pub(super) const WHY: &'static str = "not tried: other sources of the project took all the time for \
                                          sources that no parser finishes";

    /// Time after which a C# source is parsed again that was skipped because no time was left.
    pub(super) const PAUSE: Duration = Duration::from_secs(30);

    /// Returns the time that is available at `now` for parsing C# sources that can fail; `None` if no time is left.
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
    fn replenishes_spent_time_gradually() {
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
