//! The start time of this process, as other processes can query it from the system.
//!
//! `host_file` uses the start time.

use std::sync::OnceLock;
use std::time::SystemTime;

/// Clock ticks per second in the files of `/proc`, independent of the kernel's internal clock.
const TICKS: u64 = 100;

static NOTED: OnceLock<SystemTime> = OnceLock::new();

/// Records the process's start time for systems that do not report it. Must be the first call in the process.
pub(crate) fn note() {
    NOTED.get_or_init(SystemTime::now);
}

/// Returns the start of this process in milliseconds since 1970; `None` if neither the system nor `note` provides it.
pub(crate) fn start_millis() -> Option<u64> {
    linux_start_millis().or_else(|| {
        let since = NOTED.get()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        u64::try_from(since.as_millis()).ok()
    })
}

/// Returns the start of this process in milliseconds since 1970 from `/proc`, or `None`. Other processes do the same.
fn linux_start_millis() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let boot = std::fs::read_to_string("/proc/stat").ok()?;
    // The program's name is in parentheses and may contain any character.
    let (_, behind) = stat.rsplit_once(')')?;
    let ticks: u64 = behind.split_whitespace().nth(19)?.parse().ok()?;
    let boot = boot.lines().find_map(|line| line.strip_prefix("btime "))?;
    let boot: u64 = boot.trim().parse().ok()?;
    Some(boot * 1_000 + ticks * 1_000 / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn process_start_is_before_now_and_recent() {
        note();
        let began = start_millis().expect("`note` was called");
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        let now = u64::try_from(now.as_millis()).unwrap();
        // Both sides allow for 5 s of clock difference; a test may have run for an hour.
        assert!(began <= now + 5_000 && began + 3_600_000 > now, "{began} {now}");
    }
}
