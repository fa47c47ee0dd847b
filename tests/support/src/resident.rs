//! How much memory a process holds, as far as the system says.
//!
//! Belongs here: reading that. Does not: how much is too much.

/// Bytes of one process that lie in memory.
#[derive(Clone, Copy, Debug)]
pub struct Resident {
    /// Now.
    pub now: usize,
    /// The most that it ever held.
    pub most: usize,
}

impl Resident {
    /// Of the process `pid`; `None` where it is gone or the system does not say (all but Linux).
    pub fn read(pid: u32) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
            Some(kilobytes << 10)
        };
        Some(Self {
            now: bytes("VmRSS:")?,
            most: bytes("VmHWM:")?,
        })
    }
}
