//! `cargo xtask fuzz`: the fuzz bodies over more inputs than the test run gives them.
//!
//! Belongs here: starting them. Does not: what must hold for an input (`tests/fuzz`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

/// The package of the bodies.
const FUZZ: &str = "tests-fuzz";

/// How long.
#[derive(clap::Args)]
pub(crate) struct FuzzArgs {
    /// Inputs that each body gets; each follows from its number.
    #[arg(long, default_value_t = 200_000)]
    rounds: u64,
}

/// Builds all they need and runs them; the hosts they speak to must not grow without end.
pub(crate) fn run(workspace: &Workspace, args: &FuzzArgs) -> Result<()> {
    components::run(workspace, &ComponentsArgs::default())?;
    host::build(workspace, &[host::HOST])?;
    process::run(
        Command::new("cargo")
            .current_dir(&workspace.root)
            .env("UTH_COMPONENTS", workspace.components())
            .env("UTH_FUZZ", args.rounds.to_string())
            // Cargo's own runner: nextest would end what takes long.
            .args(["test", "--release", "--package", FUZZ, "--no-fail-fast"]),
    )
}
