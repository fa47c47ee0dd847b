//! Opening a file that somebody else put there, who may have put a pipe or a device instead.
//!
//! Belongs here: opening. Does not: how much is read of it, or what it holds.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file, or a link to one, for reading, without waiting for anybody.
///
/// # Errors
/// What the system says, or that it is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Opening a pipe for reading would wait until somebody writes to it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0),
    );
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    Ok(file)
}
