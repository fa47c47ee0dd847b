//! Opening a file that somebody else put there, who may have put a pipe or a device instead.
//!
//! Belongs here: opening. Does not: how much is read of it, or what it holds.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file, or a link to one, for reading, without waiting for anybody; with the facts of what was opened.
///
/// # Errors
/// What the system says, or that it is no regular file.
pub fn open(path: &Path) -> io::Result<(File, Metadata)> {
    // Opening a device may do something by itself.
    regular(&std::fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // A pipe put there in between would wait until somebody writes to it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0),
    );
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    regular(&metadata)?;
    Ok((file, metadata))
}

fn regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("it is no regular file"))
    }
}
