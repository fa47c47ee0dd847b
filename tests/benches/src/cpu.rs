//! CPU time and memory of a process, from Linux' `/proc`.
//!
//! Belongs here: reading the kernel's accounts. Does not: what is accounted for.

use anyhow::{Context, Result};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;

/// Seconds that the calling thread has run.
pub(crate) fn thread_seconds() -> Result<f64> {
    schedule(Path::new("/proc/thread-self/schedstat"))
}

/// Seconds that process `pid` has run: all its living threads to the nanosecond, or the kernel's own sum with ended
/// threads in clock ticks, whichever is more.
pub(crate) fn process_seconds(pid: u32) -> Result<f64> {
    let mut living = 0.0;
    for entry in std::fs::read_dir(format!("/proc/{pid}/task")).context("CPU figures need Linux' /proc")? {
        // A thread may end between listing and reading; the other sum has it.
        living += schedule(&entry?.path().join("schedstat")).unwrap_or_default();
    }
    Ok(living.max(ticks(&format!("/proc/{pid}/stat"), 11)?))
}

/// What each living thread of a process has run, to the nanosecond: for stretches so short that clock ticks would round
/// them away.
pub(crate) struct Threads(HashMap<OsString, f64>);

impl Threads {
    pub(crate) fn read(pid: u32) -> Result<Self> {
        let mut threads = HashMap::new();
        for entry in std::fs::read_dir(format!("/proc/{pid}/task")).context("CPU figures need Linux' /proc")? {
            let entry = entry?;
            // A thread may end between listing and reading.
            if let Ok(seconds) = schedule(&entry.path().join("schedstat")) {
                threads.insert(entry.file_name(), seconds);
            }
        }
        Ok(Self(threads))
    }

    /// Seconds run since `earlier`. What a thread did that ended in between is missing.
    pub(crate) fn seconds_since(&self, earlier: &Self) -> f64 {
        let run = |(thread, now): (&OsString, &f64)| now - earlier.0.get(thread).copied().unwrap_or_default();
        self.0.iter().map(run).sum()
    }
}

/// Resident memory of process `pid` in MiB.
pub(crate) fn resident(pid: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).context("memory figures need Linux' /proc")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes: f64 = line
        .and_then(|line| line.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .context("no VmRSS in /proc")?;
    Ok(kibibytes / 1024.0)
}

fn schedule(file: &Path) -> Result<f64> {
    let text = std::fs::read_to_string(file).context("CPU figures need Linux' /proc")?;
    let nanoseconds: f64 = text
        .split_whitespace()
        .next()
        .and_then(|number| number.parse().ok())
        .context("no run time in schedstat")?;
    Ok(nanoseconds / 1e9)
}

/// The sum of user and system time at `field` and the one after it; Linux counts 100 ticks a second for readers.
fn ticks(file: &str, field: usize) -> Result<f64> {
    let text = std::fs::read_to_string(file).context("CPU figures need Linux' /proc")?;
    let (_, fields) = text.rsplit_once(')').context("an odd /proc stat")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let number = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok());
    let (user, system) = (number(field), number(field + 1));
    Ok((user.context("no user time")? + system.context("no system time")?) / 100.0)
}
