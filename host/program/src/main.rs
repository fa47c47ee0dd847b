//! The program `unity-tool-host`: the host with its commands, the toolchains that its authors' commands run, and its own bundles.
//!
//! Two crates, so that what serves is not built on the toolchains of authors. In one, a serving host ran pieces of the
//! standard library that lay in those crates, and kept the pages around them in memory.

mod toolchains;

use host_server::EmbeddedBundle;
use std::process::ExitCode;

/// Written by the build script: what lay in the folder `UTH_EMBED`, or nothing. The bytes are read from the file when a
/// component is compiled, and take no memory before.
static EMBEDDED: &[EmbeddedBundle] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

fn main() -> ExitCode {
    host_server::cli::main(&toolchains::Toolchains, EMBEDDED)
}
