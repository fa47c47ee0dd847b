//! A whole folder as one hash, and a copy of it with other line ends.
//!
//! Belongs here: what is done to project trees around a test. Does not: which project.

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Hash over every file's relative path, size and content, and over every folder's name. Hidden files count too.
pub fn hash(root: &Path) -> Result<String> {
    let mut digest = Sha256::new();
    for (relative, path) in entries(root)? {
        digest.update(relative.to_string_lossy().replace('\\', "/").as_bytes());
        digest.update([0]);
        if path.is_file() {
            let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            digest.update(bytes.len().to_le_bytes());
            digest.update(&bytes);
        }
    }
    Ok(HEXLOWER.encode(&digest.finalize()))
}

/// SHA-256 of `text` in lower-case hexadecimal.
pub fn hash_text(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// Copies `from` to `to`, with every line of every text file ended by CRLF. How many files were changed.
pub fn copy_with_crlf(from: &Path, to: &Path) -> Result<usize> {
    copy(from, to, |bytes| {
        let text = !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
        (text && bytes.contains(&b'\n')).then(|| with_crlf(bytes))
    })
}

/// Copies `from` to `to` as it is.
pub fn copy_unchanged(from: &Path, to: &Path) -> Result<()> {
    copy(from, to, |_| None).map(|_| ())
}

fn copy(from: &Path, to: &Path, change: impl Fn(&[u8]) -> Option<Vec<u8>>) -> Result<usize> {
    let mut changed = 0;
    std::fs::create_dir_all(to)?;
    for (relative, path) in entries(from)? {
        let target = to.join(&relative);
        if path.is_dir() {
            std::fs::create_dir_all(&target)?;
            continue;
        }
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let new = change(&bytes);
        changed += usize::from(new.is_some());
        std::fs::write(&target, new.as_deref().unwrap_or(&bytes))
            .with_context(|| format!("cannot write {}", target.display()))?;
    }
    Ok(changed)
}

fn with_crlf(bytes: &[u8]) -> Vec<u8> {
    let mut converted = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    let mut before = 0;
    for &byte in bytes {
        if byte == b'\n' && before != b'\r' {
            converted.push(b'\r');
        }
        converted.push(byte);
        before = byte;
    }
    converted
}

fn entries(root: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot list {}", root.display()))?;
        let path = entry.into_path();
        let relative = path.strip_prefix(root).expect("found below the root").to_path_buf();
        if !relative.as_os_str().is_empty() {
            found.push((relative, path));
        }
    }
    Ok(found)
}
