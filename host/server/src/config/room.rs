//! The maximum size of a request, and the check that `server.memory` is large enough for one request.
//!
//! This module relates request size to `server.memory`. `host-wire` uses that memory.

use super::{Problem, units};
use host_api::CallLimits;

/// Maximum size of a request body in bytes if `limits.arguments` is small; it is never lower.
const LEAST_BODY: usize = 4 << 20;
/// Minimum ratio of `server.memory` to the largest request body, because the parsed values of a body and the requests
/// of other clients need memory too.
const PARTS: usize = 3;

/// Maximum size of a request body in bytes: twice `limits.arguments` plus 1 MiB, and at least `LEAST_BODY`. Arguments
/// arrive inside a JSON-RPC envelope, and a client may escape every character.
pub(crate) fn largest_body(limits: &CallLimits) -> usize {
    LEAST_BODY.max(limits.arguments.saturating_mul(2).saturating_add(1 << 20))
}

/// Returns an error if `memory` (bytes) is too small for the largest request. `place` is the source of the value.
pub(crate) fn problem(memory: usize, limits: &CallLimits, place: &str) -> Option<Problem> {
    let least = largest_body(limits).saturating_mul(PARTS);
    if memory >= least {
        return None;
    }
    let show = |bytes: usize| units::show_size(u64::try_from(bytes).unwrap_or(u64::MAX));
    let text = format!(
        "`server.memory` is \"{}\", too little for one request with the arguments that `limits.arguments` = \
         \"{}\" allows; set it to \"{}\" or more, or lower `limits.arguments`",
        show(memory),
        show(limits.arguments),
        show(least)
    );
    Some(Problem::new(place, text))
}
