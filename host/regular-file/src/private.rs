//! Files and folders that only the user of this process can read.

use crate::{Links, open_with};
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// Returns options for files that only the user of this process can read. On Windows, files inherit the permissions of
/// the user's own folder.
pub fn private() -> OpenOptions {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "the mode is set on Unix alone"))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates the folder and its missing parents. Only the user of this process can use the created folders.
///
/// # Errors
/// The error of the system.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates the folder if it is missing, as `create_private_folder` does, and locks its file `lock`. Returns `None` if
/// another process holds that lock. The system releases the lock when the process ends in any way.
///
/// # Errors
/// The error of the system, and the errors of `open_with`.
pub fn lock_folder(path: &Path) -> io::Result<Option<File>> {
    create_private_folder(path)?;
    try_lock(&path.join("lock"))
}

/// Locks the file, and creates it if it is missing. Returns `None` if another process holds that lock.
///
/// # Errors
/// The error of the system, and the errors of `open_with`.
pub fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let lock = open_lock(path)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a file that only serves as a lock, and creates it if it is missing.
///
/// # Errors
/// The errors of `open_with`.
pub fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = private();
    options.write(true).create(true).truncate(false);
    open_with(path, options, Links::Refused)
}
