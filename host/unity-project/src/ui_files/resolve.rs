//! Resolves the addresses in UI files to assets.

use super::Address;
use crate::references::Key;
use std::cell::OnceCell;
use std::collections::HashMap;
use unity_files::{AssetIndex, Project};
use unity_yaml::Guid;

/// The result of resolving an address in a UI file: an asset of the project, one of Unity's assets, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolved {
    Asset(Guid),
    /// The address leads to one of Unity's own assets.
    BuiltIn,
    Nowhere,
}

/// Finds the project's assets by path, ignoring case as Unity does. Each table is built when an address first needs it.
pub struct Paths<'p> {
    index: &'p AssetIndex,
    folded: OnceCell<HashMap<String, Guid>>,
    resources: OnceCell<HashMap<Key, Guid>>,
}

impl<'p> Paths<'p> {
    pub fn new(project: &'p Project) -> Self {
        Self {
            index: &project.index,
            folded: OnceCell::new(),
            resources: OnceCell::new(),
        }
    }

    pub fn resolve(&self, address: &Address) -> Resolved {
        let found = match address {
            Address::BuiltIn => return Resolved::BuiltIn,
            Address::Unreadable(_) => None,
            Address::Guid { guid, .. } if unity_scripts::is_built_in(*guid) => return Resolved::BuiltIn,
            Address::Guid { guid, path, .. } => match self.index.path(*guid) {
                Some(_) => Some(*guid),
                None => path.as_deref().and_then(|path| self.guid(path)),
            },
            Address::Path(path) => self.guid(path),
            Address::Resource(name) => return self.resource(name),
        };
        found.map_or(Resolved::Nowhere, Resolved::Asset)
    }

    fn guid(&self, path: &str) -> Option<Guid> {
        self.index.guid(path).or_else(|| {
            let folded = self.folded.get_or_init(|| {
                let all = self.index.assets();
                all.map(|(path, guid)| (path.to_lowercase(), guid)).collect()
            });
            folded.get(&path.to_lowercase()).copied()
        })
    }

    /// Resolves the name of an asset in a `Resources` folder: the first by path. A name without an asset can belong to
    /// one of Unity's resources, so it is `BuiltIn`.
    fn resource(&self, name: &str) -> Resolved {
        let resources = self.resources.get_or_init(|| {
            let mut all: Vec<(&str, Guid)> = self.index.assets().collect();
            all.sort_unstable_by(|one, other| other.0.cmp(one.0));
            let named = all.into_iter().flat_map(|(path, guid)| {
                let keys = Key::resources_of(path);
                keys.map(move |key| (key, guid))
            });
            named.collect()
        });
        let found = resources.get(&Key::resource(name));
        found.map_or(Resolved::BuiltIn, |guid| Resolved::Asset(*guid))
    }
}
