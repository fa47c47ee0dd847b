//! A program compiled from a crate of crates.io: cargo-deny, which checks `deny.toml`.

use super::{Missing, run_once};
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

pub(crate) fn cargo_deny(workspace: &Workspace) -> Result<PathBuf> {
    install_crate(workspace, "cargo-deny", "0.20.2")
}

/// Returns the program of the crate `name`. Compiles it to `target/tools` if it is missing.
fn install_crate(workspace: &Workspace, name: &'static str, version: &str) -> Result<PathBuf> {
    let folder = workspace.target().join("tools").join(name);
    std::fs::create_dir_all(&folder)?;
    let install = || {
        let mut command = Command::new(workspace.cargo());
        // It compiles three times as fast without optimization, and runs only for a second.
        command.args(["install", name, "--version", version, "--locked", "--debug", "--quiet"]);
        command.args(["--no-default-features", "--root"]).arg(&folder);
        command.env("CARGO_TARGET_DIR", folder.join("build"));
        process::run(&mut command)?;
        Ok(std::fs::remove_dir_all(folder.join("build"))?)
    };
    let missing = Missing {
        what: name,
        remedy: "it is compiled from the registry of crates, which must be reachable once",
    };
    run_once(&folder, version, install).map_err(|error| error.context(missing))?;
    Ok(folder
        .join("bin")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}
