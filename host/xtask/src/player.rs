//! `cargo xtask player`: runs a real Unity player that is connected to the host, without an editor.
//!
//! Belongs here: fetching and building everything that the program needs. Does not: what it starts and requests
//! (`tests/player`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::provision::{debian, unity};
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

/// The name of the package and of its program that starts the player and the host.
const PLAYER: &str = "tests-player";

/// What to do with the player.
#[derive(clap::Args)]
pub(crate) struct PlayerArgs {
    /// Ask 20 things and end: 0 where all are answered as they should be.
    #[arg(long)]
    check: bool,
}

/// Builds everything that the program needs and runs it.
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
