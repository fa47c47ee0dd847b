//! Reads files, and replaces changed files atomically, so that readers never see a partial file.
//!
//! Belongs here: reading, comparing and replacing files. Does not: their content.

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path` if the file has other content. Returns true if the file changed.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<bool> {
    if std::fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    let folder = path
        .parent()
        .with_context(|| format!("{} has no folder", path.display()))?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let name = path
        .file_name()
        .with_context(|| format!("{} names no file", path.display()))?
        .to_string_lossy();
    // A host ignores files with this temporary name. The process id keeps concurrent builds apart.
    let fresh = folder.join(format!(".{name}.{}.new", std::process::id()));
    std::fs::write(&fresh, bytes).with_context(|| format!("cannot write {}", fresh.display()))?;
    std::fs::rename(&fresh, path).with_context(|| format!("cannot replace {}", path.display()))?;
    Ok(true)
}

pub(crate) fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Returns the folders directly in `parent`, sorted; none if `parent` does not exist.
pub(crate) fn folders_in(parent: &Path) -> Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(parent) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot list {}", parent.display())),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry
            .with_context(|| format!("cannot list {}", parent.display()))?
            .path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns all files below `folder`, sorted, except build output.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_entry(|entry| !is_output(&entry.file_name().to_string_lossy()))
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect();
    found.sort();
    found
}

/// Returns true if a folder with this name contains build output or data of tools such as git.
pub(crate) fn is_output(name: &str) -> bool {
    matches!(name, "target" | "node_modules" | ".git" | "__pycache__")
}

/// Returns the hex SHA-256 over the names (relative to `base`) and contents of `files`. Carriage returns are ignored.
pub(crate) fn digest(base: &Path, files: &[PathBuf]) -> Result<String> {
    let mut hash = Sha256::new();
    for file in files {
        let name = file
            .strip_prefix(base)
            .unwrap_or(file)
            .to_string_lossy()
            .replace('\\', "/");
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        hash.update(name.as_bytes());
        hash.update([0]);
        for piece in bytes.split(|byte| *byte == b'\r') {
            hash.update(piece);
        }
        hash.update([0]);
    }
    Ok(HEXLOWER.encode(&hash.finalize()))
}
