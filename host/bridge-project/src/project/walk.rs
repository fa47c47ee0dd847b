//! Walks the asset folders by Unity's own rules for what is no asset.

use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// What the walk met. Paths are relative to the root, with `/`, sorted.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) metas: Vec<String>,
    pub(super) scenes: Vec<String>,
}

/// Deeper folders are not looked into; Windows cannot even name them.
const MAX_FOLDER_DEPTH: usize = 64;

/// Looks through `Assets` and `Packages`, and through `Library/PackageCache` for guids only, where a user's machine has it.
pub(super) fn walk(root: &Path, problems: &mut Vec<String>) -> Found {
    let mut found = Found::default();
    let mut notes = Notes::default();
    for (folder, with_scenes) in [("Assets", true), ("Packages", true), ("Library/PackageCache", false)] {
        let base = root.join(folder);
        if !base.is_dir() {
            continue;
        }
        let entries = WalkDir::new(&base)
            .follow_links(true)
            .max_depth(MAX_FOLDER_DEPTH)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| is_asset(entry) && notes.stays_inside(entry, root));
        let mut failed = 0_usize;
        for entry in entries {
            let Ok(entry) = entry else {
                failed += 1;
                continue;
            };
            if !entry.file_type().is_file() {
                continue;
            }
            let Some(path) = relative(entry.path(), root) else {
                failed += 1;
                continue;
            };
            if has_extension(&path, "meta") {
                found.metas.push(path);
            } else if with_scenes && has_extension(&path, "unity") {
                found.scenes.push(path);
            }
        }
        if failed > 0 {
            problems.push(format!(
                "{failed} entries below {folder} could not be listed (no right to read, a link to itself, or a name that is no text)"
            ));
        }
    }
    if !notes.outside.is_empty() {
        problems.push(format!(
            "{} links lead out of the project and were not followed, first {}",
            notes.outside.len(),
            notes
                .outside
                .first()
                .map(|p| p.display().to_string())
                .unwrap_or_default()
        ));
    }
    found
}

#[derive(Default)]
struct Notes {
    outside: Vec<PathBuf>,
}

impl Notes {
    fn stays_inside(&mut self, entry: &DirEntry, root: &Path) -> bool {
        if !entry.path_is_symlink() || entry.depth() == 0 {
            return true;
        }
        let inside = entry.path().canonicalize().is_ok_and(|target| target.starts_with(root));
        if !inside {
            let path = entry.path();
            self.outside.push(path.strip_prefix(root).unwrap_or(path).to_path_buf());
        }
        inside
    }
}

/// Unity imports no hidden files, no `cvs`, no `*.tmp` and nothing whose name ends in `~`.
pub(crate) fn is_asset(entry: &DirEntry) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    let name = entry.file_name().to_string_lossy();
    !(name.starts_with('.') || name.ends_with('~') || name.eq_ignore_ascii_case("cvs") || has_extension(&name, "tmp"))
}

/// True where the name ends in `.extension`, case ignored.
pub(crate) fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, found)| found.eq_ignore_ascii_case(extension))
}

/// The path below the root as Unity writes it, with `/`.
pub(crate) fn relative(path: &Path, root: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}
