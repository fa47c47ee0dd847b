//! Durable replacement of a file: a power failure leaves either the old or the new file, and later writes stay in
//! order.

use std::fs::File;
use std::io;
use std::path::Path;

/// Replaces `target` by `fresh`, which was written through `file`, in the same folder. When this returns, both its
/// bytes and its name are on disk. Blocks.
pub fn replace(file: File, fresh: &Path, target: &Path) -> io::Result<()> {
    file.sync_all()?;
    drop(file);
    std::fs::rename(fresh, target)?;
    sync_folder(target)
}

/// Without it the old file could come back, and all that was added to the new one would be lost.
#[cfg(unix)]
pub(crate) fn sync_folder(file: &Path) -> io::Result<()> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// On other systems a folder cannot be opened like a file; the system writes renames in order.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_file: &Path) -> io::Result<()> {
    Ok(())
}
