//! Detects changes of bundles by change events if the file system sends them, otherwise by a scan every two seconds.
//!
//! This module watches and debounces. `folders` finds the changes; `publish` handles them.

use crate::options::{BundleFolder, WatchMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::Notify;
use tokio::time::Instant;

/// Time for which a bundle's files must be unchanged before a scan. A scan that is too early is detected and repeated.
const QUIET: Duration = Duration::from_millis(30);
/// Maximum time from a change of a bundle's files to the scan, even if the files keep changing.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// Interval between scans if there are no change events.
const POLL_EVERY: Duration = Duration::from_secs(2);

/// A watcher of the bundle folders. It does not watch recursively: a bundle is at most two levels deep, and deeper
/// folders would only use up the watch limit of the system.
pub(crate) struct Watch {
    watcher: Option<RecommendedWatcher>,
    watched: HashMap<PathBuf, Identity>,
    /// True if scans at an interval are needed for at least one folder.
    polls: bool,
    mode: WatchMode,
}

/// The creation time of a folder, which distinguishes it from a folder that replaces it; `None` if it is unknown.
type Identity = Option<SystemTime>;

impl Watch {
    /// Creates a watcher without folders; `follow` adds them. Each event notifies `changed`. Blocks the thread.
    pub(crate) fn new(mode: WatchMode, folders: &[BundleFolder], changed: Arc<Notify>) -> Self {
        let mut watch = Self {
            watcher: None,
            watched: HashMap::new(),
            polls: mode == WatchMode::Poll,
            mode,
        };
        if mode != WatchMode::Auto {
            return watch;
        }
        if let Some((folder, system)) = folders
            .iter()
            .find_map(|one| Some((one, quiet_file_system(&one.path)?)))
        {
            tracing::warn!(
                folder = %folder.path.display(),
                file_system = system,
                "change events do not arrive reliably from this file system; scanning the bundles every {} s", POLL_EVERY.as_secs()
            );
            watch.polls = true;
            return watch;
        }
        match notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.map_or(true, |event| event.need_rescan() || is_change(event.kind)) {
                changed.notify_one();
            }
        }) {
            Ok(watcher) => watch.watcher = Some(watcher),
            Err(error) => watch.poll_instead(&error),
        }
        watch
    }

    /// Sets the watched folders to exactly `folders`. If one cannot be watched, all are polled. Blocks the thread.
    pub(crate) fn follow(&mut self, folders: &[PathBuf]) {
        let Some(watcher) = &mut self.watcher else { return };
        // A folder that was missing may exist now.
        self.polls = false;
        self.watched.retain(|folder, _| {
            let keep = folders.contains(folder);
            if !keep {
                // The folder may be gone already, and its watch with it.
                let _ = watcher.unwatch(folder);
            }
            keep
        });
        for folder in folders {
            let identity = identity(folder);
            if self.watched.get(folder) == Some(&identity) && identity.is_some() {
                continue;
            }
            match watcher.watch(folder, RecursiveMode::NonRecursive) {
                Ok(()) => {
                    self.watched.insert(folder.clone(), identity);
                }
                Err(error) if folder.exists() => return self.poll_instead(&error),
                // The folder does not exist yet: only another scan can find it.
                Err(_) => self.polls = true,
            }
        }
    }

    fn poll_instead(&mut self, error: &notify::Error) {
        let reason = match error.kind {
            notify::ErrorKind::MaxFilesWatch => {
                "the system's watch limit is reached (fs.inotify.max_user_watches)".to_owned()
            }
            _ => error.to_string(),
        };
        tracing::warn!(
            reason,
            "bundles cannot be watched; scanning them every {} s instead",
            POLL_EVERY.as_secs()
        );
        self.watcher = None;
        self.watched.clear();
        self.polls = true;
    }

    pub(crate) fn poll_every(&self) -> Option<Duration> {
        (self.polls && self.mode != WatchMode::Off).then_some(POLL_EVERY)
    }
}

