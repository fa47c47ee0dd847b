//! Files and folders that only their owner may read.
//!
//! Belongs here: creating and checking them. Does not: options and modes (`host_regular_file`), paths (`config`,
//! `core`).

pub(crate) use host_regular_file::create_private_folder;
use host_regular_file::{FolderCheck, Links, check_folder, private};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Checks that no other user may write in the data folder and the folders in it, because that user could control the
/// host. Logs a folder that a group of this process may write to.
///
/// # Errors
/// A sentence with the folder, its owner, its mode and the remedy.
pub(crate) fn check_data_folder(data: &Path) -> Result<(), String> {
    let within = folders_in(data).into_iter();
    let projects = folders_in(&data.join("edits")).into_iter();
    for folder in std::iter::once(data.to_owned()).chain(within).chain(projects) {
        if let FolderCheck::OfGroup(warning) = check_folder(&folder)? {
            tracing::warn!("{warning}");
        }
    }
    Ok(())
}

/// The folders directly in `folder`; empty if it does not exist.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// Creates a file, accessible only to its owner, and writes `bytes` to it. An existing file is an error.
pub(crate) fn write_private_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut opened = create_private_new(file)?;
    opened.write_all(bytes)?;
    opened.sync_all()
}

/// Creates a file for writing, accessible only to its owner. An existing file is an error.
pub(crate) fn create_private_new(file: &Path) -> io::Result<File> {
    private().write(true).create_new(true).open(file)
}

/// Opens a regular file or a device for appending; creates a missing file. Follows a link unless another user made it.
pub(crate) fn append_private(file: &Path) -> io::Result<File> {
    let mut options = private();
    options.append(true).create(true);
    match is_device(file) {
        true => options.open(file),
        false => host_regular_file::open_with(file, options, Links::Own),
    }
}

/// True if the file is a character device, such as one that discards all writes; opening it does not wait, unlike a
/// pipe. A link to a device counts only below `/dev`: elsewhere, it would discard data that the operator wants to keep.
#[cfg(unix)]
fn is_device(file: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let facts = match file.starts_with("/dev") {
        true => std::fs::metadata(file),
        false => std::fs::symlink_metadata(file),
    };
    facts.is_ok_and(|facts| facts.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_device(_file: &Path) -> bool {
    false
}
