//! Checks that every crate inherits lints and dependencies from the workspace, and that only certain crates depend on
//! the WebAssembly engine or on HTTP.
//!
//! Belongs here: rules about `Cargo.toml`. Does not: errors that cargo and rustc report, such as a use of an undeclared
//! crate.

use super::{Finding, Tree};
use anyhow::{Context, Result};
use toml::{Table, Value};

const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// Dependencies that only certain crates may have, the folders of these crates, and the remedy for other crates.
type Boundary = (&'static [&'static str], &'static [&'static str], &'static str);

const BOUNDARIES: [Boundary; 4] = [
    (
        &["wasmtime", "wasmtime-wasi"],
        &["host/guest/", "host/runtime/"],
        "only host/guest and host/runtime name the engine; go through what host-runtime offers",
    ),
    (
        &["host-guest"],
        &["host/runtime/"],
        "only host/runtime enters guests; go through what host-runtime offers",
    ),
    (
        &["axum", "axum-core"],
        &["host/wire/", "tests/"],
        "only host/wire serves HTTP; go through what host-wire offers",
    ),
    (
        &["http", "hyper", "hyper-util"],
        &["host/pipeline/", "host/wire/", "tests/"],
        "only host/wire serves HTTP and only host/pipeline sends requests; go through what they offer",
    ),
];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) -> Result<()> {
    // A template is a separate workspace, which the command `new` writes for an author. A test builds it.
    let ours = |name: &str| name.ends_with("/Cargo.toml") && !name.contains("/template/");
    for (name, text) in tree.texts(ours) {
        let manifest: Table = text.parse().with_context(|| format!("{name} is no TOML"))?;
        let mut find = |line: usize, text: String| findings.push(Finding::new(&name, line, text));
        if !from_workspace(manifest.get("lints")) {
            find(
                0,
                "does not take the workspace's lints; add `[lints] workspace = true`".to_owned(),
            );
        }
        for (key, value) in dependencies(&manifest, &SECTIONS) {
            if !from_workspace(Some(value)) {
                find(
                    line_of(&text, key),
                    format!(
                        "`{key}` is not from the root table; add it there with its reason and write `{key}.workspace = true`"
                    ),
                );
            }
            for (words, allowed, instead) in BOUNDARIES {
                if words.contains(&key.as_str()) && !allowed.iter().any(|prefix| name.starts_with(prefix)) {
                    find(line_of(&text, key), format!("names `{key}`: {instead}"));
                }
            }
        }
    }
    Ok(())
}

fn from_workspace(value: Option<&Value>) -> bool {
    value.and_then(|value| value.get("workspace")).and_then(Value::as_bool) == Some(true)
}

/// Returns all dependencies in the named `sections` of a crate's manifest, including those for single target platforms.
pub(super) fn dependencies<'m>(manifest: &'m Table, sections: &[&str]) -> Vec<(&'m String, &'m Value)> {
    let mut tables: Vec<&Table> = vec![manifest];
    if let Some(targets) = manifest.get("target").and_then(Value::as_table) {
        tables.extend(targets.values().filter_map(Value::as_table));
    }
    tables
        .into_iter()
        .flat_map(|table| {
            sections
                .iter()
                .filter_map(|section| table.get(*section).and_then(Value::as_table))
        })
        .flatten()
        .collect()
}

fn line_of(text: &str, key: &str) -> usize {
    text.lines()
        .position(|line| {
            line.trim_start()
                .strip_prefix(key)
                .is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
                || line.trim_end().ends_with(&format!("dependencies.{key}]"))
        })
        .map_or(0, |index| index + 1)
}
