//! `cargo xtask mingw`: compiles all crates for Windows without linking, to find calls that only Unix has.
//!
//! Belongs here: the packages that this machine can check. Does not: running anything on Windows.

use crate::host;
use crate::output;
use crate::process;
use crate::provision::debian;
use crate::steps::Done;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::process::Command;

const TARGET: &str = "x86_64-pc-windows-gnu";
const COMPILER: &str = "x86_64-w64-mingw32-gcc";

const MACROS: [&str; 2] = ["host-bridge-derive", "sdk-rust-macros"];

/// Crates that can be checked without a C compiler for Windows. Crates that depend on `runtime` or on the C# parser
/// need one, because these contain C code.
const WITHOUT_C: &str = "\
    host-api host-policy host-bridge host-regular-file host-append-log \
     host-exports-folder host-scripts-folder host-pipeline host-wire \
     host-mcp-shapes host-dialect-command host-dialect-editor host-dialect-explorer host-dialect-mcp \
     host-dialect-sessionless host-xtask unity-layout unity-yaml";

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    if let Done::Skipped(why) = check(workspace)? {
        output::line(format_args!("left out: {why}"));
    }
    Ok(())
}

pub(crate) fn ensure_target() -> Result<()> {
    process::run(Command::new("rustup").args(["target", "add", TARGET]))
        .with_context(|| format!("`rustup target add {TARGET}` is needed for the Windows check"))
}

/// Reports a reason if this machine can only check some crates. Uses the target folder of the host program, because
/// compiling its procedural macros and build scripts again would take a third of the time.
pub(crate) fn check(workspace: &Workspace) -> Result<Done> {
    ensure_target()?;
    let complete = debian::provides(workspace, COMPILER, &["gcc-mingw-w64-x86-64"]);
    let words = format!("check --release --target {TARGET} --quiet");
    // Not linted: that takes longer, and finds little that the lints for this machine do not.
    let workspace = &workspace.for_tests(false);
    let mut command = if complete {
        // Procedural macros are never compiled for Windows; cargo would check them for this machine.
        host::cargo(
            workspace,
            &format!("{words} --workspace --exclude {}", MACROS.join(" --exclude ")),
        )?
    } else {
        let mut command = Command::new(workspace.cargo());
        command.current_dir(&workspace.root).args(words.split(' '));
        for package in WITHOUT_C.split_whitespace() {
            command.args(["--package", package]);
        }
        command
    };
    process::run(&mut command)?;
    Ok(if complete {
        Done::Fully
    } else {
        Done::Skipped(format!(
            "only crates below `runtime` and without C were checked, for want of {COMPILER}; on Debian `apt install gcc-mingw-w64-x86-64`"
        ))
    })
}
