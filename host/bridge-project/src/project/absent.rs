//! Which declared packages have no files in the folder: what only they hold nobody can tell without them.

use super::{AssetIndex, Settings};
use std::collections::HashSet;

/// The declared packages whose files are not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbsentPackages {
    names: Vec<String>,
    /// No manifest says what the project uses.
    undeclared: bool,
}

impl AbsentPackages {
    /// Unity's built-in modules are left out: they are engine code and hold no assets.
    pub(super) fn find(settings: &Settings, index: &AssetIndex) -> Self {
        let present: HashSet<&str> = index.assets().filter_map(|(path, _)| package_of(path)).collect();
        let declared = settings.packages.iter();
        let names = declared
            .filter(|(name, version)| !name.starts_with("com.unity.modules.") && !version.starts_with("file:"))
            .filter(|(name, _)| !present.contains(name.as_str()))
            .map(|(name, _)| name.clone())
            .collect();
        Self {
            names,
            undeclared: !settings.packages_known,
        }
    }

    /// True where an asset that the folder does not have may lie in a package that is not there.
    pub fn may_hold_more(&self) -> bool {
        self.undeclared || !self.names.is_empty()
    }

    /// Their names, sorted.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// For the end of a sentence: the first one and that there are more.
    pub fn phrase(&self) -> String {
        match self.names.as_slice() {
            [] => "a package that no readable Packages/manifest.json names".to_owned(),
            [only] => format!("the declared package {only}, which is not on disk"),
            [first, rest @ ..] => format!(
                "one of the {} declared packages that are not on disk ({first}, …)",
                rest.len() + 1
            ),
        }
    }
}

/// The package whose folder the asset lies in.
fn package_of(path: &str) -> Option<&str> {
    let below = path
        .strip_prefix("Packages/")
        .or_else(|| path.strip_prefix("Library/PackageCache/"))?;
    let folder = below.split('/').next()?;
    Some(folder.split('@').next().unwrap_or(folder))
}
