//! Files that agents have the host write: one folder of the host behind a handle that cannot be left.
//!
//! Belongs here: which paths name a picture, writing one that is not there yet. Does not: what is in it, who may have it written.

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use host_bridge::{BridgeError, BridgeErrorKind};
use host_scripts_folder::{check_name, quoted};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Bytes of a path below the folder.
const MAX_PATH: usize = 1_024;

/// Bytes of a name; more than that no file system takes.
const MAX_NAME: usize = 255;

/// Folders that a file may lie deep.
const MAX_DEPTH: usize = 16;

/// Bytes of all files in it.
const MOST_BYTES: u64 = 1 << 30;

/// Entries that are looked at for that.
const MOST_ENTRIES: usize = 50_000;

/// Where they lie. Nothing is held open between two calls.
#[derive(Clone, Debug)]
pub struct ExportsFolder(PathBuf);

/// A checked path below the folder: plain names only, the last one ends in `.png`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PicturePath(Vec<String>);

impl PicturePath {
    /// Checks what a caller gave: relative; `/` and `\` both separate; the same on every system, since what one ignores, another
    /// one resolves.
    ///
    /// # Errors
    /// `InvalidArgument`, with what is wrong with it.
    pub fn parse(given: &str) -> Result<Self, BridgeError> {
        names(given).map(Self).map_err(|why| {
            BridgeError::new(BridgeErrorKind::InvalidArgument, format!("output_path {why}"))
                .with_hint("give a path below the exports folder of the host's data folder, such as shots/now.png")
        })
    }

    fn relative(&self) -> PathBuf {
        self.0.iter().collect()
    }
}

fn names(path: &str) -> Result<Vec<String>, String> {
    let shown = quoted(path);
    if path.trim().is_empty() {
        return Err("is empty".to_owned());
    }
    if path.len() > MAX_PATH {
        return Err(format!("has {} bytes, at most {MAX_PATH} are taken", path.len()));
    }
    let names: Vec<&str> = path.split(['/', '\\']).collect();
    if names.len() > MAX_DEPTH + 1 {
        return Err(format!("is {} folders deep, at most {MAX_DEPTH}", names.len() - 1));
    }
    for name in &names {
        if name.is_empty() {
            return Err(format!("is {shown}, which is absolute or has an empty name"));
        }
        if matches!(*name, "." | "..") {
            return Err(format!(
                "is {shown}, expected names of folders: `{name}` leads elsewhere"
            ));
        }
        if name.len() > MAX_NAME {
            return Err(format!(
                "has a name of {} bytes, at most {MAX_NAME} are taken",
                name.len()
            ));
        }
        check_name(name).map_err(|why| format!("is {shown}, which cannot be used: {why}"))?;
    }
    let last = names.last().copied().unwrap_or_default();
    let stem = last.len().checked_sub(4).and_then(|at| last.split_at_checked(at));
    if !stem.is_some_and(|(stem, end)| end.eq_ignore_ascii_case(".png") && !stem.is_empty()) {
        return Err(format!("is {shown}, expected a name that ends in .png"));
    }
    Ok(names.into_iter().map(str::to_owned).collect())
}

impl ExportsFolder {
    /// It need not exist yet.
    pub fn new(folder: &Path) -> Self {
        Self(std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()))
    }

    /// Blocking.
    ///
    /// # Errors
    /// `Conflict` where something has that name already.
    pub fn is_free(&self, path: &PicturePath) -> Result<(), BridgeError> {
        match self.open()? {
            // Whatever cannot be looked at is told as the file is made.
            Some(folder) if folder.symlink_metadata(path.relative()).is_ok() => Err(taken(path)),
            _ => Ok(()),
        }
    }

    /// Makes the file, and the folders above it; nothing is written over. The file's place. Blocking.
    ///
    /// # Errors
    /// `Conflict` where something has that name already or the folder is full, `NotReady` where the disk does not take it.
    pub fn write(&self, path: &PicturePath, bytes: &[u8]) -> Result<PathBuf, BridgeError> {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.0).map_err(disk)?;
        let folder = self.open()?.ok_or_else(|| disk(io::ErrorKind::NotFound.into()))?;
        let mut left = MOST_ENTRIES;
        let held = size(&folder, MAX_DEPTH + 1, &mut left).map_err(disk)?;
        if left == 0 || held.saturating_add(bytes.len() as u64) > MOST_BYTES {
            let message = format!(
                "the exports folder has {} MiB or {MOST_ENTRIES} files, and takes no more",
                MOST_BYTES >> 20
            );
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                .with_hint("have what is not needed removed there by hand"));
        }
        let relative = path.relative();
        if let Some(above) = relative.parent().filter(|above| !above.as_os_str().is_empty()) {
            folder.create_dir_all(above).map_err(disk)?;
        }
        let mut options = OpenOptions::new();
        let made = folder.open_with(&relative, options.write(true).create_new(true));
        let mut file = made.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => taken(path),
            _ => disk(error),
        })?;
        if let Err(error) = file.write_all(bytes).and_then(|()| file.sync_all()) {
            drop(file);
            // A part of a picture is none; what cannot be removed is told by the error all the same.
            let _ = folder.remove_file(&relative);
            return Err(disk(error));
        }
        Ok(self.0.join(relative))
    }

    /// `None` where it is not there yet.
    fn open(&self) -> Result<Option<Dir>, BridgeError> {
        match Dir::open_ambient_dir(&self.0, ambient_authority()) {
            Ok(folder) => Ok(Some(folder)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(disk(error)),
        }
    }
}

/// Bytes below it. Links are not followed.
fn size(folder: &Dir, deep: usize, left: &mut usize) -> io::Result<u64> {
    let mut bytes = 0_u64;
    for entry in folder.entries()? {
        if *left == 0 {
            break;
        }
        *left -= 1;
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() && deep > 0 {
            bytes = bytes.saturating_add(size(&entry.open_dir()?, deep - 1, left)?);
        } else if kind.is_file() {
            bytes = bytes.saturating_add(entry.metadata()?.len());
        }
    }
    Ok(bytes)
}

fn taken(path: &PicturePath) -> BridgeError {
    let message = format!("the exports folder has {} already", quoted(&path.0.join("/")));
    BridgeError::new(BridgeErrorKind::Conflict, message).with_hint("give another name: nothing there is written over")
}

fn disk(error: io::Error) -> BridgeError {
    let message = format!("the picture was not written into the host's exports folder: {error}");
    BridgeError::new(BridgeErrorKind::NotReady, message)
        .with_hint("make `exports` in `server.data-dir` writable for the host and free disk space")
}

#[cfg(test)]
mod tests;
