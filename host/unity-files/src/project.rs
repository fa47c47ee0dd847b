//! An opened Unity project folder: its settings, the guids of its assets, and its scenes in a fixed order. The crate
//! `unity-project` reads the content of scenes and prefabs.

mod absent_parts;
mod assemblies;
mod folder;
mod hidden_parts;
mod index;
mod layers;
mod meta_guid;
mod packages;
mod read;
mod relative;
mod root;
mod roots;
mod scenes;
mod settings;
mod symbols;
mod walk;

pub use absent_parts::AbsentPackages;
pub use assemblies::{Assemblies, Assembly, InEditor};
pub use hidden_parts::{FOLLOW_LINKS, Hidden, HiddenKind, HiddenParts};
pub use index::AssetIndex;
pub use layers::NoLayer;
pub use read::{MAX_FILE_BYTES, read_whole};
pub use relative::relative;
pub use root::{NotReadable, find_roots_near, is_readable_root, is_root, nearest_readable_root, nearest_root};
pub use roots::{AssetRoots, Links};
pub use scenes::SceneFile;
pub use settings::{BuildScene, Settings};
pub use walk::{entries_of, has_extension, is_asset, stays_inside};

use crate::AssetProblem;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The reason why a folder cannot be opened as a project.
#[derive(Debug, thiserror::Error)]
pub enum ProjectProblem {
    #[error("{path} is no Unity project: it needs the folders Assets and ProjectSettings")]
    NotARoot { path: PathBuf },
    #[error("the folder {path} cannot be read")]
    Unreadable {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
}

/// The settings and the list of files of a project folder, as the last scan found them.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    roots: AssetRoots,
    pub settings: Settings,
    pub index: AssetIndex,
    pub scenes: Vec<SceneFile>,
    /// Packages that the project declares but whose files it lacks, and parts of its folders that were not read.
    pub absent: AbsentPackages,
    /// The assemblies of the project, which decide which scripts the editor compiles.
    pub assemblies: Assemblies,
    /// The conditional compilation symbols (`UNITY_EDITOR`) that the project's files determine.
    pub symbols: host_csharp::Symbols,
    /// Modification time and size of each file outside the watched folders, by asset path.
    local: HashMap<String, walk::Stamp>,
    /// Sentences about files that could not be read, each with the reason and a remedy.
    pub problems: Vec<String>,
}

impl Project {
    /// Opens a project: reads its settings and `.meta` files, but no scene or prefab. Blocks the thread.
    ///
    /// # Errors
    /// The folder is no project root or cannot be listed; smaller problems are in `problems`.
    pub fn open(root: &Path) -> Result<Self, ProjectProblem> {
        Self::open_with(root, Links::Stay)
    }

    /// Opens a project like `open`; `links` decides whether links out of the project are followed. Blocks the thread.
    ///
    /// # Errors
    /// As `open`.
    pub fn open_with(root: &Path, links: Links) -> Result<Self, ProjectProblem> {
        if !is_root(root) {
            return Err(ProjectProblem::NotARoot {
                path: root.to_path_buf(),
            });
        }
        let root = root.canonicalize().map_err(|source| ProjectProblem::Unreadable {
            path: root.to_path_buf(),
            source,
        })?;
        let mut problems = Vec::new();
        let settings = Settings::read(&root, &mut problems);
        let mut roots = AssetRoots::find(&root, &settings.packages, &mut problems);
        let mut found = walk::walk(&roots, links, &mut problems);
        roots.follow(links, std::mem::take(&mut found.followed));
        let index = AssetIndex::build(&found, &mut problems);
        let scenes = scenes::in_order(found.scenes, &settings.build, &index, &mut problems);
        let absent = AbsentPackages::find(&settings, &roots, &index, found.hidden);
        let symbols = symbols::project_symbols(&settings.unity_version, &settings.symbols);
        let assemblies = Assemblies::find(&index, &roots, &symbols, &mut problems);
        Ok(Self {
            root,
            roots,
            settings,
            absent,
            assemblies,
            symbols,
            local: found.local,
            index,
            scenes,
            problems,
        })
    }

    /// Reads the same folder again, with the same choice about links. Blocks the thread.
    ///
    /// # Errors
    /// As `open`.
    pub fn open_again(&self) -> Result<Self, ProjectProblem> {
        Self::open_with(&self.root, self.roots.links())
    }

    /// Returns the asset paths of unwatched files that are new or changed in `newer`, a later scan of the same folder.
    pub fn changed_in_packages<'a>(&'a self, newer: &'a Self) -> impl Iterator<Item = &'a str> {
        let changed = newer
            .local
            .iter()
            .filter(|(path, stamp)| self.local.get(*path) != Some(stamp));
        changed.map(|(path, _)| path.as_str())
    }

    /// Returns the path of the project folder, with links resolved.
    #[inline]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folders that contain the assets of the project.
    #[inline]
    pub fn roots(&self) -> &AssetRoots {
        &self.roots
    }

    /// Returns the name of the project folder; never a full path.
    pub fn folder(&self) -> String {
        self.root
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    }

    /// Returns true if the asset's file exists, and not only its `.meta`. Blocks the thread.
    pub fn has_file(&self, asset: &str) -> bool {
        self.roots.stamp(asset).is_ok_and(|facts| facts.is_some())
    }

    /// Reads an asset by its project path (`Assets/…`). Blocks the thread.
    ///
    /// # Errors
    /// `Missing`, `TooLarge` or `Unreadable`; the content is not checked.
    pub fn read(&self, asset: &str) -> Result<Vec<u8>, AssetProblem> {
        self.read_at_most(asset, MAX_FILE_BYTES)
    }

    /// Reads an asset like `read`, but rejects files of more than `limit` bytes. Blocks the thread.
    ///
    /// # Errors
    /// As `read`.
    pub fn read_at_most(&self, asset: &str, limit: u64) -> Result<Vec<u8>, AssetProblem> {
        self.roots.read(asset, limit)
    }
}

#[cfg(test)]
mod tests;
