//! Checks that every bundled tool has a row in the table of `tools/README.md`.
//!
//! Belongs here: generating this table, and comparing it with the file. Does not: the rules for a manifest
//! (`rust_guests.rs`).

use super::{Finding, Tree};
use crate::files;
use anyhow::{Context, Result};
use std::fmt::Write;

pub(super) const TABLE: &str = "tools/README.md";

#[derive(serde::Deserialize)]
struct Bundle {
    id: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    description: String,
}

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) -> Result<()> {
    let Some(wanted) = table(tree)? else { return Ok(()) };
    let written = std::fs::read_to_string(tree.root.join(TABLE))
        .unwrap_or_default()
        .replace('\r', "");
    if written != wanted {
        let line = wanted.lines().zip(written.lines()).position(|(new, old)| new != old);
        findings.push(Finding::new(
            TABLE,
            line.map_or(0, |index| index + 1),
            "is not what the bundle.toml files say; run `cargo xtask tidy --write`",
        ));
    }
    Ok(())
}

/// Returns the expected text of `tools/README.md`; `None` if there is no tool.
pub(super) fn table(tree: &Tree) -> Result<Option<String>> {
    let mut text = String::from(
        "# Bundled tools\n\nEach folder is one component, built from `sdk/rust` by `cargo xtask components` to `target/components/<id>/`. \
         `unity-tool-host list` prints the tools with their effects.\n\nWritten by `cargo xtask tidy --write` from the `bundle.toml` files.\n\n\
         | bundle | title | what it is for |\n|---|---|---|\n",
    );
    let mut any = false;
    for folder in files::folders_in(&tree.root.join("tools"))? {
        let path = folder.join("bundle.toml");
        if !path.is_file() {
            continue;
        }
        let bundle: Bundle = toml::from_str(&files::read_text(&path)?)
            .with_context(|| format!("{} is no bundle manifest", tree.name(&path)))?;
        writeln!(
            text,
            "| [`{id}`]({id}/) | {} | {} |",
            cell(&bundle.title),
            cell(&bundle.description),
            id = bundle.id
        )
        .expect("writing to a String cannot fail");
        any = true;
    }
    Ok(any.then_some(text))
}

fn cell(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|")
}
