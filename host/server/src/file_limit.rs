//! Raises the limit of open files and sockets (`RLIMIT_NOFILE`) of this process.
//!
//! This module raises the soft limit, and computes how many connections it allows. `wire` serves the connections.

/// Limit of open files to set (soft limit) if fewer are needed. Some systems report an infinite hard limit but reject
/// it as a soft limit.
#[cfg(unix)]
const ENOUGH: u64 = if cfg!(target_os = "macos") { 10_240 } else { 65_536 };

/// Number of open files reserved for everything except connections: listeners, logs, project files, change events.
const BESIDE: u64 = 256;
/// Minimum number of connections to serve, even with a low limit.
const LEAST: usize = 8;

/// Raises the process's limit of open files as far as `connections` need it; returns how many connections it allows.
pub(crate) fn room_for(connections: usize) -> usize {
    let needed = needed_files(connections);
    let files = raise(needed);
    let served = affordable(connections, files);
    if served < connections {
        tracing::warn!(
            files,
            needed,
            served,
            "the limit of open files is too low for `server.max-connections`, so fewer connections are served; raise \
             the hard limit (`ulimit -Hn`) or lower `server.max-connections`"
        );
    }
    served
}

fn needed_files(connections: usize) -> u64 {
    BESIDE.saturating_add(u64::try_from(connections).unwrap_or(u64::MAX))
}

/// Returns the number of connections that `files` open files allow. `None` means no limit.
fn affordable(connections: usize, files: Option<u64>) -> usize {
    let Some(files) = files else { return connections };
    let left = usize::try_from(files.saturating_sub(BESIDE)).unwrap_or(usize::MAX);
    connections.min(left.max(LEAST))
}

/// Raises the soft limit of open files to at least `needed` if the hard limit allows it. Returns the current soft
/// limit; `None` if there is no limit. A refusal by the system is no error.
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
        Err(error) => tracing::info!(%error, "the limit of open files is unchanged"),
    }
}

/// Does nothing and returns `None`: other systems have no such limit of open files.
#[cfg(not(unix))]
fn raise(_needed: u64) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_connections_to_the_available_files() {
        assert_eq!(needed_files(1024), 1024 + BESIDE);
        assert_eq!(needed_files(usize::MAX), u64::MAX);
        assert_eq!(affordable(1024, None), 1024);
        assert_eq!(affordable(1024, Some(1024 + BESIDE)), 1024);
        assert_eq!(affordable(1024, Some(1000 + BESIDE)), 1000);
        assert_eq!(affordable(1024, Some(64)), LEAST);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn raises_soft_limit_to_need_or_hard_limit() {
        use rustix::process::{Resource, getrlimit};
        let needed = needed_files(1024);
        let reached = raise(needed);
        let now = getrlimit(Resource::Nofile);
        assert_eq!(reached, now.current);
        let reaches = |limit: u64| now.current.is_none_or(|current| current >= limit);
        assert!(reaches(needed) || now.maximum.is_some_and(reaches), "{now:?}");
    }
}
