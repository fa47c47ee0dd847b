//! An open folder during the walk. Its entries are opened by name relative to it, so that the system does not resolve a
//! long path for each of thousands of small files.

use std::fs::File;
use std::io;
use std::path::Path;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    File,
    Folder,
    /// The entry is a symbolic link, or the listing does not contain its kind.
    LinkOrUnknown,
    /// The entry is neither file, folder nor link, for example a pipe or a device.
    Other,
}

/// All entries of one folder, sorted by name.
#[derive(Debug, Default)]
pub(super) struct Listing {
    pub(super) entries: Vec<Entry>,
    /// Number of entries that could not be listed, or whose name is not valid Unicode.
    pub(super) failed: usize,
}

impl Listing {
    fn add(&mut self, name: Option<&str>, kind: Kind) {
        match name {
            Some(name) => self.entries.push(Entry {
                name: name.to_owned(),
                kind,
            }),
            None => self.failed += 1,
        }
    }

    fn into_sorted(mut self) -> Self {
        self.entries.sort_unstable();
        self
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.entries
            .binary_search_by(|entry| entry.name.as_str().cmp(name))
            .is_ok()
    }
}

#[cfg(target_os = "linux")]
mod system {
    use super::{File, Kind, Listing, Path, io};
    use rustix::fd::OwnedFd;
    use rustix::fs::{CWD, FileType, Mode, OFlags, RawDir, openat};

    /// Size in bytes of the buffer for the entries that one system call returns.
    const ROOM: usize = 32 * 1024;

    #[derive(Debug)]
    pub(in super::super) struct Folder(OwnedFd);

    impl Folder {
        const FLAGS: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

        /// Opens the folder at that path; links are followed.
        pub(in super::super) fn open(path: &Path) -> io::Result<Self> {
            Ok(Self(openat(CWD, path, Self::FLAGS, Mode::empty())?))
        }

        /// Opens an entry of this folder that was listed as a folder. Fails if a link has replaced the folder since
        /// then.
        pub(in super::super) fn folder(&self, name: &str, _path: &Path) -> io::Result<Self> {
            let flags = Self::FLAGS | OFlags::NOFOLLOW;
            Ok(Self(openat(&self.0, name, flags, Mode::empty())?))
        }

        /// Opens an entry of this folder that was listed as a file. Fails if a link has replaced the file since then.
        pub(in super::super) fn file(&self, name: &str, _path: &Path) -> io::Result<File> {
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            Ok(File::from(openat(&self.0, name, flags, Mode::empty())?))
        }

        /// Lists the entries of the folder. `room` is a buffer, which the caller reuses for the next folder.
        pub(in super::super) fn list(&self, room: &mut Vec<u8>) -> Listing {
            let mut listing = Listing::default();
            room.reserve(ROOM);
            let mut entries = RawDir::new(&self.0, room.spare_capacity_mut());
            while let Some(entry) = entries.next() {
                let Ok(entry) = entry else {
                    listing.failed += 1;
                    break;
                };
                let kind = match entry.file_type() {
                    FileType::RegularFile => Kind::File,
                    FileType::Directory => Kind::Folder,
                    FileType::Symlink | FileType::Unknown => Kind::LinkOrUnknown,
                    _ => Kind::Other,
                };
                match entry.file_name().to_str() {
                    Ok("." | "..") => {}
                    name => listing.add(name.ok(), kind),
                }
            }
            listing.into_sorted()
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{File, Kind, Listing, Path, io};
    use std::path::PathBuf;

    #[derive(Debug)]
    pub(in super::super) struct Folder(PathBuf);

    impl Folder {
        pub(in super::super) fn open(path: &Path) -> io::Result<Self> {
            Ok(Self(path.to_path_buf()))
        }

        pub(in super::super) fn folder(&self, _name: &str, path: &Path) -> io::Result<Self> {
            Self::open(path)
        }

        pub(in super::super) fn file(&self, _name: &str, path: &Path) -> io::Result<File> {
            Ok(host_regular_file::open(path)?.0)
        }

        pub(in super::super) fn list(&self, _room: &mut Vec<u8>) -> Listing {
            let mut listing = Listing::default();
            let Ok(entries) = self.0.read_dir() else {
                listing.failed += 1;
                return listing;
            };
            for entry in entries {
                let Ok((name, kind)) = entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?))) else {
                    listing.failed += 1;
                    continue;
                };
                let kind = match kind {
                    _ if kind.is_file() => Kind::File,
                    _ if kind.is_dir() => Kind::Folder,
                    _ if kind.is_symlink() => Kind::LinkOrUnknown,
                    _ => Kind::Other,
                };
                listing.add(name.to_str(), kind);
            }
            listing.into_sorted()
        }
    }
}

pub(super) use system::Folder;
