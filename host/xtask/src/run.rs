//! `cargo xtask run`: builds everything on a fresh checkout and serves the sample project.
//!
//! Belongs here: building, then replacing this process by the host. Does not: any option of the host.

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::process::Command;

/// What the host gets.
#[derive(clap::Args)]
pub(crate) struct RunArgs {
    /// Arguments of `unity-tool-host serve`.
    #[arg(last = true, value_name = "ARGS")]
    serve: Vec<String>,
}

/// Builds the components and the host, and serves until the host ends.
pub(crate) fn run(workspace: &Workspace, args: &RunArgs) -> Result<()> {
    components::run(workspace, &ComponentsArgs::default())?;
    let binary = workspace.program(host::HOST);
    let mut command = Command::new(&binary);
    // The host reads the components from their folder, so it serves a rebuilt component immediately.
    command.arg("serve").arg("--bundled").arg(workspace.components());
    let names_another = |word: &String| {
        ["project", "config", "sample", "replay"]
            .iter()
            .any(|name| word.contains(name))
    };
    if !args.serve.iter().any(names_another) {
        command.arg("--sample");
    }
    // A relative project path is relative to the user's working directory.
    command.args(&args.serve);
    hand_over(&mut command).with_context(|| format!("{} could not be started", binary.display()))
}

/// Replaces this process by the host, so the host gets the signals and its exit code is returned.
#[cfg(unix)]
fn hand_over(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

/// Runs the host as a child process. The terminal's Ctrl-C reaches it too; this process waits until it ends.
#[cfg(not(unix))]
fn hand_over(command: &mut Command) -> Result<()> {
    let status = command.status()?;
    anyhow::ensure!(status.success(), "the host ended with {status}");
    Ok(())
}
