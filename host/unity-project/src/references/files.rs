//! Selects the files that can contain uses of assets, and detects which of them changed.

use std::fs::Metadata;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use unity_files::text_assets::{is_own, is_text_asset, text_assets};
use unity_files::{Project, has_extension};

/// Extensions of text files, other than Unity's own text assets, that contain references as guids or names.
const OTHER_TEXTS: &str = "shadergraph shadersubgraph vfx uxml uss tss inputactions asmdef asmref";

/// Maximum number of files in the index of references; further files are not read.
pub(super) const MAX_FILES: usize = 500_000;

/// Minimum age of a file's last change for trusting its time stamp: a younger file can change again without a new one.
const YOUNG: Duration = Duration::from_secs(2);

/// Kind of a file that is searched for references to assets, classes or methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Scene,
    Prefab,
    /// C# sources and assembly definitions.
    Script,
    /// All other files with references, including project settings and `.meta` files.
    Asset,
}

impl Kind {
    /// Returns the kind of a file by its extension: scene, prefab, script or other asset.
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

/// Size and modification time of a file, from which changes of the file are detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) bytes: u64,
    /// Nanoseconds since 1970; 0 if the system does not report the time.
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

    /// Returns true if the file's last change is so old that every later change gives the file another time stamp.
    pub(super) fn is_sure(self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.changed != 0 && now.saturating_sub(Duration::from_nanos(self.changed)) >= YOUNG
    }
}

#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) path: String,
    pub(super) stamp: Stamp,
}

/// Returns the location on disk of an asset, a `.meta` or a settings file; `None` if `path` is not in the project.
pub(super) fn locate(project: &Project, path: &str) -> Option<PathBuf> {
    if path.starts_with("ProjectSettings/") {
        return Some(project.root().join(path));
    }
    project.roots().locate(path).ok()
}

pub(super) fn stamp(project: &Project, path: &str) -> Option<Stamp> {
    let facts = std::fs::metadata(locate(project, path)?).ok()?;
    facts.is_file().then(|| Stamp::from_metadata(&facts))
}

pub(super) fn is_other(path: &str) -> bool {
    has_extension(path, "cs") || OTHER_TEXTS.split(' ').any(|one| has_extension(path, one))
}

/// Returns the files for the index of references, by path, and the number of files beyond `MAX_FILES`. Blocks.
pub(super) fn find(project: &Project) -> (Vec<Found>, usize) {
    let mut paths = text_assets(project);
    let own = project.index.assets().filter(|(path, _)| is_own(path));
    for (path, _) in own {
        if is_other(path) && !is_text_asset(path) {
            paths.push(path.to_owned());
        }
        // A `.meta` can contain references, such as materials that replace those of a model.
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

/// Returns the paths of the project settings files, which refer to build scenes, the active render pipeline and more.
fn settings(project: &Project) -> Vec<String> {
    let entries = project.root().join("ProjectSettings").read_dir().into_iter().flatten();
    let names = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    let assets = names.filter(|name| has_extension(name, "asset"));
    assets.map(|name| format!("ProjectSettings/{name}")).collect()
}
