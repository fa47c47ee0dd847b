//! Polling: compares the modification time and size of each relevant file every two seconds.
//!
//! The poller of the crate `notify` compares whole seconds, so it would miss the second of two saves in one second.

use super::root::RootLook;
use super::{FOLDERS, Noticed, kind_of};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime};
use unity_files::DiskChange;
use walkdir::WalkDir;

pub(super) const EVERY: Duration = Duration::from_secs(2);

type Stamp = (Option<SystemTime>, u64);

/// The state of a project's files at one check: their modification times and sizes.
pub(super) struct Look {
    root: PathBuf,
    files: HashMap<String, Stamp>,
    /// Folders and files that could not be read during this check.
    unread: BTreeSet<PathBuf>,
}

impl Look {
    pub(super) fn scan(root: &Path) -> Self {
        let (mut files, mut unread) = (HashMap::new(), BTreeSet::new());
        for folder in FOLDERS {
            let entries = WalkDir::new(root.join(folder)).into_iter();
            let entries = entries.filter_map(|entry| match entry {
                Ok(entry) => Some(entry),
                Err(error) => {
                    unread.extend(error.path().map(Path::to_path_buf));
                    None
                }
            });
            for entry in entries.filter(|entry| entry.file_type().is_file()) {
                let Some(path) = unity_files::relative(entry.path(), root) else {
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
            unread,
        }
    }

    /// Reads the project folder again and returns the changes since the previous check.
    fn rescan(&mut self) -> DiskChange {
        let newer = Self::scan(&self.root);
        let change = self.changed_to(&newer);
        *self = newer;
        change
    }

    fn changed_to(&self, newer: &Self) -> DiskChange {
        let mut change = DiskChange {
            // An unreadable folder is reported even if it is empty.
            structure: self.unread != newer.unread,
            ..DiskChange::default()
        };
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

/// Checks the project folder at a fixed interval. Ends if `deliver` returns false or if the watch is dropped.
pub(super) fn watch(mut look: Look, mut root: RootLook, stop: &Receiver<()>, deliver: impl Fn(Noticed) -> bool) {
    while let Err(RecvTimeoutError::Timeout) = stop.recv_timeout(EVERY) {
        let inside = look.rescan();
        if let Some(noticed) = notice_with_root(inside, &mut root)
            && !deliver(noticed)
        {
            return;
        }
    }
}

/// Checks the project folder itself after its files, and returns the change to report. If another folder has replaced
/// the project folder, changes of files are dropped, because the files may belong to the other folder.
fn notice_with_root(inside: DiskChange, root: &mut RootLook) -> Option<Noticed> {
    let inside = (inside != DiskChange::default()).then_some(Noticed::Inside(inside));
    root.check().map(Noticed::Root).or(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::RootChange;

    #[test]
    fn reports_change_if_empty_folder_becomes_readable() {
        let root = tempfile::tempdir().unwrap();
        let mut look = Look::scan(root.path());
        let same = look.rescan();
        assert!(look.unread.contains(&root.path().join("Assets")), "it is not there");
        assert_eq!(same, DiskChange::default());
        std::fs::create_dir(root.path().join("Assets")).unwrap();
        let expected = DiskChange {
            structure: true,
            ..DiskChange::default()
        };
        assert_eq!(look.rescan(), expected);
        assert_eq!(look.rescan(), DiskChange::default());
    }

    #[test]
    fn reports_replaced_root_instead_of_changes_inside() {
        let scratch = tempfile::tempdir().unwrap();
        let [path, other] = ["P", "Q"].map(|name| scratch.path().join(name));
        for (folder, scene) in [(&path, "A"), (&other, "Z")] {
            for name in FOLDERS {
                std::fs::create_dir_all(folder.join(name)).unwrap();
            }
            std::fs::write(folder.join(format!("Assets/{scene}.unity")), "").unwrap();
        }
        let (mut files, mut root) = (Look::scan(&path), RootLook::new(&path));
        std::fs::write(path.join("Assets/B.unity"), "").unwrap();
        let inside = files.rescan();
        assert!(matches!(notice_with_root(inside, &mut root), Some(Noticed::Inside(change)) if change.structure));
        assert!(notice_with_root(files.rescan(), &mut root).is_none());
        std::fs::rename(&path, scratch.path().join("aside")).unwrap();
        std::fs::rename(&other, &path).unwrap();
        let inside = files.rescan();
        assert!(inside.assets.contains("Assets/Z.unity"));
        assert!(matches!(
            notice_with_root(inside, &mut root),
            Some(Noticed::Root(RootChange::Other))
        ));
    }
}
