//! Index of assets by guid, read from the `.meta` files next to the assets.

use super::walk::Found;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use unity_yaml::Guid;

/// Maps guids to asset paths and back. If several assets have the same guid, the guid refers to the first one, but all
/// paths are kept. An asset can lack its file: a `.meta` alone still shows the name of a script.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct AssetIndex {
    paths: HashMap<Guid, Arc<str>>,
    guids: HashMap<Arc<str>, Guid>,
    /// Guids of the scripts that were deleted without their `.meta`.
    gone: HashSet<Guid>,
    /// Paths of the scripts with a `.meta` but without a file, including those in folders without any source file.
    bare: HashSet<Arc<str>>,
    /// Paths of the scripts without a `.meta`, in the order of the walk.
    unimported: Vec<Arc<str>>,
}

impl AssetIndex {
    /// Builds the index from the scanned assets. Of assets with the same guid, the first one keeps it, as in Unity.
    pub(super) fn build(found: &Found, problems: &mut Vec<String>) -> Self {
        let Found {
            assets,
            gone,
            bare,
            unimported,
            ..
        } = found;
        let mut index = Self {
            paths: HashMap::with_capacity(assets.len()),
            guids: HashMap::with_capacity(assets.len()),
            ..Self::default()
        };
        let mut without: Vec<&str> = Vec::new();
        let mut doubled: Vec<(&str, Guid)> = Vec::new();
        for (asset, guid) in assets {
            let Some(guid) = *guid else {
                without.push(asset);
                continue;
            };
            let path: Arc<str> = asset.as_str().into();
            match index.paths.entry(guid) {
                Entry::Occupied(_) => doubled.push((asset, guid)),
                Entry::Vacant(free) => {
                    free.insert(Arc::clone(&path));
                }
            }
            index.guids.insert(path, guid);
        }
        if let Some(first) = without.first() {
            problems.push(format!(
                "{} .meta files hold no guid, first {first}.meta; let Unity write them again",
                without.len()
            ));
        }
        if let Some((first, guid)) = doubled.first() {
            problems.push(format!(
                "{} assets have a guid that another asset has too, first {first}, with that of {}; all are listed, references mean the one met first (Assets before packages, then by path), Unity gives the others new guids",
                doubled.len(),
                index.path(*guid).unwrap_or_default()
            ));
        }
        // If two assets share a guid, its owner decides.
        let guids = gone.iter().filter_map(|path| Some((path, index.guid(path)?)));
        let owned = guids.filter(|(path, guid)| index.path(*guid) == Some(path));
        index.gone = owned.map(|(_, guid)| guid).collect();
        index.bare = bare.iter().map(|path| path.as_str().into()).collect();
        index.unimported = unimported.iter().map(|path| path.as_str().into()).collect();
        index
    }

    /// Returns true if the script with that guid was deleted but its `.meta` still exists. Unity deletes the `.meta`
    /// when it opens the project.
    #[inline]
    pub fn is_gone(&self, guid: Guid) -> bool {
        self.gone.contains(&guid)
    }

    /// Returns true if the script at the path `asset` has a `.meta` but no file.
    pub fn is_bare(&self, asset: &str) -> bool {
        self.bare.contains(asset)
    }

    /// Returns the paths of the scripts that have a `.meta` but no file, in no particular order.
    pub fn bare(&self) -> impl Iterator<Item = &str> {
        self.bare.iter().map(AsRef::as_ref)
    }

    /// Returns the paths of the scripts without a `.meta` at the last scan: Unity has not imported them.
    pub fn unimported(&self) -> impl Iterator<Item = &str> {
        self.unimported.iter().map(AsRef::as_ref)
    }

    /// Returns the path of the asset with that guid, relative to the project folder.
    #[inline]
    pub fn path(&self, guid: Guid) -> Option<&str> {
        self.paths.get(&guid).map(AsRef::as_ref)
    }

    /// Returns the guid in the `.meta` of the asset.
    #[inline]
    pub fn guid(&self, asset: &str) -> Option<Guid> {
        self.guids.get(asset).copied()
    }

    /// Returns the paths of the assets with that extension, sorted.
    pub fn with_extension(&self, extension: &str) -> Vec<&str> {
        let paths = self.guids.keys().map(AsRef::as_ref);
        let mut found: Vec<&str> = paths.filter(|path| super::has_extension(path, extension)).collect();
        found.sort_unstable();
        found
    }

    /// Returns the paths of the scripts whose file existed at the last scan, sorted.
    pub fn sources(&self) -> Vec<&str> {
        let mut found = self.with_extension("cs");
        found.retain(|path| !self.is_bare(path));
        found
    }

    /// Returns the path and the guid of each asset, in no particular order.
    pub fn assets(&self) -> impl Iterator<Item = (&str, Guid)> {
        self.guids.iter().map(|(path, guid)| (&**path, *guid))
    }

    /// Returns the number of assets with a guid.
    pub fn len(&self) -> usize {
        self.guids.len()
    }

    /// Returns true if no asset has a guid, as in a project without `.meta` files.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Returns the guids of assets that were created, deleted or moved between this scan and the later scan `newer`. A
    /// script counts as deleted as soon as its source file is.
    pub fn changed_guids(&self, newer: &Self) -> Vec<Guid> {
        let gone = self
            .paths
            .iter()
            .filter(|(guid, path)| newer.path(**guid) != Some(path));
        let come = newer.paths.iter().filter(|(guid, _)| !self.paths.contains_key(guid));
        let files = self.gone.symmetric_difference(&newer.gone).copied();
        gone.chain(come).map(|(guid, _)| *guid).chain(files).collect()
    }
}
