//! The exports folder: files that the host writes for agents. A directory handle rejects every path outside.
//!
//! This crate checks paths and writes new files. It checks neither the content nor the permission to write.

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use host_bridge::{BridgeError, BridgeErrorKind};
use host_scripts_folder::{check_name, quote_shortened};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Maximum length in bytes of a picture's path below the exports folder; a longer path is rejected.
const MAX_PATH: usize = 1_024;

/// Maximum length in bytes of one file or folder name; no file system accepts more.
const MAX_NAME: usize = 255;

/// Maximum number of folders between the exports folder and a picture; a deeper path is rejected.
const MAX_DEPTH: usize = 16;

/// Maximum total size in bytes of all files in the exports folder (1 GiB). A write that would exceed it is rejected.
const MOST_BYTES: u64 = 1 << 30;

/// Maximum number of files and folders that are read to compute the total size; a folder with more counts as full.
const MOST_ENTRIES: usize = 50_000;

/// The exports folder, in which the host writes pictures for agents. No handle stays open between two calls.
#[derive(Clone, Debug)]
pub struct ExportsFolder(PathBuf);

/// The checked path of a picture below the exports folder: file and folder names only; the last one ends in `.png`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PicturePath(Vec<String>);

impl PicturePath {
    /// Parses and checks a path from a caller. It must be relative; `/` and `\` both separate names. The rules are the
    /// same on every system, because a character that one system ignores has a meaning on another.
    ///
    /// # Errors
    /// `InvalidArgument`, with the reason.
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
    let shown = quote_shortened(path);
    if path.trim().is_empty() {
        return Err("is empty".to_owned());
    }
    if path.len() > MAX_PATH {
        return Err(format!("has {} bytes, at most {MAX_PATH} are allowed", path.len()));
    }
    let names: Vec<&str> = path.split(['/', '\\']).collect();
    if names.len() > MAX_DEPTH + 1 {
        return Err(format!("is {} folders deep, at most {MAX_DEPTH}", names.len() - 1));
    }
    for name in &names {
        if name.is_empty() {
            return Err(format!("is {shown}, which is absolute or contains an empty name"));
        }
        if matches!(*name, "." | "..") {
            return Err(format!("is {shown}: `{name}` is not the name of a file or folder"));
        }
        if name.len() > MAX_NAME {
            return Err(format!(
                "has a name of {} bytes, at most {MAX_NAME} are allowed",
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
    /// Stores the path of the exports folder, made absolute. The folder may be missing; the first write creates it.
    pub fn new(folder: &Path) -> Self {
        Self(std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()))
    }

    /// Checks that no file, folder or link exists at this path. Blocks the thread.
    ///
    /// # Errors
    /// `Conflict` if an entry with that name exists; the error of the system if the exports folder cannot be opened.
    pub fn is_free(&self, path: &PicturePath) -> Result<(), BridgeError> {
        match self.open()? {
            // `write` reports an entry that cannot be read.
            Some(folder) if folder.symlink_metadata(path.relative()).is_ok() => Err(path_taken_error(path)),
            _ => Ok(()),
        }
    }

    /// Writes `bytes` to a new file, creates the folders above it and returns the absolute path of the file. Never
    /// overwrites a file. Blocks the thread.
    ///
    /// # Errors
    /// `Conflict` if an entry with that name exists or the folder is full, `NotReady` if the disk rejects the write.
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
                "the exports folder is full (its limits are {} MiB and {MOST_ENTRIES} files)",
                MOST_BYTES >> 20
            );
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                .with_hint("delete files that are no longer needed from the exports folder by hand"));
        }
        let relative = path.relative();
        if let Some(above) = relative.parent().filter(|above| !above.as_os_str().is_empty()) {
            folder.create_dir_all(above).map_err(disk)?;
        }
        let mut options = OpenOptions::new();
        let made = folder.open_with(&relative, options.write(true).create_new(true));
        let mut file = made.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => path_taken_error(path),
            _ => disk(error),
        })?;
        if let Err(error) = file.write_all(bytes).and_then(|()| file.sync_all()) {
            drop(file);
            // A part of a picture is of no use. If the removal fails, the error below is returned all the same.
            let _ = folder.remove_file(&relative);
            return Err(disk(error));
        }
        Ok(self.0.join(relative))
    }

    fn open(&self) -> Result<Option<Dir>, BridgeError> {
        match Dir::open_ambient_dir(&self.0, ambient_authority()) {
            Ok(folder) => Ok(Some(folder)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(disk(error)),
        }
    }
}

/// Returns the total size in bytes of all files below the folder, at most `deep` levels down. Links are not followed.
/// Each entry reduces `left` by one; at 0 the count stops.
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

fn path_taken_error(path: &PicturePath) -> BridgeError {
    let message = format!(
        "the exports folder already contains {}",
        quote_shortened(&path.0.join("/"))
    );
    BridgeError::new(BridgeErrorKind::Conflict, message)
        .with_hint("choose another name; existing files are never overwritten")
}

fn disk(error: io::Error) -> BridgeError {
    let message = format!("cannot write the picture into the host's exports folder: {error}");
    BridgeError::new(BridgeErrorKind::NotReady, message)
        .with_hint("make `exports` in `server.data-dir` writable for the host and free disk space")
}

#[cfg(test)]
mod tests;
