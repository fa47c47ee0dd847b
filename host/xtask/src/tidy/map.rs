//! Checks `docs/internals/crates.md`: each crate has a row, which lists the same crates as its manifest, and every path
//! on the page exists.
//!
//! Belongs here: the facts on the page that can be checked by the repository. Does not: the description of a crate.

mod paths;

use super::{Finding, Tree};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use toml::Table;

const MAP: &str = "docs/internals/crates.md";

/// The header row of the table of crates and their dependencies, in `docs/internals/crates.md`.
const CRATES: &str = "| crate | names |";

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) -> Result<()> {
    let Some((_, map)) = tree.texts(|name| name == MAP).next() else {
        return Ok(());
    };
    let mut find = |line: usize, text: String| {
        findings.push(Finding::new(MAP, line, text));
    };
    let named = named_by_manifests(tree)?;
    for folder in named.keys() {
        if !map
            .lines()
            .any(|line| line.starts_with(&format!("| `host/{folder}` |")))
        {
            find(
                0,
                format!("the map has no row for `host/{folder}`; say what it holds and what it never knows"),
            );
        }
    }
    let rows = rows(&map);
    for (folder, names) in &named {
        let (line, told) = rows.get(folder.as_str()).cloned().unwrap_or_default();
        if told != names.iter().map(String::as_str).collect() {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let right = match names.is_empty() {
                true => "no row".to_owned(),
                false => format!("`| {folder} | {} |`", names.join(", ")),
            };
            find(
                line,
                format!("the table of crates says another thing than the manifest of `{folder}`; right is {right}"),
            );
        }
    }
    for (folder, (line, _)) in &rows {
        if !named.contains_key(*folder) {
            find(
                *line,
                format!("there is no crate `host/{folder}`; remove the row or correct its name"),
            );
        }
    }
    for (line, path) in paths::missing_paths(tree, &map) {
        find(
            line,
            format!("there is no `{path}`; name it as it is called now, from `host`, from its crate or from the root"),
        );
    }
    Ok(())
}

/// Returns, for each folder below `host`, the folders of the crates on which it depends, without dev-dependencies.
fn named_by_manifests(tree: &Tree) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut manifests = BTreeMap::new();
    for (name, text) in tree.texts(|name| name.starts_with("host/") && name.ends_with("/Cargo.toml")) {
        if let ["host", folder, "Cargo.toml"] = name.split('/').collect::<Vec<_>>()[..] {
            let manifest: Table = text.parse().with_context(|| format!("{name} is no TOML"))?;
            manifests.insert(folder.to_owned(), manifest);
        }
    }
    let package = |manifest: &Table| {
        let name = manifest.get("package").and_then(|package| package.get("name"));
        name.and_then(|name| name.as_str()).map(str::to_owned)
    };
    let folders: BTreeMap<String, &String> = manifests
        .iter()
        .filter_map(|(folder, manifest)| Some((package(manifest)?, folder)))
        .collect();
    let named = manifests.iter().map(|(folder, manifest)| {
        let used = super::manifests::dependencies(manifest, &["dependencies", "build-dependencies"]);
        let ours = used
            .into_iter()
            .filter_map(|(name, _)| folders.get(name))
            .map(|folder| (*folder).clone());
        (folder.clone(), ours.collect())
    });
    Ok(named.collect())
}

/// Returns, for each crate in the table, the line number of its row (counted from 1) and the crates in the row.
fn rows(map: &str) -> BTreeMap<&str, (usize, BTreeSet<&str>)> {
    let lines = map.lines().zip(1..).skip_while(|(line, _)| *line != CRATES).skip(2);
    let rows = lines.map_while(|(line, number)| {
        let (folder, names) = line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ")?;
        Some((
            folder.trim_matches('`'),
            (number, names.split('`').skip(1).step_by(2).collect()),
        ))
    });
    rows.collect()
}
