//! Index of assets by guid, from the `.meta` files next to the assets.

use super::walk::Found;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use unity_yaml::Guid;

/// Guid to asset path and back. If several assets have the same guid, all are known, and the guid belongs to the
/// first. An asset can be absent: a `.meta` without its file still gives a script's name.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct AssetIndex {
    paths: HashMap<Guid, Arc<str>>,
    guids: HashMap<Arc<str>, Guid>,
    /// Scripts that were deleted.
    gone: HashSet<Guid>,
    /// Scripts of which only the `.meta` was found, even if the folder contains no sources at all.
    bare: HashSet<Arc<str>>,
    /// Scripts without a `.meta`, in the order of the walk.
    unimported: Vec<Arc<str>>,
}

impl AssetIndex {
    /// The first asset with a guid keeps it: Unity also keeps a guid's first owner and assigns the other asset a new
    /// one.
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

    /// Whether that guid's script was deleted and its `.meta` was left behind; Unity deletes the `.meta` when it
    /// opens the project.
    #[inline]
    pub fn is_gone(&self, guid: Guid) -> bool {
        self.gone.contains(&guid)
    }

    /// Whether only the `.meta` of that script was found.
    pub fn is_bare(&self, asset: &str) -> bool {
        self.bare.contains(asset)
    }

    /// The scripts of which only the `.meta` was found, in no order.
    pub fn bare(&self) -> impl Iterator<Item = &str> {
        self.bare.iter().map(AsRef::as_ref)
    }

    /// The scripts without a `.meta` at the last scan: Unity has not imported them.
    pub fn unimported(&self) -> impl Iterator<Item = &str> {
        self.unimported.iter().map(AsRef::as_ref)
    }

    /// The asset's path, relative to the root.
    #[inline]
    pub fn path(&self, guid: Guid) -> Option<&str> {
        self.paths.get(&guid).map(AsRef::as_ref)
    }

    /// The guid in the asset's `.meta`.
    #[inline]
    pub fn guid(&self, asset: &str) -> Option<Guid> {
        self.guids.get(asset).copied()
    }

    /// Paths of the assets with that extension, sorted.
    pub fn with_extension(&self, extension: &str) -> Vec<&str> {
        let paths = self.guids.keys().map(AsRef::as_ref);
        let mut found: Vec<&str> = paths.filter(|path| super::has_extension(path, extension)).collect();
        found.sort_unstable();
        found
    }

    /// Paths of the scripts whose file existed at the last scan, sorted.
    pub fn sources(&self) -> Vec<&str> {
        let mut found = self.with_extension("cs");
        found.retain(|path| !self.is_bare(path));
        found
    }

    /// Every asset's path with its guid, in no order.
    pub fn assets(&self) -> impl Iterator<Item = (&str, Guid)> {
        self.guids.iter().map(|(path, guid)| (&**path, *guid))
    }

    /// Number of assets with a guid.
    pub fn len(&self) -> usize {
        self.guids.len()
    }

    /// True for a project without any `.meta`.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Guids whose asset, or script file, was created, deleted or moved between two scans.
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
