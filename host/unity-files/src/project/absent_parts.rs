//! Parts of the project that are not on disk or not readable: declared packages without files, links that are not
//! followed, and files and folders to which the system denies access. If such a part can contain an asset with a guid,
//! the guid is reported as "unverifiable" instead of "missing".

use super::hidden_parts::{Hidden, HiddenParts};
use super::{AssetIndex, AssetRoots, Settings};
use std::collections::HashSet;

/// Packages that a project declares but whose files it lacks, and parts of its folders that were not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbsentPackages {
    names: Vec<String>,
    /// True if no manifest lists the packages of the project, so that it is unknown which packages are absent.
    undeclared: bool,
    hidden: HiddenParts,
}

impl AbsentPackages {
    /// Finds the declared packages without files. Unity's built-in modules are excluded: engine code without assets.
    pub(super) fn find(settings: &Settings, roots: &AssetRoots, index: &AssetIndex, hidden: HiddenParts) -> Self {
        let folders: HashSet<&str> = index.assets().filter_map(|(path, _)| folder_of(path)).collect();
        let present = roots.packages().iter();
        let present = present.filter(|(folder, _)| folders.contains(folder.as_str()));
        let present: HashSet<&str> = present.map(|(_, name)| name.as_str()).collect();
        let declared = settings.packages.iter();
        let names = declared
            .filter(|(name, _)| !name.starts_with("com.unity.modules."))
            .filter(|(name, _)| !present.contains(name.as_str()))
            .map(|(name, _)| name.clone())
            .collect();
        Self {
            names,
            undeclared: !settings.packages_known,
            hidden,
        }
    }

    /// Returns true if an asset that the scan did not find can be in an absent package or in a part that was not read.
    pub fn may_hold_more(&self) -> bool {
        self.lacks_packages() || self.hides_files()
    }

    /// Returns true if an asset that the scan did not find can be in an absent package.
    pub fn lacks_packages(&self) -> bool {
        self.undeclared || !self.names.is_empty()
    }

    /// Returns true if the scan could not read a part of the asset folders.
    pub fn hides_files(&self) -> bool {
        self.hidden.total() > 0
    }

    /// Returns the parts of the asset folders that were not read.
    pub fn hidden(&self) -> &HiddenParts {
        &self.hidden
    }

    /// Returns the unread link, folder or file that is `asset` or contains it; `None` if no unread part contains it.
    pub fn hidden_above(&self, asset: &str) -> Option<&Hidden> {
        self.hidden.covering_part(asset)
    }

    /// Returns the names of the absent packages, sorted.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns a text about a guid that no asset of the project has: "missing", or "unverifiable" with the reason if an
    /// absent package or an unread part can contain the asset.
    pub fn verdict(&self) -> String {
        match self.may_hold_more() {
            true => format!("unverifiable, since it may belong to {}", self.phrase()),
            false => "missing".to_owned(),
        }
    }

    /// Returns the end of a sentence about where the asset with an unknown guid can be: the first absent package,
    /// whether there are more, and the unread parts.
    pub fn phrase(&self) -> String {
        match (self.lacks_packages(), self.hidden.phrase()) {
            (true, Some(hidden)) => format!("{}, or to {hidden}", self.packages()),
            (false, Some(hidden)) => hidden,
            (_, None) => self.packages(),
        }
    }

    fn packages(&self) -> String {
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

/// Returns the folder of the package that contains the asset; `None` for an asset outside of packages.
fn folder_of(path: &str) -> Option<&str> {
    let start = ["Packages/", "Library/PackageCache/"]
        .iter()
        .find(|start| path.starts_with(*start))?
        .len();
    let end = path.get(start..)?.find('/')?;
    path.get(..start + end)
}
