//! Walks the asset folders by Unity's own rules for what is no asset.

use super::roots::{AssetRoot, AssetRoots, RootKind};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use walkdir::{DirEntry, WalkDir};

/// What the walk met: asset paths, root by root, sorted by name in each.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// With where they lie on disk.
    pub(super) metas: Vec<(String, PathBuf)>,
    pub(super) scenes: Vec<String>,
    /// Scripts of which only the `.meta` lies in a folder that has the files of others.
    pub(super) gone: Vec<String>,
    /// Files of `file:` packages, which lie where no watch looks.
    pub(super) local: HashMap<String, Stamp>,
}

/// When a file was changed, and its bytes.
pub(super) type Stamp = (Option<SystemTime>, u64);

/// Deeper folders are not looked into; Windows cannot even name them.
const MAX_FOLDER_DEPTH: usize = 64;

/// Files and folders that are looked at in all; a link to a whole disk has more, a project has not.
const MAX_ENTRIES: usize = 3_000_000;

/// Looks through all roots, the package manager's own for guids only.
pub(super) fn walk(roots: &AssetRoots, problems: &mut Vec<String>) -> Found {
    let mut found = Found::default();
    let mut outside: Vec<String> = Vec::new();
    let mut left = MAX_ENTRIES;
    for root in roots.iter() {
        let mut failed = 0_usize;
        let (first_meta, first_outside) = (found.metas.len(), outside.len());
        let mut scripts: HashSet<String> = HashSet::new();
        let mut is_whole = true;
        let entries = entries_of(root).into_iter().filter_entry(|entry| {
            if !is_asset(entry) || roots.is_project(entry) {
                return false;
            }
            let stays = stays_inside(entry, roots);
            if !stays {
                outside.push(root.asset_path(entry.path()).unwrap_or_else(|| root.prefix.clone()));
            }
            stays
        });
        for entry in entries {
            let Some(rest) = left.checked_sub(1) else {
                problems.push(format!(
                    "the folders hold more than {MAX_ENTRIES} files and folders: what comes after those in {} was not looked at",
                    root.prefix
                ));
                is_whole = false;
                break;
            };
            left = rest;
            let Ok(entry) = entry else {
                failed += 1;
                continue;
            };
            if !entry.file_type().is_file() {
                continue;
            }
            let Some(path) = root.asset_path(entry.path()) else {
                failed += 1;
                continue;
            };
            if root.kind == RootKind::Local
                && let Ok(facts) = entry.metadata()
            {
                found.local.insert(path.clone(), (facts.modified().ok(), facts.len()));
            }
            if has_extension(&path, "meta") {
                found.metas.push((path, entry.into_path()));
            } else if has_extension(&path, "cs") {
                scripts.insert(path);
            } else if root.kind != RootKind::Cached && has_extension(&path, "unity") {
                found.scenes.push(path);
            }
        }
        // A folder without any source was made without them: what is missing there tells nothing.
        if is_whole && failed == 0 && !scripts.is_empty() {
            scripts.extend(outside.iter().skip(first_outside).cloned());
            let metas = found.metas.iter().skip(first_meta);
            let assets = metas.filter_map(|(meta, _)| meta.get(..meta.len() - ".meta".len()));
            let gone = assets.filter(|path| has_extension(path, "cs") && !scripts.contains(*path));
            found.gone.extend(gone.map(str::to_owned));
        }
        if failed > 0 {
            problems.push(format!(
                "{failed} entries below {} could not be listed (no right to read, a link to itself, or a name that is no text)",
                root.prefix
            ));
        }
    }
    if let Some(first) = outside.first() {
        problems.push(format!(
            "{} links lead out of the project and were not followed, first {first}",
            outside.len()
        ));
    }
    found
}

/// Everything below a root, by name; links are followed, so that whoever walks asks `stays_inside`.
pub fn entries_of(root: &AssetRoot) -> WalkDir {
    WalkDir::new(&root.folder)
        .follow_links(true)
        .max_depth(MAX_FOLDER_DEPTH)
        .sort_by_file_name()
}

/// False for a link that leads out of all roots.
pub fn stays_inside(entry: &DirEntry, roots: &AssetRoots) -> bool {
    let is_link = entry.depth() > 0 && entry.path_is_symlink();
    !is_link || entry.path().canonicalize().is_ok_and(|real| roots.holds(&real))
}

/// Unity imports no hidden files, no `cvs`, no `*.tmp` and nothing whose name ends in `~`.
pub fn is_asset(entry: &DirEntry) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    let name = entry.file_name().to_string_lossy();
    !(name.starts_with('.') || name.ends_with('~') || name.eq_ignore_ascii_case("cvs") || has_extension(&name, "tmp"))
}

/// True where the name ends in `.extension`, case ignored.
pub fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, found)| found.eq_ignore_ascii_case(extension))
}

/// The path below the root as Unity writes it, with `/`.
pub fn relative(path: &Path, root: &Path) -> Option<String> {
    let mut below = String::with_capacity(path.as_os_str().len());
    for part in path.strip_prefix(root).ok()? {
        if !below.is_empty() {
            below.push('/');
        }
        below.push_str(part.to_str()?);
    }
    Some(below)
}
