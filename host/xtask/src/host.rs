//! Builds programs of the workspace, always with the same selection of packages.
//!
//! Belongs here: that selection. Does not: tests and guests.
//!
//! Cargo unifies features over the packages that are selected: `-p host-server` alone would compile the engine a second
//! time beside the one that the tests use.

use crate::components;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

/// The host program.
pub(crate) const HOST: &str = "unity-tool-host";

/// Builds `programs` in the release profile.
pub(crate) fn build(workspace: &Workspace, programs: &[&str]) -> Result<()> {
    let mut command = cargo(workspace, &["build", "--release", "--workspace"])?;
    for program in programs {
        command.args(["--bin", program]);
    }
    process::run(&mut command)
}

/// Builds the host program and all tests in one run: the engine's last crates leave a core idle that the tests can use.
pub(crate) fn build_with_tests(workspace: &Workspace) -> Result<()> {
    process::run(&mut cargo(
        workspace,
        &["test", "--no-run", "--release", "--workspace"],
    )?)
}

/// A cargo command over every package that makes sense natively.
pub(crate) fn cargo(workspace: &Workspace, words: &[&str]) -> Result<Command> {
    let mut command = Command::new(workspace.cargo());
    command.current_dir(&workspace.root).args(words);
    // Test guests trap, spin and allocate on purpose: they only make sense inside the host.
    for guest in components::fixtures(workspace)? {
        command.args(["--exclude", &guest.package]);
    }
    Ok(command)
}
