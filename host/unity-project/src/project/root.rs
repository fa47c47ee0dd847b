//! What a project root is, and which ones lie near a folder that is none.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// Folders looked into before the search gives up.
const MAX_VISITS: usize = 3_000;
const MAX_FOUND: usize = 8;
const MAX_DEPTH: usize = 4;

/// A project root has the folders `Assets` and `ProjectSettings`.
pub fn is_root(path: &Path) -> bool {
    path.join("Assets").is_dir() && path.join("ProjectSettings").is_dir()
}

/// The folder itself or its nearest parent that is a project root.
pub fn nearest_root(path: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).ok()?;
    absolute.ancestors().find(|p| is_root(p)).map(Path::to_path_buf)
}

/// Project roots near `path`, for an error message: the nearest parent first, then those up to four levels below,
/// then those beside. At most eight; the search is bounded and follows no links.
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
