//! A list of the host's limits that are reached now, so that new work is rejected.
//!
//! `/health` shows this list. Other modules enforce the limits.

use crate::state::Wire;
use host_api::CoreMetrics;

/// Returns one sentence for each limit that is reached now, with the name of its setting.
pub(crate) fn reached_limits(wire: &Wire, core: &CoreMetrics) -> Vec<String> {
    let (options, budget) = (&wire.options, &wire.budget);
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let bounds = [
        (
            "calls in flight",
            count(wire.in_flight.taken_count()),
            count(wire.in_flight.max()),
            "server.max-in-flight",
        ),
        (
            "streams",
            count(wire.streams.taken_count()),
            count(wire.streams.max()),
            "server.max-streams",
        ),
        (
            "connections",
            count(wire.connections.taken_count()),
            count(options.max_connections),
            "server.max-connections",
        ),
        // The last eighth is reserved for the answers of running calls.
        (
            "bytes for clients",
            count(budget.taken_bytes()),
            count(budget.limit() / 8 * 7),
            "server.memory",
        ),
        (
            "bytes of guests",
            core.guest_memory,
            core.guest_memory_limit,
            "limits.total-memory",
        ),
    ];
    bounds
        .into_iter()
        // A limit of 0 means that there is no limit.
        .filter(|(_, taken, most, _)| *most > 0 && taken >= most)
        .map(|(what, taken, _, setting)| format!("capacity: {taken} {what}, the maximum of `{setting}` for new work"))
        .collect()
}
