//! Runs lints during a build: clippy compiles the code that it checks.
//!
//! Belongs here: running clippy instead of the compiler. Does not: the list of lints (`Cargo.toml`, `clippy.toml`), the
//! builds.
//!
//! `cargo clippy` would check all dependencies in addition to the build for the tests, which takes two more minutes
//! after a clean. As a replacement of `rustc`, clippy checks only our crates, while they are compiled for the tests.

use crate::process;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// Separator after each argument of clippy in the environment variable that its driver reads.
const END: &str = "__CLIPPY_HACKERY__";

/// Makes the cargo command `command` lint the workspace's crates while it compiles them. A warning is an error. Uses
/// cargo configuration, because programs that tests start would inherit environment variables.
pub(crate) fn while_compiling(command: &mut Command) -> Result<()> {
    let driver = driver()?;
    let path = serde_json::to_string(&driver.to_string_lossy()).context("a path is text")?;
    command
        .arg("--config")
        .arg(format!("build.rustc-workspace-wrapper = {path}"))
        .env("CLIPPY_ARGS", format!("-D{END}warnings{END}"));
    Ok(())
}

/// Returns the path of clippy's driver, which replaces the compiler.
fn driver() -> Result<PathBuf> {
    let sysroot = process::capture(Command::new("rustc").args(["--print", "sysroot"]))?;
    let driver = PathBuf::from(sysroot.trim())
        .join("bin")
        .join(format!("clippy-driver{}", std::env::consts::EXE_SUFFIX));
    if !driver.is_file() {
        bail!(
            "there is no {}: `rustup component add clippy` brings it",
            driver.display()
        );
    }
    Ok(driver)
}
