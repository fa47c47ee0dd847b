//! `cargo xtask breaking`: links, hosts and games break as often as the promise says, while agents write.
//!
//! Belongs here: starting those tests. Does not: what must hold (`tests/e2e/live/breaking.rs`, and of kills while a folder is edited
//! `tests/e2e/kills.rs` over HTTP and `bridge-project/src/bridge/tests/kills.rs`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;

/// How often, and which.
#[derive(Debug, clap::Args)]
pub(crate) struct BreakingArgs {
    /// Only kill hosts that edit a folder, this many times over HTTP and this many times without.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "500")]
    kills: Option<u64>,
}

/// Kills of hosts that edit a folder, without `--kills`.
const KILLS: u64 = 500;

/// Builds all they need and runs them. `UTH_UNITY_PLAYER` names the player whose kills are counted, as for any test.
pub(crate) fn run(workspace: &Workspace, args: &BreakingArgs) -> Result<()> {
    let kills = args.kills.unwrap_or(KILLS);
    kill_bridges(workspace, kills)?;
    components::run(workspace, &ComponentsArgs::default())?;
    host::build(workspace, &[host::HOST])?;
    run_e2e(workspace, "kills::", "UTH_KILLS", &kills.to_string())?;
    if args.kills.is_some() {
        return Ok(());
    }
    run_e2e(workspace, "live::breaking", "UTH_BREAKING", "full")
}

/// With Cargo's own runner, since nextest ends a test that takes long.
fn run_e2e(workspace: &Workspace, tests: &str, variable: &str, value: &str) -> Result<()> {
    let words = format!("test --release --package tests-e2e {tests} -- --nocapture --test-threads=1");
    process::run(
        host::cargo(workspace, &words)?
            .env("UTH_COMPONENTS", workspace.components())
            .env(variable, value),
    )
}

/// A bridge that edits a project's folder for 32 clients is killed with its process at random moments.
fn kill_bridges(workspace: &Workspace, kills: u64) -> Result<()> {
    let test = "bridge::tests::kills::what_was_answered";
    let words = format!("test --release --package host-bridge-project {test} -- --nocapture");
    process::run(host::cargo(workspace, &words)?.env("UTH_KILLS", kills.to_string()))
}
