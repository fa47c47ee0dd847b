//! The rate limit for log lines about failed requests in the log that clients read.
//!
//! It prevents that repeated failures evict all other log lines.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of log lines about failed requests that can be written without a pause.
const BURST: u32 = 200;
/// Interval at which one more log line about failed requests is allowed.
const EVERY: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(crate) struct ErrorLines {
    place: Mutex<Place>,
    /// Number of requests rejected before they were parsed, since the start of the host. They get no log line.
    refused: AtomicU64,
    left_out: AtomicU64,
}

#[derive(Debug)]
struct Place {
    left: u32,
    counted: Instant,
    /// Number of log lines about failures that were omitted; the next written line reports it.
    untold: u64,
}

impl Default for ErrorLines {
    fn default() -> Self {
        Self {
            place: Mutex::new(Place {
                left: BURST,
                counted: Instant::now(),
                untold: 0,
            }),
            refused: AtomicU64::new(0),
            left_out: AtomicU64::new(0),
        }
    }
}

impl ErrorLines {
    /// Decides on a log line about a failure. Returns the number of lines omitted before it; `None` to omit it too.
    pub(crate) fn take(&self) -> Option<u64> {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> Option<u64> {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = now.saturating_duration_since(place.counted);
        let more = u32::try_from(passed.as_millis() / EVERY.as_millis()).unwrap_or(BURST);
        if more > 0 {
            place.left = place.left.saturating_add(more).min(BURST);
            place.counted = now;
        }
        if place.left == 0 {
            place.untold += 1;
            self.left_out.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        place.left -= 1;
        Some(std::mem::take(&mut place.untold))
    }

    pub(crate) fn refuse(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn refused_count(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    pub(crate) fn left_out_count(&self) -> u64 {
        self.left_out.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_repeated_error_lines_and_counts_the_omitted_ones() {
        let (lines, start) = (ErrorLines::default(), Instant::now());
        let written = (0..10_000).filter(|_| lines.take_at(start).is_some()).count();
        assert_eq!(
            (written, lines.left_out_count()),
            (BURST as usize, 10_000 - u64::from(BURST))
        );
        assert_eq!(
            lines.take_at(start + EVERY),
            Some(lines.left_out_count()),
            "the next one reports them"
        );
        assert_eq!(lines.take_at(start + EVERY), None);
        let later = start + EVERY * 1_000_000;
        assert_eq!(lines.take_at(later), Some(1));
        assert_eq!(lines.take_at(later), Some(0));
    }
}
