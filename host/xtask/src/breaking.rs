//! `cargo xtask breaking`: runs the tests that break links and kill hosts and games while agents write.
//!
//! Belongs here: starting these tests. Does not: what they check (`tests/e2e/live/breaking.rs`; for kills while a
//! folder is edited `tests/e2e/kills.rs` over HTTP and `bridge-project/src/bridge/tests/kills.rs`).

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

/// Default number of kills of hosts that edit a folder.
const KILLS: u64 = 500;

/// Builds the components and the host, then runs the tests. `UTH_UNITY_PLAYER` is the folder of the player whose kills
/// are counted, as for every test.
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

/// Runs end-to-end tests with cargo's own runner, since nextest ends a test that takes long. `variable` is set to
/// `value` in their environment.
fn run_e2e(workspace: &Workspace, tests: &str, variable: &str, value: &str) -> Result<()> {
    let words = format!("test --release --package tests-e2e {tests} -- --nocapture --test-threads=1");
    process::run(
        host::cargo(workspace, &words)?
            .env("UTH_COMPONENTS", workspace.components())
            .env(variable, value),
    )
}

/// Runs the test that kills a bridge with its process at random moments, while 32 clients edit a project's folder.
fn kill_bridges(workspace: &Workspace, kills: u64) -> Result<()> {
    let test = "bridge::tests::kills::what_was_answered";
    let words = format!("test --release --package host-bridge-project {test} -- --nocapture");
    process::run(host::cargo(workspace, &words)?.env("UTH_KILLS", kills.to_string()))
}
