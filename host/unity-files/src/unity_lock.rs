//! Detects that a Unity editor has the project open.
//!
//! Unity creates `Temp/UnityLockfile` when it opens a project and removes it when it quits. On Windows, Unity prevents
//! other processes from opening the file, so a file that can be opened is left from a crash. On other systems the two
//! cases cannot be distinguished, so the project counts as open if the file exists.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

const LOCK: &str = "Temp/UnityLockfile";

/// Returns the reason why the project counts as open in a Unity editor; `None` if it does not.
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
