//! How many files and sockets this process may hold open: as many as its user may have.
//!
//! Belongs here: raising the soft limit to the hard one, and how many connections that leaves room for. Does not: serving
//! them (`wire`).

/// More than any configuration needs; some systems call their hard limit infinite and refuse to set it.
#[cfg(unix)]
const ENOUGH: u64 = if cfg!(target_os = "macos") { 10_240 } else { 65_536 };

/// Files beside connections: listeners, logs, project files, change events.
const BESIDE: u64 = 256;
/// Connections that are served whatever the limit says.
const LEAST: usize = 8;

/// Raises the limit as far as `connections` need it, and says how many can be served: where each of them takes the last
/// file, nothing else of this process works either. Fewer than asked for is told to a person.
pub(crate) fn room_for(connections: usize) -> usize {
    let needed = needed(connections);
    let files = raise(needed);
    let served = affordable(connections, files);
    if served < connections {
        tracing::warn!(
            files,
            needed,
            served,
            "this process may hold fewer files open than `server.max-connections` takes, so fewer connections are served; \
             raise the hard limit (`ulimit -Hn`) or lower it"
        );
    }
    served
}

/// How many files serving takes at most.
fn needed(connections: usize) -> u64 {
    BESIDE.saturating_add(u64::try_from(connections).unwrap_or(u64::MAX))
}

/// How many connections so many files leave room for; `None` = there is no limit.
fn affordable(connections: usize, files: Option<u64>) -> usize {
    let Some(files) = files else { return connections };
    let left = usize::try_from(files.saturating_sub(BESIDE)).unwrap_or(usize::MAX);
    connections.min(left.max(LEAST))
}

/// Raises the soft limit, and says where it is now. A system that refuses keeps its limit, which is no failure.
#[cfg(unix)]
fn raise(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let now = getrlimit(Resource::Nofile);
    let enough = ENOUGH.max(needed);
    let wanted = now.maximum.map_or(enough, |most| most.min(enough));
    if now.current.is_some_and(|current| current < wanted) {
        raise_to(wanted, now.maximum);
    }
    getrlimit(Resource::Nofile).current
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
fn raise(_needed: u64) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_get_what_the_limit_leaves() {
        assert_eq!(needed(1024), 1024 + BESIDE);
        assert_eq!(needed(usize::MAX), u64::MAX);
        assert_eq!(affordable(1024, None), 1024);
        assert_eq!(affordable(1024, Some(1024 + BESIDE)), 1024);
        assert_eq!(affordable(1024, Some(1000 + BESIDE)), 1000);
        assert_eq!(affordable(1024, Some(64)), LEAST);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_soft_limit_reaches_what_is_needed_or_the_hard_one() {
        use rustix::process::{Resource, getrlimit};
        let needed = needed(1024);
        let reached = raise(needed);
        let now = getrlimit(Resource::Nofile);
        assert_eq!(reached, now.current);
        let reaches = |limit: u64| now.current.is_none_or(|current| current >= limit);
        assert!(reaches(needed) || now.maximum.is_some_and(reaches), "{now:?}");
    }
}
