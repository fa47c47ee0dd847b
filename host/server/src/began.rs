//! When this process began, as others see it who ask the system for it.
//!
//! Belongs here: that one moment. Does not: what it is told for (`host_file`).

use std::sync::OnceLock;
use std::time::SystemTime;

/// Clock ticks that Linux tells programs of in a second, whatever its own clock does.
const TICKS: u64 = 100;

static NOTED: OnceLock<SystemTime> = OnceLock::new();

/// To be said first of all: where the system does not tell when this process began, this is the moment.
pub(crate) fn note() {
    NOTED.get_or_init(SystemTime::now);
}

/// Milliseconds since 1970; `None` where neither the system tells it nor it was noted.
pub(crate) fn when() -> Option<u64> {
    told_by_linux().or_else(|| {
        let since = NOTED.get()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        u64::try_from(since.as_millis()).ok()
    })
}

/// From the system's own tables: whoever compares reads the same ones.
fn told_by_linux() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let boot = std::fs::read_to_string("/proc/stat").ok()?;
    // The program's name stands in brackets and may hold anything.
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
    fn a_process_began_before_now_and_not_long_ago() {
        note();
        let began = when().expect("it was noted at least");
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        let now = u64::try_from(now.as_millis()).unwrap();
        // Both sides allow for 5 s of clocks; a test may have run for an hour.
        assert!(began <= now + 5_000 && began + 3_600_000 > now, "{began} {now}");
    }
}
