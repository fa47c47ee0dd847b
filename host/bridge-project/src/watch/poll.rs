//! Polling: remembers time and size of each file that matters, looks again every two seconds.
//!
//! `notify`'s own poller compares whole seconds and would miss a file that is saved twice within one.

use super::root::RootLook;
use super::{FOLDERS, Noticed, kind_of};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime};
use unity_project::DiskChange;
use walkdir::WalkDir;

pub(super) const EVERY: Duration = Duration::from_secs(2);

type Stamp = (Option<SystemTime>, u64);

/// What the folder looked like.
pub(super) struct Look {
    root: PathBuf,
    files: HashMap<String, Stamp>,
}

impl Look {
    pub(super) fn at(root: &Path) -> Self {
        let mut files = HashMap::new();
        for folder in FOLDERS {
            let entries = WalkDir::new(root.join(folder)).into_iter().flatten();
            for entry in entries.filter(|entry| entry.file_type().is_file()) {
                let Some(path) = unity_project::project::relative(entry.path(), root) else {
                    continue;
                };
                if kind_of(&path).is_some()
                    && let Ok(data) = entry.metadata()
                {
                    files.insert(path, (data.modified().ok(), data.len()));
                }
            }
        }
        Self {
            root: root.to_path_buf(),
            files,
        }
    }

    fn changed_to(&self, newer: &Self) -> DiskChange {
        let mut change = DiskChange::default();
        for (path, stamp) in &newer.files {
            match self.files.get(path) {
                Some(known) if known == stamp => {}
                known => super::note(&mut change, path, known.is_none()),
            }
        }
        for path in self.files.keys().filter(|path| !newer.files.contains_key(*path)) {
            super::note(&mut change, path, true);
        }
        change
    }
}

/// Looks again until nobody listens or the watch is dropped.
pub(super) fn watch(mut look: Look, mut root: RootLook, stop: &Receiver<()>, deliver: impl Fn(Noticed) -> bool) {
    while let Err(RecvTimeoutError::Timeout) = stop.recv_timeout(EVERY) {
        if let Some(change) = root.again()
            && !deliver(Noticed::Root(change))
        {
            return;
        }
        let newer = Look::at(&look.root);
        let change = look.changed_to(&newer);
        look = newer;
        if change != DiskChange::default() && !deliver(Noticed::Inside(change)) {
            return;
        }
    }
}
