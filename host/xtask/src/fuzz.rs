//! `cargo xtask fuzz`: runs the fuzz tests with more inputs than the test run.
//!
//! Belongs here: starting the fuzz tests. Does not: the tests (`tests/fuzz`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;

/// The options of `cargo xtask fuzz`.
#[derive(clap::Args)]
pub(crate) struct FuzzArgs {
    /// Number of inputs for each fuzz test; each input is derived from its number.
    #[arg(long, default_value_t = 200_000)]
    rounds: u64,
    /// Number of random filters over real projects; each result is compared with a plain evaluation of all rows.
    #[arg(long, default_value_t = 100_000)]
    filters: u64,
}

pub(crate) fn run(workspace: &Workspace, args: &FuzzArgs) -> Result<()> {
    components::run(workspace, &ComponentsArgs::default())?;
    host::build(workspace, &[host::HOST])?;
    let filters = "test --release -p host-bridge-project --lib random_filters";
    process::run(host::cargo(workspace, filters)?.env("UTH_FILTERS", args.filters.to_string()))?;
    // The test runner of cargo is used, because nextest would end tests that take long.
    let words = "test --release --workspace --test bounded --no-fail-fast";
    process::run(
        host::cargo(workspace, words)?
            .env("UTH_COMPONENTS", workspace.components())
            .env("UTH_FUZZ", args.rounds.to_string()),
    )
}
