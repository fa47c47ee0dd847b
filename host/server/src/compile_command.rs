//! `unity-tool-host compile`, and the compiler process that a host starts.
//!
//! Belongs here: from parsed flags to an exit code. Does not: what is compiled how (`host_runtime`).

use crate::command_line::{Done, Failure, in_process};
use crate::config::Sources;
use crate::core::Tools;
use crate::printed::print;
use anyhow::Context;
use host_api::ToolService;
use host_runtime::CompilerProgram;
use std::path::Path;
use std::process::ExitCode;

/// The hidden command below.
const FOR_HOST: &str = "compile-for-host";

/// How this program is started as a compiler, in a process that can be ended when its time is over.
///
/// # Errors
/// The system does not say which file this program is.
pub(crate) fn compiler() -> Result<CompilerProgram, Failure> {
    // Stays this very file where a newer one took its place on disk.
    let itself = Path::new("/proc/self/exe");
    let program = match cfg!(target_os = "linux") && itself.exists() {
        true => itself.to_path_buf(),
        false => std::env::current_exe().context(
            "the file of this program is unknown, so no process can be started that compiles components; on Linux, mount /proc",
        )?,
    };
    Ok(CompilerProgram {
        program,
        arguments: vec![FOR_HOST.into()],
    })
}

/// Compiles one component from stdin to stdout.
pub(crate) fn for_host() -> Done {
    host_runtime::compile_for_host(std::io::stdin(), std::io::stdout().lock()).context("the host's pipes broke")?;
    Ok(ExitCode::SUCCESS)
}

/// Prepares what `serve` would serve, and says for each bundle how that went; exit code 1 where one was refused.
pub(crate) fn compile(sources: &Sources, tools: Tools) -> Done {
    in_process(sources, tools, async |core| {
        // What is refused is said, and makes the exit code, for every command of this kind.
        for bundle in core.catalog.health().bundles {
            if bundle.state == "published" {
                print(&format!("{}: ready, {} callable tools\n", bundle.id, bundle.tools))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}