/// True if the event reports a change. The host's own reading causes access events, which would start an endless loop
/// of scans.
fn is_change(kind: EventKind) -> bool {
    use notify::event::{AccessKind, AccessMode};
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

/// Returns `None`, so that each folder is watched again at every scan. On Linux, inotify watches an inode, and the
/// system reuses inode numbers, so that nothing tells a folder from its successor.
#[cfg(target_os = "linux")]
fn identity(_: &Path) -> Identity {
    None
}

#[cfg(not(target_os = "linux"))]
fn identity(folder: &Path) -> Identity {
    std::fs::metadata(folder).ok()?.created().ok()
}

/// Returns the name of the folder's file system if it sends no events for changes by other machines; otherwise `None`.
#[cfg(target_os = "linux")]
fn quiet_file_system(folder: &Path) -> Option<&'static str> {
    // Magic numbers of statfs(2); WSL mounts Windows drives as 9p and wslfs.
    const QUIET_SYSTEMS: [(u32, &str); 10] = [
        (0x6969, "nfs"),
        (0x517b, "smb"),
        (0xfe53_4d42, "smb2"),
        (0xff53_4d42, "cifs"),
        (0x0102_1997, "9p"),
        (0x5346_4846, "wslfs"),
        (0x6573_5546, "fuse"),
        (0x786f_4256, "vboxsf"),
        (0x5346_414f, "afs"),
        (0x7375_7245, "coda"),
    ];
    let magic = rustix::fs::statfs(folder).ok()?.f_type as u32;
    QUIET_SYSTEMS
        .iter()
        .find(|(known, _)| *known == magic)
        .map(|(_, name)| *name)
}

#[cfg(not(target_os = "linux"))]
fn quiet_file_system(_: &Path) -> Option<&'static str> {
    None
}

/// The schedule of scans of the bundle folders: a scan starts when the files have not changed for some time.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    /// Times of the first and the latest change event since the last scan; `None` if there was no event.
    pending: Option<(Instant, Instant)>,
    /// The time of a scan of the bundle folders that does not depend on events; `None` if none is scheduled.
    at: Option<Instant>,
}

impl Schedule {
    pub(crate) fn note_change(&mut self, now: Instant) {
        let first = self.pending.map_or(now, |(first, _)| first);
        self.pending = Some((first, now));
    }

    /// Schedules a scan of the bundle folders at `now + after`, unless an earlier scan is scheduled.
    pub(crate) fn look_after(&mut self, now: Instant, after: Duration) {
        let at = now + after;
        self.at = Some(self.at.map_or(at, |known| known.min(at)));
    }

    pub(crate) fn due(&self) -> Option<Instant> {
        let settled = self
            .pending
            .map(|(first, latest)| (latest + QUIET).min(first + LONGEST_WAIT));
        match (settled, self.at) {
            (Some(settled), Some(at)) => Some(settled.min(at)),
            (settled, at) => settled.or(at),
        }
    }

    pub(crate) fn start_scan(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_scan_after_quiet_period_or_maximum_delay() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut schedule = Schedule::default();
        assert_eq!(schedule.due(), None);
        schedule.note_change(at(0));
        schedule.note_change(at(30));
        assert_eq!(schedule.due(), Some(at(60)));
        for step in 1..100 {
            schedule.note_change(at(step * 20));
        }
        assert_eq!(schedule.due(), Some(at(500)));
        schedule.start_scan();
        assert_eq!(schedule.due(), None);
        schedule.look_after(at(0), Duration::from_secs(2));
        schedule.look_after(at(0), Duration::from_secs(5));
        assert_eq!(schedule.due(), Some(at(2000)));
        schedule.note_change(at(100));
        assert_eq!(schedule.due(), Some(at(130)));
    }

    #[test]
    fn treats_writes_but_not_reads_as_changes() {
        use notify::event::{AccessKind, AccessMode, CreateKind};
        assert!(!is_change(EventKind::Access(AccessKind::Open(AccessMode::Read))));
        assert!(!is_change(EventKind::Access(AccessKind::Close(AccessMode::Read))));
        assert!(is_change(EventKind::Access(AccessKind::Close(AccessMode::Write))));
        assert!(is_change(EventKind::Create(CreateKind::Folder)));
    }

    #[tokio::test]
    async fn reports_changes_in_a_watched_folder_after_it_was_replaced() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let folder = root.path().join("bundle");
        std::fs::create_dir(&folder).expect("created");
        let changed = Arc::new(Notify::new());
        let roots = [BundleFolder {
            path: root.path().to_owned(),
            bundled: false,
        }];
        let mut watch = Watch::new(WatchMode::Auto, &roots, Arc::clone(&changed));
        let follow = [root.path().to_owned(), folder.clone()];
        watch.follow(&follow);
        if watch.poll_every().is_some() {
            return; // This machine has no change events here; polling is active.
        }
        std::fs::write(folder.join("a"), b"1").expect("written");
        changed.notified().await;
        std::fs::remove_dir_all(&folder).expect("removed");
        std::fs::create_dir(&folder).expect("created again");
        changed.notified().await;
        watch.follow(&follow);
        while tokio::time::timeout(Duration::from_millis(200), changed.notified())
            .await
            .is_ok()
        {}
        std::fs::write(folder.join("b"), b"2").expect("written");
        changed.notified().await;
        assert_eq!(watch.poll_every(), None);
    }
}
