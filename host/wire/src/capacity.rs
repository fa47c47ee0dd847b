//! Which bounds of the host are reached now, so that new work is refused.
//!
//! Belongs here: the list of bounds that `/health` looks at. Does not: taking from them.

use crate::state::Wire;
use host_api::CoreMetrics;

/// One sentence for each bound that is reached, naming its setting.
pub(crate) fn reached(wire: &Wire, core: &CoreMetrics) -> Vec<String> {
    let (options, budget) = (&wire.options, &wire.budget);
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let bounds = [
        (
            "calls in flight",
            count(wire.in_flight.taken()),
            count(wire.in_flight.max()),
            "server.max-in-flight",
        ),
        (
            "streams",
            count(wire.streams.taken()),
            count(wire.streams.max()),
            "server.max-streams",
        ),
        (
            "connections",
            count(wire.connections.taken()),
            count(options.max_connections),
            "server.max-connections",
        ),
        // The last eighth is for the answers of what is under way.
        (
            "bytes for clients",
            count(budget.taken()),
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
        // A bound of nothing is one that nobody set.
        .filter(|(_, taken, most, _)| *most > 0 && taken >= most)
        .map(|(what, taken, _, setting)| format!("capacity: {taken} {what}, as many as `{setting}` lets new work have"))
        .collect()
}
