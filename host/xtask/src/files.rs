//! Writing a file so that a reader never sees half of it, and not at all where nothing changed.
//!
//! Belongs here: reading and replacing files of the build output. Does not: their content.

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Makes `path` hold `bytes`. True where it changed.
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
    // Not ending in a name that anybody watches for; the process id keeps two builds apart.
    let fresh = folder.join(format!(".{name}.{}.new", std::process::id()));
    std::fs::write(&fresh, bytes).with_context(|| format!("cannot write {}", fresh.display()))?;
    std::fs::rename(&fresh, path).with_context(|| format!("cannot replace {}", path.display()))?;
    Ok(true)
}

/// The text of `path`.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Folders directly in `parent`, sorted; none where `parent` is missing.
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

/// Name of the last part of `path`.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// All files below `folder`, sorted, without build output.
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

/// Folders that hold what somebody's build wrote.
pub(crate) fn is_output(name: &str) -> bool {
    matches!(name, "target" | "node_modules" | ".git" | "__pycache__")
}

/// Hex SHA-256 over names (relative to `base`) and contents of `files`, line ends made equal.
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
