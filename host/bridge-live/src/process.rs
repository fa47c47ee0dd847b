//! The process of an instance: whether it still exists after its link was lost.
//!
//! Belongs here: the question to the operating system. Does not: the answers to callers of an ended instance (`session`).

use std::sync::{Mutex, PoisonError};

/// The process of the last link, if it runs where this host sees it. `None` for an unknown process.
#[derive(Default)]
pub(crate) struct Process(Mutex<Option<(u32, Start)>>);

/// A value that two processes with the same id do not share, if the system reports one.
type Start = u64;

/// The answer of the system about a process id.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Gone,
    Running(Start),
    Unknown,
}

impl Process {
    /// Records the process of a new link. `started` is its start time as the instance declares it.
    pub(crate) fn linked(&self, pid: u32, started: Option<&str>) {
        let seen = match find(pid) {
            Found::Running(start) if is_same(start, started) => Some((pid, start)),
            _ => None,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = seen;
    }

    /// Returns true if the process has certainly ended, also if another process has its id by now.
    pub(crate) fn has_ended(&self) -> bool {
        let seen = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.is_some_and(|(pid, start)| match find(pid) {
            Found::Gone => true,
            Found::Running(now) => now != start,
            Found::Unknown => false,
        })
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::{Found, Start};
    use std::io::ErrorKind;

    /// Clock ticks per second in the files of `/proc`, independent of the kernel's internal clock.
    const TICKS: u64 = 100;

    /// Maximum difference of the clocks of both sides.
    const TOLERANCE_MS: u64 = 5_000;

    /// Returns the start of the process in clock ticks since the boot.
    pub(super) fn find(pid: u32) -> Found {
        let stat = match std::fs::read(format!("/proc/{pid}/stat")) {
            Ok(stat) => String::from_utf8_lossy(&stat).into_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Found::Gone,
            Err(error) if error.raw_os_error() == Some(rustix::io::Errno::SRCH.raw_os_error()) => return Found::Gone,
            Err(_) => return Found::Unknown,
        };
        // The program's name is in parentheses and may contain any character.
        let mut parts = stat
            .rsplit_once(')')
            .map_or("", |(_, behind)| behind)
            .split_whitespace();
        match (parts.next(), parts.nth(18).and_then(|ticks| ticks.parse().ok())) {
            // It has ended, and its parent has not noticed it yet.
            (Some("Z" | "X"), _) => Found::Gone,
            (Some(_), Some(ticks)) => Found::Running(ticks),
            _ => Found::Unknown,
        }
    }

    /// True if the process started when the instance declares. In a container, the instance can have an id that belongs
    /// to another process here.
    pub(super) fn is_same(start: Start, started: Option<&str>) -> bool {
        let declared = started.and_then(|started| started.parse::<u64>().ok());
        declared
            .zip(millis(start))
            .is_some_and(|(declared, here)| declared.abs_diff(here) <= TOLERANCE_MS)
    }

    pub(super) fn millis(start: Start) -> Option<u64> {
        let stat = std::fs::read_to_string("/proc/stat").ok()?;
        let boot = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
        let boot: u64 = boot.trim().parse().ok()?;
        boot.checked_mul(1_000)?.checked_add(start.checked_mul(1_000)? / TICKS)
    }
}

#[cfg(target_os = "linux")]
use linux::{find, is_same};

/// This system reports no start time, so another process with the same id counts as running.
#[cfg(all(unix, not(target_os = "linux")))]
fn find(pid: u32) -> Found {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    match pid.map(rustix::process::test_kill_process) {
        None | Some(Err(rustix::io::Errno::SRCH)) => Found::Gone,
        Some(_) => Found::Running(0),
    }
}

/// This system has no such check, so every process is unknown.
#[cfg(not(unix))]
fn find(_pid: u32) -> Found {
    Found::Unknown
}

#[cfg(not(target_os = "linux"))]
fn is_same(_start: Start, _started: Option<&str>) -> bool {
    true
}

/// Returns the start of a process as an instance declares it.
#[cfg(all(test, target_os = "linux"))]
pub(crate) fn declared_start(pid: u32) -> Option<String> {
    match find(pid) {
        Found::Running(start) => linux::millis(start).map(|millis| millis.to_string()),
        _ => None,
    }
}

#[cfg(all(test, unix, not(target_os = "linux")))]
pub(crate) fn declared_start(_pid: u32) -> Option<String> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::{Child, Command};

    fn child() -> Child {
        Command::new("sleep").arg("60").spawn().expect("a process")
    }

    #[test]
    fn only_a_process_that_was_seen_can_end() {
        let process = Process::default();
        assert!(!process.has_ended(), "unknown");
        let own = std::process::id();
        process.linked(own, declared_start(own).as_deref());
        assert!(!process.has_ended(), "it runs");
        let mut child = child();
        let started = declared_start(child.id());
        process.linked(child.id(), started.as_deref());
        assert!(!process.has_ended());
        child.kill().expect("killed");
        child.wait().expect("ended");
        assert!(process.has_ended());
        // A process that this host never saw, such as one of a container.
        process.linked(child.id(), started.as_deref());
        assert!(!process.has_ended());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn process_with_another_start_time_is_another_process() {
        let process = Process::default();
        let mut child = child();
        let started: u64 = declared_start(child.id()).expect("a time").parse().expect("a number");
        for declared in [None, Some("soon".to_owned()), Some((started - 60_000).to_string())] {
            // An unrelated process of this machine has the id that the instance has in its container.
            process.linked(child.id(), declared.as_deref());
            assert_eq!(*process.0.lock().expect("a lock"), None, "{declared:?}");
        }
        process.linked(child.id(), Some(&(started + 1_000).to_string()));
        assert!(!process.has_ended());
        // A later process got the id.
        process.0.lock().expect("a lock").as_mut().expect("seen").1 -= 1;
        assert!(process.has_ended());
        child.kill().expect("killed");
        child.wait().expect("ended");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn process_that_its_parent_did_not_wait_for_has_ended() {
        let process = Process::default();
        let mut child = child();
        process.linked(child.id(), declared_start(child.id()).as_deref());
        child.kill().expect("killed");
        while !process.has_ended() {
            std::thread::yield_now();
        }
        child.wait().expect("ended");
    }
}
