//! Detects that the project folder disappeared, was restored, or was replaced by another folder.
//!
//! The caller decides how to react. `watch` reports changes of files in the folder.

use super::FOLDERS;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use unity_files::is_root;

/// A change of the project folder itself, not of a file in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootChange {
    /// There is no project at the path of the project folder any more.
    Gone,
    /// The project folder exists again, or folders directly below it were replaced. Any file in it may have changed.
    Anew,
    /// Another folder, which also contains a project, is now at the path of the project folder.
    Other,
}

/// The identity of a folder. It includes the creation time, because the operating system reuses inode numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    number: Option<(u64, u64)>,
    made: Option<SystemTime>,
}

impl Identity {
    fn read(folder: &Path) -> Option<Self> {
        let data = std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir)?;
        #[cfg(unix)]
        let number = {
            use std::os::unix::fs::MetadataExt;
            Some((data.dev(), data.ino()))
        };
        #[cfg(not(unix))]
        let number = None;
        Some(Self {
            number,
            made: data.created().ok(),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// The identity of the project folder; `None` if there is no project at the path.
    root: Option<Identity>,
    folders: [Option<Identity>; FOLDERS.len()],
}

impl Standing {
    fn read(root: &Path) -> Self {
        Self {
            root: is_root(root).then(|| Identity::read(root)).flatten(),
            folders: FOLDERS.map(|folder| Identity::read(&root.join(folder))),
        }
    }
}

/// A detector for changes of the project folder itself. It stores the identity of the folder.
pub(super) struct RootLook {
    /// The configured path of the project. If it contains a symbolic link, the link may later point to another folder.
    path: PathBuf,
    /// The identity of the last project folder at this path; `None` if there was none.
    known: Option<Identity>,
    now: Standing,
}

impl RootLook {
    pub(super) fn new(path: &Path) -> Self {
        let now = Standing::read(path);
        Self {
            path: path.to_path_buf(),
            known: now.root,
            now,
        }
    }

    /// Compares the project folder with its state at the previous check. Returns the change; `None` if there is none.
    pub(super) fn check(&mut self) -> Option<RootChange> {
        let before = std::mem::replace(&mut self.now, Standing::read(&self.path));
        if self.now == before {
            return None;
        }
        let Some(root) = self.now.root else {
            return before.root.map(|_| RootChange::Gone);
        };
        match self.known.replace(root) {
            Some(known) if known == root => Some(RootChange::Anew),
            _ => Some(RootChange::Other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(root: &Path) {
        for folder in FOLDERS {
            std::fs::create_dir_all(root.join(folder)).unwrap();
        }
    }

    #[test]
    fn distinguishes_removed_restored_and_replaced_folder() {
        let scratch = tempfile::tempdir().unwrap();
        let (root, aside) = (scratch.path().join("P"), scratch.path().join("Q"));
        make(&root);
        let mut look = RootLook::new(&root);
        assert_eq!(look.check(), None);
        std::fs::rename(&root, &aside).unwrap();
        assert_eq!((look.check(), look.check()), (Some(RootChange::Gone), None));
        std::fs::rename(&aside, &root).unwrap();
        assert_eq!((look.check(), look.check()), (Some(RootChange::Anew), None));
        // The second folder exists beside the first one, so that the system cannot reuse an inode number.
        make(&aside);
        std::fs::rename(&root, scratch.path().join("old")).unwrap();
        std::fs::rename(&aside, &root).unwrap();
        assert_eq!((look.check(), look.check()), (Some(RootChange::Other), None));
    }

    #[test]
    fn treats_project_without_assets_folder_as_removed() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path();
        make(root);
        let mut look = RootLook::new(root);
        std::fs::rename(root.join("Assets"), root.join("aside")).unwrap();
        assert_eq!(look.check(), Some(RootChange::Gone));
        std::fs::create_dir(root.join("Assets")).unwrap();
        assert_eq!(look.check(), Some(RootChange::Anew));
        // A folder inside the project changed: no watcher covers the new one yet.
        std::fs::remove_dir(root.join("Packages")).unwrap();
        assert_eq!(look.check(), Some(RootChange::Anew));
    }

    #[test]
    fn reports_other_root_if_folder_becomes_a_project() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path().join("P");
        let mut look = RootLook::new(&root);
        assert_eq!(look.check(), None);
        make(&root);
        assert_eq!(look.check(), Some(RootChange::Other));
    }
}
