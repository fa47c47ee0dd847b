//! Detects that a Unity editor has the project open.
//!
//! Unity creates `Temp/UnityLockfile` when it opens a project and removes it when it quits. On Windows, Unity keeps the
//! file open so that no other process can open it, but a process can open a file that a crash left. On other systems
//! the two cases look the same, so the existence of the file alone counts.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

const LOCK: &str = "Temp/UnityLockfile";

/// Returns the reason why the project counts as open in an editor; `None` if it does not.
pub fn lock_reason(root: &Path) -> Option<String> {
    let path = root.join(LOCK);
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 0);
    let there = match std::fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => return Some(format!("cannot inspect {LOCK}: {error}")),
        Ok(_) if cfg!(windows) => options.open(&path),
        Ok(_) => return Some(format!("{LOCK} exists")),
    };
    match there {
        Ok(_) => None,
        Err(error) => Some(format!("cannot open {LOCK}: {error}")),
    }
}
