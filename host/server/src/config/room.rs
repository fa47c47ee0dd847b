//! How large a request may be, and that `server.memory` has room for one of them.
//!
//! Belongs here: what must hold between the two settings. Does not: what takes from that memory (`host-wire`).

use super::{Problem, units};
use host_api::CallLimits;

/// Whatever the limits say, a body of this size is read.
const LEAST_BODY: usize = 4 << 20;
/// Parts of the memory of which the largest body may be one: it is read into values beside its own bytes, and others are
/// served as well.
const PARTS: usize = 3;

/// Bytes of the largest request body. Arguments arrive inside a JSON-RPC envelope, and a client may escape every character.
pub(crate) fn largest_body(limits: &CallLimits) -> usize {
    LEAST_BODY.max(limits.arguments.saturating_mul(2).saturating_add(1 << 20))
}

/// What is wrong where the memory has no room for the largest request.
pub(crate) fn problem(memory: usize, limits: &CallLimits, place: &str) -> Option<Problem> {
    let least = largest_body(limits).saturating_mul(PARTS);
    (memory < least).then(|| {
        let show = |bytes: usize| units::show_size(u64::try_from(bytes).unwrap_or(u64::MAX));
        let text = format!(
            "`server.memory` is \"{}\", too little for one request with the arguments that `limits.arguments` = \"{}\" lets in; \
             set it to \"{}\" or more, or lower `limits.arguments`",
            show(memory),
            show(limits.arguments),
            show(least)
        );
        Problem::new(place, text)
    })
}
