//! Opens files safely, even if another process has replaced a file by a pipe, a device, a link or a file of another
//! user.
//!
//! This crate opens and replaces files, and checks owners and modes of folders. It reads no content.

mod folder;
mod ownership;
mod private;
mod replace;
mod writing;

pub use folder::{FolderCheck, check_folder};
pub use ownership::{check_owner, open_own};
pub use private::{create_private_folder, lock_folder, open_lock, private, try_lock};
pub use replace::{replace, replace_document, sync_folder};
pub use writing::{Links, open_with};

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Opens a regular file, or a link to one, for reading, without blocking on another process. Also returns the metadata
/// of the opened file.
///
/// # Errors
/// The error of the system, or an error if the file is not regular.
pub fn open(path: &Path) -> io::Result<(File, Metadata)> {
    // Opening a device may have a side effect.
    regular(&std::fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // A pipe that another process puts there in between would block until a process writes to it.
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

/// Returns the path of an opened file with all links resolved. Prefers the path that the system reports for the open
/// file, since `path` may lead to another file by now.
///
/// # Errors
/// The error of the system.
pub fn place(file: &File, path: &Path) -> io::Result<PathBuf> {
    let asked = asked_of_system(file);
    asked.map_or_else(|| path.canonicalize(), Ok)
}

#[cfg(target_os = "linux")]
fn asked_of_system(file: &File) -> Option<PathBuf> {
    use std::os::fd::AsRawFd;
    // `/proc` may be missing.
    std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()
}

#[cfg(target_vendor = "apple")]
fn asked_of_system(file: &File) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let place = rustix::fs::getpath(file).ok()?;
    Some(std::ffi::OsString::from_vec(place.into_bytes()).into())
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn asked_of_system(_file: &File) -> Option<PathBuf> {
    None
}

pub(crate) fn regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("it is no regular file"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    #[test]
    fn returns_path_of_opened_file_after_link_changes() {
        let folder = std::env::temp_dir().canonicalize().expect("a temporary folder");
        let folder = folder.join(format!("regular-file-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("in")).expect("a new folder");
        std::fs::create_dir_all(folder.join("out")).expect("a new folder");
        for name in ["in/a", "out/a"] {
            std::fs::write(folder.join(name), name).expect("a written file");
        }
        let link = folder.join("link");
        std::os::unix::fs::symlink("out", &link).expect("a link");
        let path = link.join("a");
        let (file, _) = open(&path).expect("a file");
        std::fs::remove_file(&link).expect("a removed link");
        std::os::unix::fs::symlink("in", &link).expect("a link");
        assert_eq!(path.canonicalize().expect("a file"), folder.join("in/a"));
        assert_eq!(place(&file, &path).expect("a place"), folder.join("out/a"));
        std::fs::remove_dir_all(folder).expect("a removed folder");
    }
}
