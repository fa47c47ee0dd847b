//! The names that `policy.profile` may contain: groups and bundles from the manifests.
//!
//! This module collects the names without preparing a bundle, and creates the message for an unknown name.
//! `host_api::profile` decides which tools a profile lists.

use crate::folders::{self, Candidate};
use crate::options::CatalogOptions;
use host_api::Profile;
use host_api::profile::BUILT_IN;
use std::collections::BTreeSet;

/// Returns the names of all bundles and groups. `None` if a manifest cannot be read, because it may contain any group.
pub(crate) fn collect_names(candidates: &[Candidate]) -> Option<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for candidate in candidates {
        let manifest = candidate.manifest.as_ref().ok()?;
        names.insert(manifest.id.clone());
        names.extend(manifest.groups.iter().cloned());
        names.extend(manifest.tools.values().flat_map(|tool| tool.groups.iter().cloned()));
    }
    Some(names)
}

/// Describes the first unknown name in `profile`; `None` if each of its names is among `names` or built in.
pub(crate) fn problem(profile: &str, names: &BTreeSet<String>) -> Option<String> {
    let profile = Profile::parse(profile);
    let (name, near) = profile
        .unknown_among(names.iter().map(String::as_str))
        .into_iter()
        .next()?;
    let near = near.map(|near| format!("; {near}")).unwrap_or_default();
    let others = names.iter().map(String::as_str).filter(|name| !BUILT_IN.contains(name));
    let known: Vec<&str> = BUILT_IN.into_iter().chain(others).collect();
    Some(format!(
        "no group and no bundle is called `{name}`{near}; there are {}",
        known.join(", ")
    ))
}

/// Describes the first unknown name in `profile`, compared with the bundles in the folders of `options`. `None` if each
/// name is known, or if a manifest cannot be read. Blocks the thread if a name is not built in.
pub fn unknown_profile(profile: &str, options: &CatalogOptions) -> Option<String> {
    problem(profile, &BTreeSet::new())?;
    let candidates = folders::look(&folders::list(&options.folders, options.embedded));
    problem(profile, &collect_names(&candidates)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::BundleFolder;

    #[test]
    fn reports_unknown_profile_name_with_the_known_names() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| {
            let folder = root.path().join(name);
            std::fs::create_dir(&folder).expect("created");
            std::fs::write(folder.join("bundle.toml"), text).expect("written");
        };
        write(
            "a",
            "id = \"lamps\"\ncomponent = \"a.wasm\"\ngroups = [\"lab\", \"standard\"]\n[tools.dim]\ngroups = [\"night\"]\n",
        );
        let options = CatalogOptions {
            folders: vec![BundleFolder {
                path: root.path().to_owned(),
                bundled: false,
            }],
            ..CatalogOptions::default()
        };
        for known in ["", "all", "offline, live", "lamps", "lab,night,standard"] {
            assert_eq!(unknown_profile(known, &options), None, "{known}");
        }
        assert_eq!(
            unknown_profile("standard,lamp", &options).expect("unknown"),
            "no group and no bundle is called `lamp`; did you mean `lamps`?; there are all, offline, standard, live, lab, \
             lamps, night"
        );
        write("b", "id = ");
        assert_eq!(
            unknown_profile("lamp", &options),
            None,
            "the broken manifest may name it"
        );
    }
}
