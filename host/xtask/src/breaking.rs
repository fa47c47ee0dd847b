//! `cargo xtask breaking`: links, hosts and games break as often as the promise says, while agents write.
//!
//! Belongs here: starting those tests. Does not: what must hold (`tests/e2e/live/breaking.rs`, and of kills while a folder is edited
//! `bridge-project/src/bridge/tests/kills.rs`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;

/// How often, and which.
#[derive(Debug, clap::Args)]
pub(crate) struct BreakingArgs {
    /// Kill hosts that edit a folder, and nothing else; that many times.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "500")]
    kills: Option<u64>,
}

/// Kills of hosts that edit a folder, where nothing else is said.
const KILLS: u64 = 500;

/// Builds all they need and runs them. `UTH_UNITY_PLAYER` names the player whose kills are counted, as for any test.
pub(crate) fn run(workspace: &Workspace, args: &BreakingArgs) -> Result<()> {
    kill_hosts(workspace, args.kills.unwrap_or(KILLS))?;
    if args.kills.is_some() {
        return Ok(());
    }
    components::run(workspace, &ComponentsArgs::default())?;
    host::build(workspace, &[host::HOST])?;
    // Cargo's own runner: nextest would end what takes long.
    let words = [
        "test",
        "--release",
        "--package",
        "tests-e2e",
        "live::breaking",
        "--",
        "--nocapture",
        "--test-threads=1",
    ];
    process::run(
        host::cargo(workspace, &words)?
            .env("UTH_COMPONENTS", workspace.components())
            .env("UTH_BREAKING", "full"),
    )
}

/// A host that edits a project's folder for 32 clients is killed at random moments.
fn kill_hosts(workspace: &Workspace, kills: u64) -> Result<()> {
    let words = [
        "test",
        "--release",
        "--package",
        "host-bridge-project",
        "bridge::tests::kills::what_was_answered",
        "--",
        "--nocapture",
    ];
    process::run(host::cargo(workspace, &words)?.env("UTH_KILLS", kills.to_string()))
}
