//! Checks that each file and folder of the Unity package has a `.meta` file with an id derived from its path. Without
//! it, Unity would create other ids in each project, or none for a package from git.
//!
//! Belongs here: the list and the content of the `.meta` files. Does not: compiling the package.

use super::unity_assemblies::PACKAGE;
use super::{Finding, Tree};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the path (relative to the root) and the text of each required `.meta` file.
pub(super) fn metas(tree: &Tree) -> BTreeMap<String, String> {
    let mut parts = BTreeMap::new();
    for path in &tree.files {
        let name = tree.name(path);
        let Some(inside) = name.strip_prefix(PACKAGE) else {
            continue;
        };
        if inside.ends_with(".meta") || is_hidden(inside) {
            continue;
        }
        parts.insert(inside.to_owned(), false);
        for (end, _) in inside.match_indices('/') {
            parts.insert(inside[..end].to_owned(), true);
        }
    }
    let text = |inside: &str, is_folder: bool| {
        let folder = if is_folder { "folderAsset: yes\n" } else { "" };
        format!("fileFormatVersion: 2\nguid: {}\n{folder}", id(inside))
    };
    parts
        .into_iter()
        .map(|(inside, is_folder)| (format!("{PACKAGE}{inside}.meta"), text(&inside, is_folder)))
        .collect()
}

/// Returns true if Unity ignores the path `inside` the package: a component ends with `~` or begins with a dot.
fn is_hidden(inside: &str) -> bool {
    inside
        .split('/')
        .any(|part| part.ends_with('~') || part.starts_with('.'))
}

fn id(inside: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(format!("com.unity-tools.bridge/{inside}"))[..16])
}

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let wanted = metas(tree);
    let found: BTreeMap<String, String> = tree
        .texts(|name| name.starts_with(PACKAGE) && name.ends_with(".meta"))
        .collect();
    let names: BTreeSet<&String> = wanted.keys().chain(found.keys()).collect();
    for name in names {
        let text = match (wanted.get(name), found.get(name)) {
            (Some(wanted), Some(found)) if *wanted == found.replace("\r\n", "\n") => continue,
            (Some(_), Some(_)) => "is not what follows from its path; `cargo xtask tidy --write` writes it",
            (Some(_), None) => "is missing; `cargo xtask tidy --write` writes it",
            (None, _) => "belongs to nothing; remove it",
        };
        findings.push(Finding::new(name, 0, text));
    }
}
