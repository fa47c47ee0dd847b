//! `cargo xtask ci`: all that must hold before a change lands, in the order in which failures are cheapest.
//!
//! Belongs here: the list of checks. Does not: the checks.

use crate::components;
use crate::mingw;
use crate::process;
use crate::provision::or_skip;
use crate::provision::registry::cargo_deny;
use crate::rust_guests;
use crate::steps::{Done, Steps};
use crate::test::{self, TestArgs};
use crate::tidy::{self, TidyArgs};
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

/// Runs every check, also after one failed, and ends with the summary.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let mut steps = Steps::new("cargo xtask ci");
    steps.step("formatting", || cargo(workspace, "fmt --all --check"));
    steps.step("tidy", || tidy::run(workspace, &TidyArgs::default()));
    steps.step("clippy of these tasks", || clippy_tasks(workspace));
    // Before anything runs beside it: the toolchain that compiles is the one that this changes.
    steps.step("targets of the toolchain", || {
        components::ensure_target()?;
        mingw::ensure_target()
    });
    // All else is linted while it is compiled for the tests.
    let tests = TestArgs {
        linted: true,
        ..TestArgs::default()
    };
    let beside = |steps: &mut Steps| {
        steps.step("clippy of the guests, for their own target", || {
            clippy_guests(workspace)
        });
        steps.step("licences and sources of dependencies", || dependencies(workspace));
    };
    test::add_steps(workspace, tests, &mut steps, beside, |steps| {
        steps.step("Windows", || mingw::check(workspace));
    });
    steps.finish()
}

/// What `deny.toml` accepts, without the advisories: their database is another site's, and changes without a commit here.
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

/// The program that runs this is compiled before any step, so that its own lints need a look of their own.
fn clippy_tasks(workspace: &Workspace) -> Result<()> {
    cargo(
        workspace,
        "clippy --release --package host-xtask --all-targets --quiet -- -D warnings",
    )
}

/// Lints the guests for WebAssembly. No other step compiles code with `cfg(target_arch = "wasm32")`.
fn clippy_guests(workspace: &Workspace) -> Result<Done> {
    let mut guests = rust_guests::bundled_guests(workspace)?;
    guests.extend(rust_guests::fixtures(workspace)?);
    if guests.is_empty() {
        return Ok(Done::Skipped("there are no guests".to_owned()));
    }
    let mut command = Command::new(workspace.cargo());
    command
        .current_dir(&workspace.root)
        .args("clippy --profile guest --target wasm32-wasip2 --quiet --target-dir".split(' '))
        .arg(workspace.target().join("guests"));
    for guest in guests {
        command.args(["--package", &guest.package]);
    }
    process::run(command.args(["--", "-D", "warnings"]))?;
    Ok(Done::Fully)
}

fn cargo(workspace: &Workspace, words: &str) -> Result<()> {
    process::run(
        Command::new(workspace.cargo())
            .current_dir(&workspace.root)
            .args(words.split(' ')),
    )
}
