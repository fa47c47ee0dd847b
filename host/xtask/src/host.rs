//! Builds programs and tests of the workspace, always with the same selection of packages.
//!
//! Belongs here: this selection. Does not: running tests, building guests.
//!
//! Cargo unifies the features of all selected packages. `-p host-server` alone would compile the WebAssembly engine a
//! second time, with other features than for the tests. For the same reason, the program that tests start is compiled
//! with the options of the tests (`Build::Tests`).

use crate::lints;
use crate::process;
use crate::rust_guests;
use crate::workspace::{Build, Workspace};
use anyhow::Result;
use std::process::Command;

/// The name of the host program and of its cargo binary target.
pub(crate) const HOST: &str = "unity-tool-host";

/// Builds `programs` in release mode. The host program embeds the components that are installed at this time.
pub(crate) fn build(workspace: &Workspace, programs: &[&str]) -> Result<()> {
    let mut command = embedding(workspace, "build --release --workspace")?;
    for program in programs {
        command.args(["--bin", program]);
    }
    process::run(&mut command)
}

/// Returns a cargo command that builds the host program with embedded components. The host program also writes the
/// listings of components. So a fresh checkout builds it twice: first without components, and again after they are
/// installed. The second build compiles only the last crate.
fn embedding(workspace: &Workspace, words: &str) -> Result<Command> {
    let mut command = cargo(workspace, words)?;
    command.env("UTH_EMBED", workspace.components());
    Ok(command)
}

/// Builds all tests.
pub(crate) fn build_tests(workspace: &Workspace) -> Result<()> {
    process::run(&mut cargo_test(workspace, "test --no-run")?)
}

/// Returns a cargo command that compiles tests, with the arguments `words`.
///
/// The command must not build a program of the workspace, because this would overwrite the program that the end-to-end
/// tests start. A test that needs the program must be an end-to-end test.
pub(crate) fn cargo_test(workspace: &Workspace, words: &str) -> Result<Command> {
    let mut command = cargo(workspace, words)?;
    command.args(["--release", "--workspace"]);
    Ok(command)
}

/// Returns a cargo command for all packages except test guests. `words` are its arguments, separated by spaces.
pub(crate) fn cargo(workspace: &Workspace, words: &str) -> Result<Command> {
    let mut command = Command::new(workspace.cargo());
    command.current_dir(&workspace.root).args(words.split(' '));
    // Test guests trap, loop and allocate on purpose, so they can only run inside the host.
    for guest in rust_guests::fixtures(workspace)? {
        command.args(["--exclude", &guest.package]);
    }
    if let Build::Tests { linted } = workspace.build {
        command.args(["--config", ".config/tests.toml"]);
        if linted {
            lints::while_compiling(&mut command)?;
        }
    }
    Ok(command)
}
