//! Detects when the configuration file has stopped changing.
//!
//! This module observes the size, time and identity of the file, and how long they are unchanged.

use host_wire::Problems;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// Time without a change after which a file counts as complete. Programs write a file in several steps, which can
/// include truncating it. An ordinary write does not pause this long.
pub(super) const QUIET: Duration = Duration::from_millis(1500);
/// Time of continuous changes of the configuration file after which the host reports a problem in `/health`.
const RESTLESS: Duration = Duration::from_secs(30);
const PROBLEM: &str = "configuration file";

/// Size, time and identity of the configuration file. Each write changes at least one of them.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

/// Observed state of the configuration file: its last stamp (`None` if it is missing), and since when it is unchanged.
#[derive(Debug, Default)]
pub(super) struct Settling {
    last: Option<(Option<Stamp>, Instant)>,
    /// Time since which the file differs from the version that was read last; `None` if it is that version.
    changing_since: Option<Instant>,
    reported: bool,
}

impl Settling {
    /// Observes the configuration file. Returns how long it must still remain unchanged to count as completely written;
    /// `None` if it is complete. A missing file must remain missing for the same time. Blocks the thread.
    pub(super) fn wait(&mut self, file: &Path, quiet: Duration, now: Instant, problems: &Problems) -> Option<Duration> {
        let stamp = stamp(file);
        let since = match &self.last {
            Some((last, since)) if *last == stamp => *since,
            _ => {
                self.last = Some((stamp, now));
                now
            }
        };
        let changing_since = *self.changing_since.get_or_insert(now);
        let wait = quiet.saturating_sub(now.saturating_duration_since(since));
        if wait.is_zero() {
            return None;
        }
        if now.saturating_duration_since(changing_since) >= RESTLESS && !self.reported {
            self.reported = true;
            let text = format!(
                "the file has been changing for {} s and is not read; the configuration before stays active until the \
                 file is unchanged for {} ms",
                RESTLESS.as_secs(),
                quiet.as_millis()
            );
            tracing::error!("configuration: {text}");
            problems.set(PROBLEM, Some(text));
        }
        Some(wait)
    }

    /// Resets the observed state. Called when the configuration file is the version that was read last.
    pub(super) fn rest(&mut self, problems: &Problems) {
        *self = Self::default();
        problems.set(PROBLEM, None);
    }
}

fn stamp(file: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(file).ok()?;
    Some(Stamp {
        bytes: data.len(),
        modified: data.modified().ok(),
        inode: inode(&data),
    })
}

#[cfg(unix)]
fn inode(data: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(data)
}

#[cfg(not(unix))]
fn inode(_data: &std::fs::Metadata) -> u64 {
    0
}
