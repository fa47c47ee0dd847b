//! Whether the configuration file has stopped changing.
//!
//! Belongs here: size, time and identity of the file, and how long they have been the same. Does not: reading the file.

use host_wire::Problems;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// Programs write a file in several steps, among them truncating it. A file that has not changed for this time is
/// complete; the time is longer than any plain write takes.
pub(super) const QUIET: Duration = Duration::from_millis(1500);
/// A file that never stops changing for this long is reported.
const RESTLESS: Duration = Duration::from_secs(30);
const PROBLEM: &str = "configuration file";

/// Size, time and identity of a file; a write changes at least one of them.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

/// The file's last stamp (`None` if there is no file) and when it was first observed.
#[derive(Debug, Default)]
pub(super) struct Settling {
    last: Option<(Option<Stamp>, Instant)>,
    /// Since when the file differs from the one that was read last.
    changing_since: Option<Instant>,
    reported: bool,
}

impl Settling {
    /// Observes the file; returns how long it must still stay unchanged before it counts as complete, `None` if it does.
    /// A file that is missing must stay missing for the same time. Blocking.
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

    /// The file is the one that was read last.
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
