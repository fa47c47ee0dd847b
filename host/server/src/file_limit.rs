//! How many files and sockets this process may hold open: as many as its user may have.
//!
//! Belongs here: raising the soft limit to the hard one. Does not: how many connections are served (`server.max-streams`).

/// More than any configuration needs; some systems call their hard limit infinite and refuse to set it.
#[cfg(unix)]
const ENOUGH: u64 = if cfg!(target_os = "macos") { 10_240 } else { 65_536 };

/// Raises the soft limit. A system that refuses keeps its limit, which is logged and no failure.
#[cfg(unix)]
pub(crate) fn raise() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = now.maximum.map_or(ENOUGH, |most| most.min(ENOUGH));
    if now.current.is_none_or(|current| current >= wanted) {
        return;
    }
    let raised = Rlimit {
        current: Some(wanted),
        maximum: now.maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => tracing::debug!(files = wanted, "raised the limit of open files"),
        Err(error) => tracing::info!(files = now.current, %error, "the limit of open files stays as it is"),
    }
}

/// Windows has no such limit.
#[cfg(not(unix))]
pub(crate) fn raise() {}
