//! The `unity-tool-host` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    host_server::cli::main()
}
