//! Limit for sessions that are not ready: a client that only opens sessions does not evict working ones.

/// Divisor: sessions whose client has not sent `initialized` have separate slots, this part of the others' number,
/// within limits.
const WAITING_SHARE: usize = 4;
const WAITING: std::ops::RangeInclusive<usize> = 16..=1024;

/// Maximum number of sessions that are not ready, for `max` ready ones.
pub(super) fn waiting_places(max: usize) -> usize {
    (max / WAITING_SHARE).clamp(*WAITING.start(), *WAITING.end())
}
