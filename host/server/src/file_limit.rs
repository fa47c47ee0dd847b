//! How many files and sockets this process may hold open: as many as its user may have.
//!
//! Belongs here: raising the soft limit to the hard one, and saying when that is too little. Does not: how many connections
//! are served (`server.max-streams`).

/// More than any configuration needs; some systems call their hard limit infinite and refuse to set it.
#[cfg(unix)]
const ENOUGH: u64 = if cfg!(target_os = "macos") { 10_240 } else { 65_536 };

/// Sockets beside those that are counted: listeners, logs, project files, change events, connections without a request.
const BESIDE: u64 = 256;

/// How many files serving takes at most: a socket for each stream and for each call.
pub(crate) fn needed(streams: usize, calls: usize) -> u64 {
    [streams, calls]
        .into_iter()
        .map(|count| u64::try_from(count).unwrap_or(u64::MAX))
        .fold(BESIDE, u64::saturating_add)
}

/// Raises the soft limit. A system that refuses keeps its limit, which is no failure; one that stays below `needed` files
/// is told to a person.
#[cfg(unix)]
pub(crate) fn raise(needed: u64) {
    use rustix::process::{Resource, getrlimit};
    let now = getrlimit(Resource::Nofile);
    let enough = ENOUGH.max(needed);
    let wanted = now.maximum.map_or(enough, |most| most.min(enough));
    if now.current.is_some_and(|current| current < wanted) {
        raise_to(wanted, now.maximum);
    }
    let now = getrlimit(Resource::Nofile).current;
    if let Some(files) = now.filter(|files| *files < needed) {
        tracing::warn!(
            files,
            needed,
            "this process may hold fewer files open than `server.max-streams` and `server.max-in-flight` take; raise the \
             hard limit (`ulimit -Hn`) or lower them"
        );
    }
}

#[cfg(unix)]
fn raise_to(wanted: u64, maximum: Option<u64>) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let raised = Rlimit {
        current: Some(wanted),
        maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => tracing::debug!(files = wanted, "raised the limit of open files"),
        Err(error) => tracing::info!(%error, "the limit of open files stays as it is"),
    }
}

/// Windows has no such limit.
#[cfg(not(unix))]
pub(crate) fn raise(_needed: u64) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stream_and_call_counts_once() {
        assert_eq!(needed(1024, 512), 1024 + 512 + BESIDE);
        assert_eq!(needed(usize::MAX, usize::MAX), u64::MAX);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_soft_limit_reaches_what_is_needed_or_the_hard_one() {
        use rustix::process::{Resource, getrlimit};
        let needed = needed(1024, 512);
        raise(needed);
        let now = getrlimit(Resource::Nofile);
        let reached = |limit: u64| now.current.is_none_or(|current| current >= limit);
        assert!(reached(needed) || now.maximum.is_some_and(reached), "{now:?}");
    }
}
