//! `cargo xtask bench`: builds the components and the host, and runs the benchmark program.
//!
//! Belongs here: starting the benchmark program. Does not: the benchmarks (`tests/benches`).

use crate::components::{self, ComponentsArgs};
use crate::host;
use crate::process;
use crate::provision::{or_skip, python};
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

const BENCHES: &str = "tests-benches";

/// The options of `cargo xtask bench`.
#[derive(clap::Args)]
pub(crate) struct BenchArgs {
    /// Arguments of the benchmark program, e.g. the name of one benchmark.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, args: &BenchArgs) -> Result<()> {
    components::run(workspace, &ComponentsArgs::default())?;
    host::build(workspace, &[host::HOST, BENCHES])?;
    let mut benches = Command::new(workspace.program(BENCHES));
    match or_skip(workspace, python::for_tests(workspace))? {
        Ok(python) => {
            benches.env("UTH_PYTHON", python);
        }
        Err(missing) => println!("the Python peers are left out: {missing}"),
    }
    process::run(
        benches
            .current_dir(&workspace.root)
            .env("UTH_COMPONENTS", workspace.components())
            .args(&args.arguments),
    )
}
