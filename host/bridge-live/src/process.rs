//! The process of an instance: whether it still exists after its link was lost.
//!
//! Belongs here: the question to the operating system. Does not: the answers to callers of an ended instance (`session`).

use std::sync::atomic::{AtomicU32, Ordering};

/// The process of the last link, if it runs on this machine.
#[derive(Default)]
pub(crate) struct Process(AtomicU32);

/// The id of no process: the process is unknown, or runs where this host does not see it, such as in a container.
const NONE: u32 = 0;

impl Process {
    /// Records the process of a new link.
    pub(crate) fn linked(&self, pid: u32) {
        let seen = if exists(pid) { pid } else { NONE };
        self.0.store(seen, Ordering::Relaxed);
    }

    /// Returns true if the process has certainly ended. Another process may have its id by now, which counts as running.
    pub(crate) fn has_ended(&self) -> bool {
        let pid = self.0.load(Ordering::Relaxed);
        pid != NONE && !exists(pid)
    }
}

#[cfg(unix)]
fn exists(pid: u32) -> bool {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

/// Returns false: this system has no such check, so every process is unknown.
#[cfg(not(unix))]
fn exists(_pid: u32) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_a_process_that_was_seen_can_end() {
        let process = Process::default();
        assert!(!process.has_ended(), "unknown");
        process.linked(std::process::id());
        assert!(!process.has_ended(), "it runs");
        let mut child = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .expect("a process");
        process.linked(child.id());
        assert!(!process.has_ended());
        child.kill().expect("killed");
        child.wait().expect("ended");
        assert!(process.has_ended());
        // A process that this host never saw, such as one of a container.
        process.linked(child.id());
        assert!(!process.has_ended());
    }
}
