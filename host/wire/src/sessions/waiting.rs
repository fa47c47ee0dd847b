//! Room for sessions that are not ready: whoever only opens them pushes nobody out who works.

/// Sessions whose client has not said `initialized` have places of their own: one in so many of the others', within bounds.
const WAITING_SHARE: usize = 4;
const WAITING: std::ops::RangeInclusive<usize> = 16..=1024;

/// How many sessions may not be ready, beside so many that are.
pub(super) fn waiting_places(max: usize) -> usize {
    (max / WAITING_SHARE).clamp(*WAITING.start(), *WAITING.end())
}
