//! The command `unity-tool-host compile`, and the compiler process that a host starts.
//!
//! This module converts parsed flags to an exit code. `host_runtime` compiles.

use crate::command_line::{Done, Failure, in_process};
use crate::config::Sources;
use crate::core::Tools;
use crate::output::print;
use anyhow::Context;
use host_api::ToolService;
use host_runtime::CompilerProgram;
use std::path::Path;
use std::process::ExitCode;

/// Name of the hidden command with which a host starts this program as a compiler process.
const FOR_HOST: &str = "compile-for-host";

/// Returns the command line of a compiler process of this program, which a host can kill after its time limit.
pub(crate) fn compiler() -> Result<CompilerProgram, Failure> {
    // Refers to the running version of the file, even if a newer one replaces it on disk.
    let itself = Path::new("/proc/self/exe");
    let program = match cfg!(target_os = "linux") && itself.exists() {
        true => itself.to_path_buf(),
        false => std::env::current_exe().context(
            "cannot find the file of this program, so no compiler process can be started; on Linux, mount /proc",
        )?,
    };
    Ok(CompilerProgram {
        program,
        arguments: vec![FOR_HOST.into()],
    })
}

/// Runs the compiler process: reads one component from stdin, compiles it, and writes the machine code to stdout.
pub(crate) fn for_host() -> Done {
    host_runtime::compile_for_host(std::io::stdin(), std::io::stdout().lock())
        .context("the pipes to the host are closed")?;
    Ok(ExitCode::SUCCESS)
}

/// Prepares the bundles that `serve` would serve, and prints the result for each. Exit code 1 if a bundle is rejected.
pub(crate) fn compile(sources: &Sources, tools: Tools) -> Done {
    in_process(sources, tools, async |core| {
        // All commands of this kind print the refused bundles and set the exit code.
        for bundle in core.catalog.health().bundles {
            if bundle.state == "published" {
                print(&format!("{}: ready, {} callable tools\n", bundle.id, bundle.tools))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}
