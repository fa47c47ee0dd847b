//! Recognizes the root folders of Unity projects, and finds such roots near another folder.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The folders that every project root contains.
const PARTS: [&str; 2] = ["Assets", "ProjectSettings"];

/// Maximum number of folders that the search for project roots visits before it stops.
const MAX_VISITS: usize = 3_000;
const MAX_FOUND: usize = 8;
const MAX_DEPTH: usize = 4;

/// The error that the system does not allow this process to examine a folder.
#[derive(Debug, thiserror::Error)]
#[error("cannot {operation} {}: {error}", path.display())]
pub struct NotReadable {
    pub path: PathBuf,
    /// The operation that failed, as a verb for the message: `list` or `examine`.
    pub operation: &'static str,
    #[source]
    pub error: io::Error,
}

/// Returns true if the folder is a project root: it contains the folders `Assets` and `ProjectSettings`.
pub fn is_root(path: &Path) -> bool {
    PARTS.iter().all(|part| path.join(part).is_dir())
}

/// Returns true if the folder is a project root. Unlike `is_root`, it fails if a permission is missing.
///
/// # Errors
/// The system does not allow examining a part, or listing the folders from which a project is read.
pub fn is_readable_root(path: &Path) -> Result<bool, NotReadable> {
    let parts = PARTS.map(|part| path.join(part));
    for part in &parts {
        match std::fs::metadata(part) {
            Ok(about) if about.is_dir() => {}
            Ok(_) => return Ok(false),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(false),
            Err(error) => return Err(not_readable(part, "examine", error)),
        }
    }
    for part in &parts {
        std::fs::read_dir(part).map_err(|error| not_readable(part, "list", error))?;
    }
    Ok(true)
}

fn not_readable(path: &Path, operation: &'static str, error: io::Error) -> NotReadable {
    NotReadable {
        path: path.to_owned(),
        operation,
        error,
    }
}

/// Returns the folder `path` or its nearest ancestor that is a project root; `None` if there is none.
pub fn nearest_root(path: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).ok()?;
    absolute.ancestors().find(|p| is_root(p)).map(Path::to_path_buf)
}

/// Returns the nearest root like `nearest_root`. Unlike `nearest_root`, it fails if a permission is missing.
///
/// # Errors
/// As `is_readable_root`, for the first folder upwards that is a root or cannot be examined.
pub fn nearest_readable_root(path: &Path) -> Result<Option<PathBuf>, NotReadable> {
    let absolute = std::path::absolute(path).map_err(|error| not_readable(path, "examine", error))?;
    for folder in absolute.ancestors() {
        if is_readable_root(folder)? {
            return Ok(Some(folder.to_owned()));
        }
    }
    Ok(None)
}

/// Returns at most eight project roots near `path`, for an error message: the nearest ancestor first, then roots up to
/// four levels below, then siblings. The search visits a limited number of folders and follows no links.
pub fn find_roots_near(path: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = nearest_root(path).into_iter().collect();
    let mut visits = 0;
    let base = if path.is_dir() {
        Some(path)
    } else {
        path.ancestors().find(|p| p.is_dir())
    };
    let Some(base) = base else {
        return found;
    };
    search(base, MAX_DEPTH, &mut visits, &mut found);
    if found.is_empty()
        && let Some(parent) = base.parent()
    {
        search(parent, 2, &mut visits, &mut found);
    }
    found
}

fn search(base: &Path, depth: usize, visits: &mut usize, found: &mut Vec<PathBuf>) {
    let mut queue = VecDeque::from([(base.to_path_buf(), 0)]);
    while let Some((folder, level)) = queue.pop_front() {
        *visits += 1;
        if *visits > MAX_VISITS || found.len() >= MAX_FOUND {
            return;
        }
        if is_root(&folder) {
            if !found.contains(&folder) {
                found.push(folder);
            }
            continue;
        }
        if level == depth {
            continue;
        }
        let Ok(entries) = folder.read_dir() else { continue };
        let mut below: Vec<PathBuf> = entries
            .flatten()
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter(|entry| !is_noise(&entry.file_name().to_string_lossy()))
            .map(|entry| entry.path())
            .collect();
        below.sort();
        queue.extend(below.into_iter().map(|path| (path, level + 1)));
    }
}

fn is_noise(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "node_modules" | "target" | "Library" | "Temp" | "obj")
}
