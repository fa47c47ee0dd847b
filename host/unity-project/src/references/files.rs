//! Selects the files that are searched for uses, and detects whether a file changed.

use std::fs::Metadata;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use unity_files::text_assets::{is_own, is_text_asset, text_assets};
use unity_files::{Project, has_extension};

/// Other text files in which references are stored as guids.
const OTHER_TEXTS: &str = "shadergraph shadersubgraph vfx uxml uss tss inputactions asmdef asmref";

/// Files beyond this number are not read.
pub(super) const MAX_FILES: usize = 500_000;

/// A file that was changed this shortly before it was read can change again within the same time stamp.
const YOUNG: Duration = Duration::from_secs(2);

/// The kind of a file for a search for uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Scene,
    Prefab,
    /// Sources and assembly definitions.
    Script,
    /// All other files with references, including project settings and importers.
    Asset,
}

impl Kind {
    /// The kind by path.
    pub fn from_path(path: &str) -> Self {
        let is = |extension| has_extension(path, extension);
        if is("unity") {
            Self::Scene
        } else if is("prefab") {
            Self::Prefab
        } else if is("cs") || is("asmdef") || is("asmref") {
            Self::Script
        } else {
            Self::Asset
        }
    }
}

/// Size in bytes and time of the last change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) bytes: u64,
    /// Nanoseconds since 1970; 0 if the system does not report it.
    pub(super) changed: u64,
}

impl Stamp {
    pub(super) fn from_metadata(facts: &Metadata) -> Self {
        let changed = facts.modified().ok();
        let since = changed.and_then(|changed| changed.duration_since(UNIX_EPOCH).ok());
        Self {
            bytes: facts.len(),
            changed: since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or_default()),
        }
    }

    /// False if the file can change without a change of the stamp.
    pub(super) fn is_sure(self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.changed != 0 && now.saturating_sub(Duration::from_nanos(self.changed)) >= YOUNG
    }
}

/// One file to read.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) path: String,
    pub(super) stamp: Stamp,
}

/// The location of the file; `path` is the path of an asset, its `.meta` or a settings file.
pub(super) fn locate(project: &Project, path: &str) -> Option<PathBuf> {
    if path.starts_with("ProjectSettings/") {
        return Some(project.root().join(path));
    }
    project.roots().locate(path).ok()
}

/// Its current stamp; `None` if it is no file.
pub(super) fn stamp(project: &Project, path: &str) -> Option<Stamp> {
    let facts = std::fs::metadata(locate(project, path)?).ok()?;
    facts.is_file().then(|| Stamp::from_metadata(&facts))
}

/// Sources, and other texts that contain guids.
pub(super) fn is_other(path: &str) -> bool {
    has_extension(path, "cs") || OTHER_TEXTS.split(' ').any(|one| has_extension(path, one))
}

/// All existing files, by path, and the number of files beyond `MAX_FILES`. Blocking.
pub(super) fn find(project: &Project) -> (Vec<Found>, usize) {
    let mut paths = text_assets(project);
    let own = project.index.assets().filter(|(path, _)| is_own(path));
    for (path, _) in own {
        if is_other(path) && !is_text_asset(path) {
            paths.push(path.to_owned());
        }
        // References in the importer of a model or a picture, such as materials that replace its own.
        if !has_extension(path, "cs") {
            paths.push(format!("{path}.meta"));
        }
    }
    paths.extend(settings(project));
    paths.sort_unstable();
    paths.dedup();
    let beyond = paths.len().saturating_sub(MAX_FILES);
    paths.truncate(MAX_FILES);
    let with_stamp = |path: String| stamp(project, &path).map(|stamp| Found { path, stamp });
    (paths.into_iter().filter_map(with_stamp).collect(), beyond)
}

/// They contain the build list, the active render pipeline and similar references.
fn settings(project: &Project) -> Vec<String> {
    let entries = project.root().join("ProjectSettings").read_dir().into_iter().flatten();
    let names = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    let assets = names.filter(|name| has_extension(name, "asset"));
    assets.map(|name| format!("ProjectSettings/{name}")).collect()
}
