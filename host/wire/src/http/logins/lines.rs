//! Selection of failed logins for the log: at once, or counted and logged at the end of a period.
//!
//! This module limits the number of log lines without losing a count. `logins` decides about access.

use super::MOST;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Length of a period in which an address's further wrong access tokens are only counted, for a log line at its end.
const PERIOD: Duration = Duration::from_secs(10);
/// Maximum number of log lines about wrong access tokens during a period, and again at its end; the rest is summed up.
pub(super) const MOST_LINES: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// One address sent this number of wrong access tokens. `throttled` of them were not even compared.
    Failed {
        address: IpAddr,
        failures: u64,
        throttled: u64,
    },
    ThrottlingBegins {
        address: IpAddr,
        failures: u64,
    },
    /// All addresses that have no log line of their own sent this number of wrong access tokens.
    Others {
        failures: u64,
        throttled: u64,
    },
}

impl Line {
    pub(super) fn write(&self) {
        match self {
            Self::Failed {
                address,
                failures,
                throttled,
            } => tracing::warn!(%address, failures, throttled, "failed login: wrong token"),
            Self::ThrottlingBegins { address, failures } => tracing::warn!(
                %address, failures,
                "failed logins: the address is throttled from now on; it may try one token each second and gets 429 for others"
            ),
            Self::Others { failures, throttled } => {
                tracing::warn!(failures, throttled, "failed logins from further addresses: wrong token");
            }
        }
    }
}

/// The number of wrong access tokens of an address that are not logged yet.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    failures: u64,
    throttled: u64,
}

/// The wrong access tokens of the current period, for log lines. The first one after a period without any begins it.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) period: Duration,
    since: Option<Instant>,
    written: usize,
    /// The addresses that sent wrong tokens in this period, or had a log line at its beginning; at most [`MOST`].
    counted: HashMap<IpAddr, Counted>,
    others: Counted,
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            period: PERIOD,
            since: None,
            written: 0,
            counted: HashMap::new(),
            others: Counted::default(),
        }
    }
}

impl Lines {
    /// Counts a wrong access token, and returns a line to log at once, if any. `begins`: true if throttling begins now.
    pub(super) fn failed(&mut self, from: IpAddr, is_throttled: bool, begins: bool, now: Instant) -> Option<Line> {
        self.since.get_or_insert(now);
        let is_new = !self.counted.contains_key(&from);
        let counted = if is_new && self.counted.len() >= MOST {
            &mut self.others
        } else {
            self.counted.entry(from).or_default()
        };
        counted.failures += 1;
        counted.throttled += u64::from(is_throttled);
        if !(is_new || begins) || self.written >= MOST_LINES {
            return None;
        }
        let counted = std::mem::take(self.counted.get_mut(&from)?);
        self.written += 1;
        Some(match begins {
            true => Line::ThrottlingBegins {
                address: from,
                failures: counted.failures,
            },
            false => failed(from, counted),
        })
    }

    pub(super) fn period_end(&self) -> Option<Instant> {
        self.since.map(|since| since + self.period)
    }

    /// Returns the log lines about all counted wrong access tokens if the period has ended, else no lines.
    pub(super) fn end_period(&mut self, now: Instant) -> Vec<Line> {
        match self.period_end() {
            Some(ends) if now >= ends => self.end(now),
            _ => Vec::new(),
        }
    }

    /// Returns the log lines about all wrong access tokens counted in this period, and begins the next period.
    pub(super) fn end(&mut self, now: Instant) -> Vec<Line> {
        self.counted.retain(|_, counted| counted.failures > 0);
        let mut counted: Vec<_> = self.counted.iter().map(|(from, counted)| (*from, *counted)).collect();
        counted.sort_unstable_by_key(|(from, counted)| (std::cmp::Reverse(counted.failures), *from));
        let rest = counted.split_off(counted.len().min(MOST_LINES - 1));
        let mut others = std::mem::take(&mut self.others);
        for (_, more) in rest {
            others.failures += more.failures;
            others.throttled += more.throttled;
        }
        let mut lines: Vec<Line> = counted
            .into_iter()
            .map(|(from, counted)| failed(from, counted))
            .collect();
        if others.failures > 0 {
            lines.push(Line::Others {
                failures: others.failures,
                throttled: others.throttled,
            });
        }
        // An address with a line here gets its next line at the end of the next period.
        self.counted
            .values_mut()
            .for_each(|counted| *counted = Counted::default());
        self.written = 0;
        self.since = (!lines.is_empty()).then_some(now);
        lines
    }
}

fn failed(address: IpAddr, counted: Counted) -> Line {
    Line::Failed {
        address,
        failures: counted.failures,
        throttled: counted.throttled,
    }
}
