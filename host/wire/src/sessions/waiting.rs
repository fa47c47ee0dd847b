//! Limit for sessions that are not ready: a client that only opens sessions does not evict working ones.

/// Divisor of the number of ready sessions: sessions whose client has not sent `initialized` have this number of
/// separate slots, within the limits of `WAITING`.
const WAITING_SHARE: usize = 4;
const WAITING: std::ops::RangeInclusive<usize> = 16..=1024;

/// Maximum number of sessions that are not ready, for `max` ready ones.
pub(super) fn waiting_places(max: usize) -> usize {
    (max / WAITING_SHARE).clamp(*WAITING.start(), *WAITING.end())
}
