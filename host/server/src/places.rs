//! Files and folders that only their owner may read.
//!
//! This module creates and checks them. `host_regular_file` sets options and modes; `config` and `core` select paths.

pub(crate) use host_regular_file::create_private_folder;
use host_regular_file::{FolderCheck, Links, check_folder, private};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Checks that no other user may write in the data folder and its folders, because such a user could control the host.
/// Logs a warning for a folder in which a group of this process may write.
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

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// Creates a file that only its owner can access, and writes `bytes` to it. Fails if the file exists.
pub(crate) fn write_private_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut opened = create_private_new(file)?;
    opened.write_all(bytes)?;
    opened.sync_all()
}

/// Creates a file for writing that only its owner can access. Fails if the file exists.
pub(crate) fn create_private_new(file: &Path) -> io::Result<File> {
    private().write(true).create_new(true).open(file)
}

/// Opens a file or device for appending; creates a missing file. Follows a link unless another user created it.
pub(crate) fn append_private(file: &Path) -> io::Result<File> {
    let mut options = private();
    options.append(true).create(true);
    match is_device(file) {
        true => options.open(file),
        false => host_regular_file::open_with(file, options, Links::Own),
    }
}

/// True if the file is a character device, such as `/dev/null`. Opening one does not block, unlike a pipe. A link to a
/// device counts only below `/dev`; elsewhere it would discard data that the operator wants to keep.
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
