//! The program `unity-tool-host`: the host with its commands, the toolchains for the commands of authors, and the
//! bundled tools.
//!
//! A crate separate from `host_server`, so that the serving code does not depend on the authors' toolchains. In one
//! crate, a serving host executed shared parts of the standard library inside the toolchain crates, and kept the pages
//! around them in memory.

mod toolchains;

use host_server::EmbeddedBundle;
use std::process::ExitCode;

/// Written by the build script: the bundles from the folder `UTH_EMBED`, or none. The bytes are read from the file only
/// when a component is compiled, and use no memory before.
static EMBEDDED: &[EmbeddedBundle] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

fn main() -> ExitCode {
    host_server::cli::main(&toolchains::Toolchains, EMBEDDED)
}
