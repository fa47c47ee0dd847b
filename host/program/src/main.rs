//! The program `unity-tool-host`: the host with its commands, and the toolchains that its authors' commands run.
//!
//! Two crates, so that what serves is not built on the toolchains of authors. In one, a serving host ran pieces of the
//! standard library that lay in those crates, and kept the pages around them in memory.

mod toolchains;

use std::process::ExitCode;

fn main() -> ExitCode {
    host_server::cli::main(&toolchains::Toolchains)
}
