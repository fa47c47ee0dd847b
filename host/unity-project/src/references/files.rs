//! Which files are looked at for uses, and what tells that one is still as it was.

use crate::project::{Project, has_extension};
use crate::text_assets::{is_own, is_text_asset, text_assets};
use std::fs::Metadata;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Other text in which references stand as guids.
const OTHER_TEXTS: [&str; 9] = [
    "shadergraph",
    "shadersubgraph",
    "vfx",
    "uxml",
    "uss",
    "tss",
    "inputactions",
    "asmdef",
    "asmref",
];

/// Files beyond these are not looked at.
pub(super) const MAX_FILES: usize = 500_000;

/// A file that was changed this shortly before it was read may change again within the same time stamp.
const YOUNG: Duration = Duration::from_secs(2);

/// What a file is to somebody who looks for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Scene,
    Prefab,
    /// Sources and assembly definitions.
    Script,
    /// Everything else that holds references, project settings and importers among it.
    Asset,
}

impl Kind {
    /// As the path tells.
    pub fn of(path: &str) -> Self {
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

/// Bytes and time of the last change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) bytes: u64,
    /// Nanoseconds since 1970; 0 where the system does not say.
    pub(super) changed: u64,
}

impl Stamp {
    pub(super) fn of(facts: &Metadata) -> Self {
        let changed = facts.modified().ok();
        let since = changed.and_then(|changed| changed.duration_since(UNIX_EPOCH).ok());
        Self {
            bytes: facts.len(),
            changed: since.map_or(0, |since| u64::try_from(since.as_nanos()).unwrap_or_default()),
        }
    }

    /// False where the file may be changed without that this shows.
    pub(super) fn is_sure(self) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.changed != 0 && now.saturating_sub(Duration::from_nanos(self.changed)) >= YOUNG
    }
}

/// One file to look at.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) path: String,
    pub(super) stamp: Stamp,
}

/// Where it lies: an asset's, its importer's or a settings file's path.
pub(super) fn locate(project: &Project, path: &str) -> Option<PathBuf> {
    if path.starts_with("ProjectSettings/") {
        return Some(project.root().join(path));
    }
    project.roots().locate(path).ok()
}

/// Its stamp now; `None` where it is no file.
pub(super) fn stamp(project: &Project, path: &str) -> Option<Stamp> {
    let facts = std::fs::metadata(locate(project, path)?).ok()?;
    facts.is_file().then(|| Stamp::of(&facts))
}

/// Sources, and other text in which guids stand.
pub(super) fn is_other(path: &str) -> bool {
    has_extension(path, "cs") || OTHER_TEXTS.iter().any(|one| has_extension(path, one))
}

/// All files that are there, by path, and how many are beyond `MAX_FILES`. Blocking.
pub(super) fn find(project: &Project) -> (Vec<Found>, usize) {
    let mut paths = text_assets(project);
    let own = project.index.assets().filter(|(path, _)| is_own(path));
    for (path, _) in own {
        if is_other(path) && !is_text_asset(path) {
            paths.push(path.to_owned());
        }
        // What a model's or a picture's importer refers to, such as materials in place of its own.
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

/// The build list, the render pipeline in use and the like stand there.
fn settings(project: &Project) -> Vec<String> {
    let entries = project.root().join("ProjectSettings").read_dir().into_iter().flatten();
    let names = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    let assets = names.filter(|name| has_extension(name, "asset"));
    assets.map(|name| format!("ProjectSettings/{name}")).collect()
}
