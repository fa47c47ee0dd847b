//! `cargo xtask breaking`: links, hosts and games break as often as the promise says, while agents write.
//!
//! Belongs here: starting those tests. Does not: what must hold (`tests/e2e/live/breaking.rs`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;

/// Builds all they need and runs them. `UTH_UNITY_PLAYER` names the player whose kills are counted, as for any test.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
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
