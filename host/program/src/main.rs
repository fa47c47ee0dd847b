//! The program `unity-tool-host`: the host with its commands, the toolchains for the author commands, and the bundled
//! tools.
//!
//! This crate is separate from `host_server`, so that the serving code does not depend on the authors' toolchains. In
//! one crate, a serving host executed shared standard library code that the linker had put inside the toolchain crates,
//! so the surrounding memory pages stayed loaded.

mod toolchains;

use host_server::EmbeddedBundle;
use std::process::ExitCode;

/// The bundles in the folder `UTH_EMBED` of the build; empty without this folder. The build script writes the list.
/// Their bytes are read from the program file only when a component is compiled, and use no memory before.
static EMBEDDED: &[EmbeddedBundle] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

fn main() -> ExitCode {
    host_server::cli::main(&toolchains::Toolchains, EMBEDDED)
}
