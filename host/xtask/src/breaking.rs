//! `cargo xtask breaking`: runs the tests that cut connections and kill hosts and games during writes.
//!
//! Belongs here: starting these tests. Does not: the tests (`tests/e2e/live/breaking.rs`; for kills during edits of a
//! folder `tests/e2e/kills.rs` over HTTP and `bridge-project/src/bridge/tests/kills.rs`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;

/// The options of `cargo xtask breaking`.
#[derive(Debug, clap::Args)]
pub(crate) struct BreakingArgs {
    /// Only run the tests that kill hosts while they edit a folder: N kills over HTTP and N kills without HTTP.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "500")]
    kills: Option<u64>,
}

/// Default number of times that the tests kill a host while it edits a folder.
const KILLS: u64 = 500;

/// Runs the tests that kill hosts and bridges. `UTH_UNITY_PLAYER` must contain the folder of a Unity player to kill.
pub(crate) fn run(workspace: &Workspace, args: &BreakingArgs) -> Result<()> {
    let kills = args.kills.unwrap_or(KILLS);
    kill_bridges(workspace, kills)?;
    components::run(workspace, &ComponentsArgs::default())?;
    host::build(workspace, &[host::HOST])?;
    run_tests(workspace, "tests-e2e kills::", "UTH_KILLS", &kills.to_string())?;
    if args.kills.is_some() {
        return Ok(());
    }
    run_tests(workspace, "tests-e2e live::breaking", "UTH_BREAKING", "full")?;
    run_tests(workspace, "tests-unity checks::", "UTH_BREAKING", "full")
}

/// Runs tests with cargo's test runner and `variable` set, because nextest ends tests that take long. `tests` is a package
/// and a filter.
fn run_tests(workspace: &Workspace, tests: &str, variable: &str, value: &str) -> Result<()> {
    let words = format!("test --release --package {tests} -- --nocapture --test-threads=1");
    process::run(
        host::cargo(workspace, &words)?
            .env("UTH_COMPONENTS", workspace.components())
            .env(variable, value),
    )
}

/// Runs the test that kills a bridge process at random moments, while 32 clients edit a project folder.
fn kill_bridges(workspace: &Workspace, kills: u64) -> Result<()> {
    let test = "bridge::tests::kills::acknowledged_edits";
    let words = format!("test --release --package host-bridge-project {test} -- --nocapture");
    process::run(host::cargo(workspace, &words)?.env("UTH_KILLS", kills.to_string()))
}
