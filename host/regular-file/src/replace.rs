//! Durable replacement of a file: a power failure leaves either the old or the new file, and later writes stay in
//! order. All functions block.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Replaces `target` by the file at the path `fresh` in the same folder. `file` is the handle that wrote the new file.
/// When this function returns, both the content and the name of the file are on the disk.
///
/// # Errors
/// The error of the system. If the rename failed, `target` is unchanged.
pub fn replace(file: &File, fresh: &Path, target: &Path) -> io::Result<()> {
    file.sync_all()?;
    std::fs::rename(fresh, target)?;
    sync_folder(target)
}

/// Replaces `target` by a file with the content `bytes`, which only the user of this process can read. If several
/// processes replace the file at the same time, the version of one of them remains.
///
/// # Errors
/// The error of the system. If the rename failed, `target` is unchanged.
pub fn replace_document(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut fresh = tempfile::NamedTempFile::new_in(folder(target))?;
    fresh.write_all(bytes)?;
    fresh.as_file().sync_all()?;
    fresh.persist(target)?;
    sync_folder(target)
}

/// Makes a completed rename of `file` durable. Otherwise a power failure could restore the old file and lose everything
/// that was added to the new one.
///
/// # Errors
/// The error of the system.
#[cfg(unix)]
pub fn sync_folder(file: &Path) -> io::Result<()> {
    File::open(folder(file))?.sync_all()
}

/// Does nothing: on other systems a folder cannot be opened like a file, and the system writes renames in order.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn sync_folder(_file: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the folder that contains `file`; `.` if the path names no folder.
fn folder(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}
