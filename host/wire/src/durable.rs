//! Replacing a file so that a power cut leaves the old one or the new one, and what comes after stays after.

use std::fs::File;
use std::io;
use std::path::Path;

/// Puts `fresh`, written through `file`, in the place of `target` in the same folder. When this returns, both its bytes and
/// its name are on the disk. Blocks.
pub(crate) fn replace(file: File, fresh: &Path, target: &Path) -> io::Result<()> {
    file.sync_all()?;
    drop(file);
    std::fs::rename(fresh, target)?;
    sync_folder(target)
}

/// Without it the old file could come back, and all that was added to the new one be gone.
#[cfg(unix)]
pub(crate) fn sync_folder(file: &Path) -> io::Result<()> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// Elsewhere a folder cannot be opened like a file; the system writes renamings in order.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_file: &Path) -> io::Result<()> {
    Ok(())
}
