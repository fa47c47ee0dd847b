//! `cargo xtask player`: runs a real Unity player that connects to a host, without an editor.
//!
//! Belongs here: downloading and building the requirements of the program. Does not: the program, which starts the
//! player and the host and sends requests (`tests/player`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::provision::{debian, unity};
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

const PLAYER: &str = "tests-player";

/// The options of `cargo xtask player`.
#[derive(clap::Args)]
pub(crate) struct PlayerArgs {
    /// Make 20 requests and exit, with code 0 if all responses are as expected.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &PlayerArgs) -> Result<()> {
    debian::mono(workspace)?;
    let player = unity::player(workspace)?;
    components::run(workspace, &ComponentsArgs::default())?;
    host::build(workspace, &[host::HOST, PLAYER])?;
    let mut command = Command::new(workspace.program(PLAYER));
    if args.check {
        command.arg("--check");
    }
    process::run(
        command
            .current_dir(&workspace.root)
            .env("UTH_COMPONENTS", workspace.components())
            .env("UTH_UNITY_PLAYER", player),
    )
}
