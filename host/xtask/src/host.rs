//! Builds programs of the workspace, always with the same selection of packages.
//!
//! Belongs here: that selection. Does not: tests and guests.
//!
//! Cargo unifies features over the packages that are selected: `-p host-server` alone would compile the engine a second
//! time beside the one that the tests use.

use crate::lints;
use crate::process;
use crate::rust_guests;
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

/// The name of the host program, which is also the name of its binary target.
pub(crate) const HOST: &str = "unity-tool-host";

/// Builds `programs` in the release profile; the host with the components that are built by now inside it.
pub(crate) fn build(workspace: &Workspace, programs: &[&str]) -> Result<()> {
    let mut command = embedding(workspace, "build --release --workspace")?;
    for program in programs {
        command.args(["--bin", program]);
    }
    process::run(&mut command)
}

/// Builds the host program; `linted` fails where the compiler warns of anything in it.
pub(crate) fn build_program(workspace: &Workspace, linted: bool) -> Result<()> {
    if !linted {
        return build(workspace, &[HOST]);
    }
    let words = format!("build --release --workspace --bin {HOST}");
    lints::without_warnings(&mut embedding(workspace, &words)?)
}

/// A cargo command that builds the host program. The program writes the listing into each component, so on a fresh checkout
/// it is built twice: at first without components, and again once they are installed, which compiles its last crate and links.
fn embedding(workspace: &Workspace, words: &str) -> Result<Command> {
    let mut command = cargo(workspace, words)?;
    command.env("UTH_EMBED", workspace.components());
    Ok(command)
}

/// Builds all tests without optimising what they test.
pub(crate) fn build_tests(workspace: &Workspace, linted: bool) -> Result<()> {
    process::run(&mut cargo_test(workspace, linted, "test --no-run")?)
}

/// A cargo command that compiles tests: all of them do so alike, or each would compile them again.
///
/// None of it may build a program of the workspace: the file that the end-to-end tests start would be overwritten. A test
/// that needs the program belongs there, not into the program's own package.
pub(crate) fn cargo_test(workspace: &Workspace, linted: bool, words: &str) -> Result<Command> {
    let mut command = cargo(workspace, words)?;
    command.args(["--release", "--workspace", "--config", ".config/tests.toml"]);
    if linted {
        lints::while_compiling(&mut command)?;
    }
    Ok(command)
}

/// A cargo command over every package that makes sense natively; `words` are its arguments.
pub(crate) fn cargo(workspace: &Workspace, words: &str) -> Result<Command> {
    let mut command = Command::new(workspace.cargo());
    command.current_dir(&workspace.root).args(words.split(' '));
    // Test guests trap, spin and allocate on purpose: they only make sense inside the host.
    for guest in rust_guests::fixtures(workspace)? {
        command.args(["--exclude", &guest.package]);
    }
    Ok(command)
}
