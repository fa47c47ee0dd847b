//! Builds the SDK for Rust as two crates, with `cargo package`. An end-to-end test builds the template with these
//! crates and dependencies that are already compiled.

use super::{lay, lay_wit, reword};
use crate::files;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

const CRATES: [&str; 2] = ["sdk-rust", "sdk-rust-macros"];

/// Sections of the workspace's root manifest from which both published Rust crates inherit.
const INHERITED: [&str; 3] = ["package", "lints", "dependencies"];

/// Packs the two Rust crates below `folder`. Returns the path of the `.crate` file of `sdk-rust`.
pub(super) fn make(workspace: &Workspace, folder: &Path) -> Result<PathBuf> {
    let staged = folder.join("staged");
    for (name, source) in CRATES.into_iter().zip(["sdk/rust", "sdk/rust-macros"]) {
        let place = staged.join(name);
        let source = workspace.root.join(source);
        lay(&source, &place, |name| name == "Cargo.toml" || name.starts_with("src/"))?;
    }
    // In the package, the contract is inside the crate, because a registry contains nothing else of the repository.
    lay_wit(workspace, &staged.join("sdk-rust/wit"))?;
    reword(
        &staged.join("sdk-rust/src/bindings.rs"),
        &[("\"../../wit\"", "\"wit\"")],
    )?;
    reword(
        &staged.join("sdk-rust-macros/src/imports.rs"),
        &[("\"../../wit\"", "\"wit\"")],
    )?;
    files::replace(&staged.join("Cargo.toml"), manifest(workspace)?.as_bytes())?;
    let lock = workspace.root.join("Cargo.lock");
    files::replace(&staged.join("Cargo.lock"), files::read_text(&lock)?.as_bytes())?;
    let packed = folder.join("packed");
    process::run(
        Command::new(workspace.cargo())
            .current_dir(&staged)
            .env("CARGO_TARGET_DIR", &packed)
            .args("package --workspace --no-verify --allow-dirty --offline --quiet".split(' ')),
    )?;
    Ok(packed
        .join("package")
        .join(format!("sdk-rust-{}.crate", env!("CARGO_PKG_VERSION"))))
}

fn manifest(workspace: &Workspace) -> Result<String> {
    let mut root: toml::Table = toml::from_str(&files::read_text(&workspace.root.join("Cargo.toml"))?)?;
    let all = root
        .remove("workspace")
        .context("the root manifest has no [workspace]")?;
    let mut kept = toml::Table::new();
    for name in INHERITED {
        kept.insert(
            name.to_owned(),
            all.get(name).with_context(|| format!("no [workspace.{name}]"))?.clone(),
        );
    }
    if let Some(toml::Value::Table(package)) = kept.get_mut("package") {
        package.insert("publish".to_owned(), true.into());
    }
    if let Some(toml::Value::Table(dependencies)) = kept.get_mut("dependencies") {
        // Only the macros crate is a dependency in this repository, and a registry finds it by its version.
        dependencies.retain(|_, dependency| dependency.get("path").is_none());
        let macros = format!(
            "path = \"sdk-rust-macros\"\nversion = \"={}\"\n",
            env!("CARGO_PKG_VERSION")
        );
        dependencies.insert(
            "sdk-rust-macros".to_owned(),
            toml::Value::Table(toml::from_str(&macros)?),
        );
    }
    kept.insert("members".to_owned(), CRATES.to_vec().into());
    kept.insert("resolver".to_owned(), "3".into());
    let mut made = toml::Table::new();
    made.insert("workspace".to_owned(), kept.into());
    Ok(toml::to_string(&made)?)
}
