//! Whether a Unity has the project open.
//!
//! Unity makes `Temp/UnityLockfile` when it opens a project and removes it when it quits. On Windows it keeps the file open
//! so that nobody else can, and one that a crash left can be opened; elsewhere nothing tells the two apart, so the file alone
//! counts.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

const LOCK: &str = "Temp/UnityLockfile";

/// Why it counts as open; `None` where it does not.
pub(crate) fn held(root: &Path) -> Option<String> {
    let path = root.join(LOCK);
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 0);
    let there = match std::fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return Some(format!("{LOCK} can't be looked at: {error}")),
        Ok(_) if cfg!(windows) => options.open(&path),
        Ok(_) => return Some(format!("{LOCK} is there")),
    };
    match there {
        Ok(_) => None,
        Err(error) => Some(format!("{LOCK} is held: {error}")),
    }
}
