//! Files and folders that only their owner may look into.
//!
//! Belongs here: creating them so on each system. Does not: what lies where (`config`, `core`).

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Creates `folder` and what is missing above it; the folder itself is for the owner only.
pub(crate) fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Writes a file that does not exist yet.
pub(crate) fn write_private_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut opened = create_private_new(file)?;
    opened.write_all(bytes)?;
    opened.sync_all()
}

/// Opens a file that does not exist yet for writing.
pub(crate) fn create_private_new(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options).open(file)
}

/// Opens a file for appending, creating it where it is missing.
pub(crate) fn append_private(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    private(&mut options).open(file)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600)
}

/// On Windows the user's own folders already keep others out, and what is created in them inherits that.
#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}
