//! `Folder`: an open handle of a project folder. Files are read, created and removed through the handle, even if its
//! path leads to another folder later.
//!
//! This module also contains the temporary files in the folder. `swap` replaces one file by another.

use super::spelling::Spelling;
use super::{NotWritten, moved_error};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use same_file::Handle;
use std::fs::Permissions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use unity_files::{MAX_FILE_BYTES, Project};

/// Maximum number of names that are tried for one temporary file. If all are in use, writing the file fails.
const TRIES: usize = 100;

static NEXT: AtomicU64 = AtomicU64::new(0);

/// An opened folder of the Unity project, through which a save reads and writes files.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) dir: Dir,
    /// The path of the folder when it was opened, without symbolic links.
    pub(super) path: PathBuf,
    handle: Handle,
}

impl Folder {
    /// Opens the folder `below` inside the project folder `root`. Links that lead out of `root` are rejected.
    ///
    /// # Errors
    /// The error of the file system.
    pub(super) fn open(root: &Path, below: &Path) -> io::Result<Self> {
        let above = Dir::open_ambient_dir(root, ambient_authority())?;
        let dir = if below.as_os_str().is_empty() {
            above
        } else {
            above.open_dir(below)?
        };
        Ok(Self {
            handle: Handle::from_file(dir.try_clone()?.into_std_file())?,
            dir,
            path: root.join(below),
        })
    }

    /// Opens the folder `below` of the project, in which `asset` is to be changed. No folder of the path may be a link.
    ///
    /// # Errors
    /// `Forbidden` for a link, `Changed` if the folder does not exist or was just replaced.
    pub(super) fn to_change(project: &Project, below: &Path, asset: &str) -> Result<Self, NotWritten> {
        let root = project.root().canonicalize();
        let root = root.map_err(|error| NotWritten::Failed(format!("the project folder cannot be opened: {error}")))?;
        let shown = below.display();
        let folder = Self::open(&root, below)
            .map_err(|error| NotWritten::Changed(format!("the folder {shown} cannot be opened: {error}")))?;
        match folder.is_in_place() {
            true => Ok(folder),
            false if folder.path.symlink_metadata().is_ok() => Err(NotWritten::Forbidden(format!(
                "{shown} is a link or inside one; the host changes only real folders of the project"
            ))),
            false => Err(moved_error(asset)),
        }
    }

    /// Opens the folder of an asset path as `to_change`, and returns it with the last name of the path.
    pub(super) fn of_asset<'p>(project: &Project, path: &'p str) -> Result<(Self, &'p str), NotWritten> {
        let (below, name) = path
            .rsplit_once('/')
            .ok_or_else(|| NotWritten::Forbidden(format!("{path} is in no folder")))?;
        Ok((Self::to_change(project, Path::new(below), path)?, name))
    }

    /// True if the folder's path still leads to this folder and contains no symbolic link.
    pub(super) fn is_in_place(&self) -> bool {
        self.path.canonicalize().is_ok_and(|real| real == self.path)
            && Handle::from_path(&self.path).is_ok_and(|now| now == self.handle)
    }

    /// Returns the bytes of a regular file in this folder. Does not follow a symbolic link or block on a pipe.
    ///
    /// # Errors
    /// The error of the file system, or the file is not a regular file.
    pub(super) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let no_file = || io::Error::other("it is not a regular file");
        if !self.dir.symlink_metadata(name)?.is_file() {
            return Err(no_file());
        }
        let mut options = OpenOptions::new();
        options.read(true);
        // If another process replaces the file by a link or a pipe before it is opened, these flags prevent following
        // the link and waiting for the pipe.
        #[cfg(unix)]
        {
            let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOFOLLOW;
            cap_std::fs::OpenOptionsExt::custom_flags(&mut options, i32::try_from(flags.bits()).unwrap_or(0));
        }
        let file = self.dir.open_with(name, &options)?;
        if !file.metadata()?.is_file() {
            return Err(no_file());
        }
        let mut bytes = Vec::new();
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// True if the folder has an entry with this name, or if the system reports an error.
    pub(super) fn has(&self, name: &str) -> bool {
        let there = self.dir.symlink_metadata(name);
        !there.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    }

    /// True if the folder has an entry that is spelled exactly like that.
    pub(super) fn has_exactly(&self, name: &str) -> bool {
        let entries = self.dir.entries().into_iter().flatten().flatten();
        Spelling::among(entries.map(|entry| entry.file_name()), name).is_exact
    }

    /// Syncs the file names in the folder to disk. Ignores errors, because some systems cannot sync a folder.
    pub(super) fn keep_names(&self) {
        let _ = self.dir.open(".").and_then(|folder| folder.sync_all());
    }
}

/// A temporary file next to a project file that is written. Dropping this value deletes the temporary file.
#[derive(Debug)]
pub(super) struct Beside {
    pub(super) folder: Rc<Folder>,
    pub(super) name: String,
}

impl Beside {
    /// Chooses a new temporary name, but creates no file.
    pub(super) fn with_unused_name(folder: &Rc<Folder>) -> Self {
        // Unity ignores files whose names begin with a dot.
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            folder: Rc::clone(folder),
            name: format!(".saving-{}-{number}.tmp", std::process::id()),
        }
    }

    /// Writes the bytes to a new temporary file and syncs it to disk.
    ///
    /// # Errors
    /// The file system reports an error; then the new file is deleted.
    pub(super) fn write(folder: &Rc<Folder>, bytes: &[u8], permissions: Permissions) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
        for _ in 0..TRIES {
            let new = Self::with_unused_name(folder);
            let file = match folder.dir.open_with(&new.name, &options) {
                Ok(file) => file,
                Err(error) => {
                    let is_taken = error.kind() == io::ErrorKind::AlreadyExists;
                    // This call did not create the file, so dropping `new` must not delete it.
                    new.leave();
                    if is_taken {
                        continue;
                    }
                    return Err(error);
                }
            };
            let mut file = file.into_std();
            file.write_all(bytes)?;
            file.set_permissions(permissions)?;
            file.sync_all()?;
            return Ok(new);
        }
        Err(io::Error::other("cannot find a free name for a temporary file"))
    }

    /// Prevents the deletion of the temporary file, and returns its name.
    pub(super) fn leave(mut self) -> String {
        std::mem::take(&mut self.name)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.name.is_empty() {
            let _ = self.folder.dir.remove_file(&self.name);
        }
    }
}
