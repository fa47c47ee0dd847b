//! `cargo xtask run`: from a fresh checkout to a serving host.
//!
//! Belongs here: build, then hand the terminal over. Does not: any option of the host itself.

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

/// Builds and serves until the host ends.
pub(crate) fn run(workspace: &Workspace, args: &RunArgs) -> Result<()> {
    components::run(workspace, &ComponentsArgs::default())?;
    let binary = workspace.program(host::HOST);
    let mut command = Command::new(&binary);
    // From their folder, so that a component that is built again is served at once.
    command.arg("serve").arg("--bundled").arg(workspace.components());
    let names_another = |word: &String| {
        ["project", "config", "sample", "replay"]
            .iter()
            .any(|name| word.contains(name))
    };
    if !args.serve.iter().any(names_another) {
        command.arg("--sample");
    }
    // A project given by hand is relative to the working directory of the user.
    command.args(&args.serve);
    hand_over(&mut command).with_context(|| format!("{} could not be started", binary.display()))
}

/// The host takes this process's place: signals and exit code are its own.
#[cfg(unix)]
fn hand_over(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

/// The terminal's Ctrl-C reaches the host too; this process only waits for it to drain.
#[cfg(not(unix))]
fn hand_over(command: &mut Command) -> Result<()> {
    let status = command.status()?;
    anyhow::ensure!(status.success(), "the host ended with {status}");
    Ok(())
}
