//! `cargo xtask run`: builds everything, also on a fresh checkout, and serves the sample project.
//!
//! Belongs here: building, and replacing this process by the host. Does not: the options of the host.

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::process::Command;

/// The options of `cargo xtask run`.
#[derive(clap::Args)]
pub(crate) struct RunArgs {
    /// Arguments of `unity-tool-host serve`.
    #[arg(last = true, value_name = "ARGS")]
    serve: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, args: &RunArgs) -> Result<()> {
    components::run(workspace, &ComponentsArgs::default())?;
    let binary = workspace.program(host::HOST);
    let mut command = Command::new(&binary);
    // The host reads the components from this folder, so it loads a rebuilt component immediately.
    command.arg("serve").arg("--bundled").arg(workspace.components());
    let names_another = |word: &String| {
        ["project", "config", "sample", "replay"]
            .iter()
            .any(|name| word.contains(name))
    };
    if !args.serve.iter().any(names_another) {
        command.arg("--sample");
    }
    // A relative project path is relative to the working directory of the user.
    command.args(&args.serve);
    hand_over(&mut command).with_context(|| format!("{} could not be started", binary.display()))
}

/// Replaces this process by the host, so that signals reach the host and its exit code is returned.
#[cfg(unix)]
fn hand_over(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

/// Runs the host as a child process and waits until it ends. Ctrl-C in the terminal reaches the host, too.
#[cfg(not(unix))]
fn hand_over(command: &mut Command) -> Result<()> {
    let status = command.status()?;
    anyhow::ensure!(status.success(), "the host ended with {status}");
    Ok(())
}
