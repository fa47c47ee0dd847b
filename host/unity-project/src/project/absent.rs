//! Which parts of the project are not on disk or not read: declared packages without files, and links that are not followed.
//! A guid that only they could have is unverifiable, never missing.

use super::{AssetIndex, AssetRoots, Settings};
use std::collections::HashSet;

/// The configuration key that makes the host follow links out of the project.
pub const FOLLOW_LINKS: &str = "project.follow-links";

/// The declared packages whose files are not there, and the links that are not followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AbsentPackages {
    names: Vec<String>,
    /// No manifest says what the project uses.
    undeclared: bool,
    /// Asset paths of links that lead out of the project and are not followed, in the order of the walk.
    links: Vec<String>,
}

impl AbsentPackages {
    /// Unity's built-in modules are left out: they are engine code and hold no assets.
    pub(super) fn find(settings: &Settings, roots: &AssetRoots, index: &AssetIndex, links: Vec<String>) -> Self {
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
            links,
        }
    }

    /// True if an asset that the folder does not have may be in a package that is not on disk, or behind a link.
    pub fn may_hold_more(&self) -> bool {
        self.lacks_packages() || !self.links.is_empty()
    }

    /// The same for packages alone.
    pub fn lacks_packages(&self) -> bool {
        self.undeclared || !self.names.is_empty()
    }

    /// Asset paths of links that lead out of the project and are not followed.
    pub fn links(&self) -> &[String] {
        &self.links
    }

    /// The link that an asset path leads through, if the host does not follow it.
    pub fn link_above(&self, asset: &str) -> Option<&str> {
        let is_above = |link: &&String| {
            asset
                .strip_prefix(link.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.links.iter().find(is_above).map(String::as_str)
    }

    /// Why answers about the whole project are not complete; `None` without such links.
    pub fn unfollowed(&self) -> Option<String> {
        let first = self.links.first()?;
        let more = match self.links.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(format!(
            "the link {first}{more} leads out of the project and is not followed: the files behind it were not searched (the operator can allow it with {FOLLOW_LINKS} = true)"
        ))
    }

    /// Their names, sorted.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What a guid is that no asset of the folder has, in the words that every answer has for it: missing, or unverifiable where a
    /// package that is not here may have it.
    pub fn verdict(&self) -> String {
        match self.may_hold_more() {
            true => format!("unverifiable, since it may belong to {}", self.phrase()),
            false => "missing".to_owned(),
        }
    }

    /// For the end of a sentence: the first one and that there are more.
    pub fn phrase(&self) -> String {
        let link = self.links.first().map(|first| match self.links.len() {
            1 => format!("the link {first}, which leads out of the project and is not followed"),
            all => format!("one of {all} links that lead out of the project and are not followed ({first}, …)"),
        });
        match (self.lacks_packages(), link) {
            (true, Some(link)) => format!("{}, or to the files behind {link}", self.packages()),
            (false, Some(link)) => format!("the files behind {link}"),
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

/// The folder of the package that the asset lies in.
fn folder_of(path: &str) -> Option<&str> {
    let start = ["Packages/", "Library/PackageCache/"]
        .iter()
        .find(|start| path.starts_with(*start))?
        .len();
    let end = path.get(start..)?.find('/')?;
    path.get(..start + end)
}
