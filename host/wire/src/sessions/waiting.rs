//! The limit for sessions that are not ready, so that a client that only opens sessions does not evict ready ones.

/// Divisor of the maximum number of ready sessions. The quotient, limited to `WAITING`, is the maximum number of
/// sessions that are not ready: their client has not sent `initialized`.
const WAITING_SHARE: usize = 4;
const WAITING: std::ops::RangeInclusive<usize> = 16..=1024;

/// Returns the maximum number of sessions whose client has not sent `initialized`, for at most `max` others.
pub(super) fn waiting_places(max: usize) -> usize {
    (max / WAITING_SHARE).clamp(*WAITING.start(), *WAITING.end())
}
