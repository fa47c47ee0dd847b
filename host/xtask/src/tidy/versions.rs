//! Checks that the SDKs have the version of the workspace, because their packages contain the contract of this version.
//!
//! Belongs here: the location of the version in each SDK. Does not: building packages (`sdk_packages.rs`).

use super::{Finding, Tree};

/// The files that contain the version of an SDK, and the text before the version in its line.
const PLACES: [(&str, &str); 2] = [
    ("sdk/js/package.json", "\"version\": "),
    ("sdk/python/pyproject.toml", "version = "),
];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let version_of = |name: &str, start: &str| {
        let text = std::fs::read_to_string(tree.root.join(name)).ok()?;
        let found = (1..).zip(text.lines()).find_map(|(at, line)| {
            let rest = line.trim().strip_prefix(start)?;
            Some((at, rest.trim_matches(['"', ',']).to_owned()))
        });
        Some(found.unwrap_or_default())
    };
    // Without a version in the root manifest, there is nothing to compare.
    let Some((_, wanted)) = version_of("Cargo.toml", "version = ").filter(|(at, _)| *at > 0) else {
        return;
    };
    for (name, start) in PLACES {
        if let Some((line, found)) = version_of(name, start)
            && found != wanted
        {
            findings.push(Finding::new(
                name,
                line,
                format!("has version {found:?}; the workspace has {wanted:?}, and the SDKs go with it"),
            ));
        }
    }
}
