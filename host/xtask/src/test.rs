//! `cargo xtask test`: components first, then every test against them.
//!
//! Belongs here: which suites run and what they find in the environment. Does not: any test.
//!
//! Tests read `UTH_PYTHON` (a Python with the pinned MCP client; unset where there is none), `UTH_FAST` (`1` with
//! `--fast`: tests that need Python, Node or a network say so and pass) and `UTH_COMPONENTS` (the built components).

use crate::components::{self, ComponentsArgs};
use crate::debian;
use crate::guest_tools;
use crate::guests::{self, GuestsArgs};
use crate::host;
use crate::process;
use crate::steps::{Done, Steps};
use crate::workspace::Workspace;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// How much to test.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct TestArgs {
    /// Leave out what needs Node, Python or a network.
    #[arg(long)]
    fast: bool,
}

/// Runs all of it and prints the summary.
pub(crate) fn run(workspace: &Workspace, args: TestArgs) -> Result<()> {
    let mut steps = Steps::new("cargo xtask test");
    add_steps(workspace, args, &mut steps);
    steps.finish()
}

/// The same as steps of a longer task.
pub(crate) fn add_steps(workspace: &Workspace, args: TestArgs, steps: &mut Steps) {
    let built = steps.step("components", || {
        components::run(workspace, &ComponentsArgs::default())?;
        Ok(Done::Fully)
    });
    if !built {
        return;
    }
    let mut python = None;
    if !args.fast {
        steps.step("guests in other languages", || {
            guests::build_all(workspace, &GuestsArgs::default())
        });
        steps.step("python for the end-to-end tests", || {
            match guest_tools::test_python(workspace)? {
                Ok(found) => {
                    python = Some(found);
                    Ok(Done::Fully)
                }
                Err(missing) if workspace.ci => bail!("{missing}"),
                Err(missing) => Ok(Done::Skipped(format!("tests that need it are skipped: {missing}"))),
            }
        });
    }
    steps.step("mono for the C# reader's reflection tests", || {
        if debian::provides(workspace, "mcs", &["mono-mcs", "mono-runtime"]) {
            Ok(Done::Fully)
        } else if workspace.ci {
            bail!("mcs is not there; on Debian `apt install mono-mcs mono-runtime` brings it")
        } else {
            Ok(Done::Skipped(
                "tests that need it are skipped; on Debian `apt install mono-mcs mono-runtime`".to_owned(),
            ))
        }
    });
    // Tests start the program itself, so it must be there and fresh.
    let host = steps.step("host", || {
        host::build(workspace, &[host::HOST])?;
        Ok(Done::Fully)
    });
    if !host {
        return;
    }
    steps.step("tests", || suites(workspace, args, python.as_ref()));
    steps.step("doc tests", || {
        process::run(&mut cargo(
            workspace,
            args,
            python.as_ref(),
            &["test", "--release", "--doc", "--workspace"],
        )?)?;
        Ok(Done::Fully)
    });
}

fn suites(workspace: &Workspace, args: TestArgs, python: Option<&PathBuf>) -> Result<Done> {
    if process::exists("cargo-nextest", "--version") {
        let mut command = cargo(workspace, args, python, &["nextest", "run", "--release", "--workspace"])?;
        command.args(["--no-tests", "pass"]);
        process::run(&mut command)?;
        return Ok(Done::Fully);
    }
    println!(
        "cargo-nextest is not installed, so cargo's own runner is used; `cargo install cargo-nextest --locked` brings it"
    );
    process::run(&mut cargo(
        workspace,
        args,
        python,
        &["test", "--release", "--workspace", "--lib", "--bins", "--tests"],
    )?)?;
    Ok(Done::Skipped(
        "with cargo's own runner: cargo-nextest is not installed".to_owned(),
    ))
}

/// A cargo command with what tests find in their environment.
fn cargo(workspace: &Workspace, args: TestArgs, python: Option<&PathBuf>, words: &[&str]) -> Result<Command> {
    let mut command = host::cargo(workspace, words)?;
    command.env("UTH_COMPONENTS", workspace.components());
    match python {
        Some(path) => command.env("UTH_PYTHON", path),
        None => command.env_remove("UTH_PYTHON"),
    };
    if args.fast {
        command.env("UTH_FAST", "1");
    }
    Ok(command)
}
