//! Runs lints as part of a build: clippy compiles the code that it checks.
//!
//! Belongs here: how clippy replaces the compiler, and that a warning is an error. Does not: which lints (`Cargo.toml`,
//! `clippy.toml`), which builds.
//!
//! `cargo clippy` would check every dependency, including the engine, in addition to the build for the tests: two more
//! minutes of a cold run for crates of other projects. As a replacement of `rustc`, it checks the crates while they are
//! compiled for the tests. For code that a program has only outside its tests, the compiler's own warnings are used.

use crate::output;
use crate::process;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// Separator after each of clippy's arguments in the environment variable that its driver reads.
const END: &str = "__CLIPPY_HACKERY__";

/// Makes `command`, a cargo command that compiles, lint the crates of the workspace; a warning is an error.
///
/// Uses cargo configuration instead of environment variables, because programs that tests start would inherit those.
pub(crate) fn while_compiling(command: &mut Command) -> Result<()> {
    let driver = driver()?;
    let path = serde_json::to_string(&driver.to_string_lossy()).context("a path is text")?;
    command
        .arg("--config")
        .arg(format!("build.rustc-workspace-wrapper = {path}"))
        .env("CLIPPY_ARGS", format!("-D{END}warnings{END}"));
    Ok(())
}

/// Runs `command`, a cargo build, and fails if the compiler reports a warning, including one of an earlier run.
pub(crate) fn without_warnings(command: &mut Command) -> Result<()> {
    output::line(format_args!("$ {}", process::display(command)));
    let told = process::capture(command.arg("--message-format=json-render-diagnostics"))?;
    let warnings = told.lines().filter(|line| is_warning(line)).count();
    if warnings > 0 {
        bail!("{warnings} warnings of the compiler (above), and there may be none");
    }
    Ok(())
}

fn is_warning(line: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(line)
        .is_ok_and(|message| message["reason"] == "compiler-message" && message["message"]["level"] == "warning")
}

/// Returns the path of clippy's driver, which `cargo clippy` runs instead of the compiler.
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

#[cfg(test)]
mod tests {
    use super::is_warning;

    #[test]
    fn a_warning_is_told_from_all_else_that_cargo_says() {
        let line = |reason: &str, level: &str| format!(r#"{{"reason":"{reason}","message":{{"level":"{level}"}}}}"#);
        assert!(is_warning(&line("compiler-message", "warning")));
        assert!(!is_warning(&line("compiler-message", "note")));
        assert!(!is_warning(&line("compiler-artifact", "warning")));
        assert!(!is_warning("warning: plain text"));
    }
}
