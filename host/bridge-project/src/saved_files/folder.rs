//! One folder of the project, held open: whatever its path comes to lead to, files are read, made and removed in this one.
//!
//! Belongs here: the handle, files beside the one that is written. Does not: which file takes whose place (`swap`).

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use same_file::Handle;
use std::fs::Permissions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use unity_project::project::MAX_FILE_BYTES;

/// Names tried for one file.
const TRIES: usize = 100;

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A folder that was opened once.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) dir: Dir,
    /// Where it was then, links resolved.
    pub(super) path: PathBuf,
    handle: Handle,
}

impl Folder {
    /// Opens the folder at `below` in the project's; nothing leads out of that.
    ///
    /// # Errors
    /// What the system says.
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

    /// Whether its path still leads to it, and without any link.
    pub(super) fn is_in_place(&self) -> bool {
        self.path.canonicalize().is_ok_and(|real| real == self.path)
            && Handle::from_path(&self.path).is_ok_and(|now| now == self.handle)
    }

    /// A regular file's bytes; links are not followed, and nobody is waited for.
    ///
    /// # Errors
    /// What the system says, or that it is no regular file.
    pub(super) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let no_file = || io::Error::other("it is no regular file");
        if !self.dir.symlink_metadata(name)?.is_file() {
            return Err(no_file());
        }
        let mut options = OpenOptions::new();
        options.read(true);
        // A link or a pipe put there in between is neither followed nor waited for.
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

    /// True where there is anything of that name, or nobody can tell.
    pub(super) fn has(&self, name: &str) -> bool {
        let there = self.dir.symlink_metadata(name);
        !there.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    }

    /// Makes the names themselves durable; not every system lets a folder be synced.
    pub(super) fn keep_names(&self) {
        let _ = self.dir.open(".").and_then(|folder| folder.sync_all());
    }
}

/// A file of ours beside the others, removed once it is dropped.
#[derive(Debug)]
pub(super) struct Beside {
    pub(super) folder: Rc<Folder>,
    pub(super) name: String,
}

impl Beside {
    /// A name in the folder that nothing has.
    pub(super) fn named(folder: &Rc<Folder>) -> Self {
        // Unity looks at no file with such a name.
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            folder: Rc::clone(folder),
            name: format!(".saving-{}-{number}.tmp", std::process::id()),
        }
    }

    /// These bytes in a new file, on the disk.
    ///
    /// # Errors
    /// What the system says; nothing is left then.
    pub(super) fn write(folder: &Rc<Folder>, bytes: &[u8], permissions: Permissions) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
        for _ in 0..TRIES {
            let new = Self::named(folder);
            let file = match folder.dir.open_with(&new.name, &options) {
                Ok(file) => file,
                Err(error) => {
                    let is_taken = error.kind() == io::ErrorKind::AlreadyExists;
                    // Not ours to remove.
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
        Err(io::Error::other("no name is left for a file beside it"))
    }

    /// Leaves what has the name where it is.
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
