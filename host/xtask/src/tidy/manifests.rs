//! Every crate is a member, takes the workspace's lints, and takes its dependencies from the root table.
//!
//! Belongs here: rules about `Cargo.toml`. Does not: which crate may use which dependency (`boundaries.rs`).

use super::{Finding, Tree};
use anyhow::{Context, Result};
use toml::{Table, Value};

const SECTIONS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) -> Result<()> {
    let root: Table = std::fs::read_to_string(tree.root.join("Cargo.toml"))
        .context("the root Cargo.toml cannot be read")?
        .parse()
        .context("the root Cargo.toml is no TOML")?;
    let members = patterns(&root, "members");
    let excluded = patterns(&root, "exclude");
    for (name, text) in tree.texts(|name| name.ends_with("/Cargo.toml")) {
        let folder = name.trim_end_matches("/Cargo.toml");
        // What `new` writes for an author's own workspace; a test builds it there.
        if folder.split('/').any(|part| part == "template") {
            continue;
        }
        if excluded.iter().any(|pattern| matches(pattern, folder)) {
            continue;
        }
        let mut find = |line: usize, text: String| {
            findings.push(Finding {
                file: name.clone(),
                line,
                text,
            })
        };
        let manifest: Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                find(0, format!("no TOML: {error}"));
                continue;
            }
        };
        if !members.iter().any(|pattern| matches(pattern, folder)) {
            find(
                0,
                "no member of the workspace; add its folder to `members` in the root Cargo.toml".to_owned(),
            );
        }
        if manifest
            .get("lints")
            .and_then(|lints| lints.get("workspace"))
            .and_then(Value::as_bool)
            != Some(true)
        {
            find(
                0,
                "does not take the workspace's lints; add `[lints] workspace = true`".to_owned(),
            );
        }
        for (key, value) in dependencies(&manifest) {
            if value.get("workspace").and_then(Value::as_bool) != Some(true) {
                find(
                    line_of(&text, key),
                    format!(
                        "`{key}` is not from the root table; add it there with its reason and write `{key}.workspace = true`"
                    ),
                );
            }
        }
    }
    Ok(())
}

fn patterns(root: &Table, key: &str) -> Vec<String> {
    root.get("workspace")
        .and_then(|workspace| workspace.get(key))
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default()
}

/// `folder` is `pattern`, or directly in it where it ends in `/*`.
fn matches(pattern: &str, folder: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(parent) => folder
            .strip_prefix(parent)
            .and_then(|rest| rest.strip_prefix('/'))
            .is_some_and(|rest| !rest.contains('/')),
        None => pattern == folder,
    }
}

fn dependencies(manifest: &Table) -> Vec<(&String, &Value)> {
    let mut tables: Vec<&Table> = vec![manifest];
    if let Some(targets) = manifest.get("target").and_then(Value::as_table) {
        tables.extend(targets.values().filter_map(Value::as_table));
    }
    tables
        .into_iter()
        .flat_map(|table| {
            SECTIONS
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
