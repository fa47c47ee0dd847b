//! Lints as part of a build: clippy compiles what it looks at.
//!
//! Belongs here: how clippy takes the compiler's place, and what a warning means. Does not: which lints (`Cargo.toml`,
//! `clippy.toml`), which builds.
//!
//! `cargo clippy` checks every dependency again, the engine's too, beside the build that the tests need: two minutes of
//! a cold run for crates of other projects. In the place of `rustc` it sees the very crates that are compiled for the
//! tests. What only a program has outside its tests, the compiler's own warnings cover.

use crate::output;
use crate::process;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;

/// Clippy's arguments as its driver takes them: each followed by this.
const END: &str = "__CLIPPY_HACKERY__";

/// Makes `command`, a cargo command that compiles, lint the crates of the workspace; a warning ends it.
///
/// By configuration and not by the environment, which programs that tests start would inherit.
pub(crate) fn while_compiling(command: &mut Command) -> Result<()> {
    let driver = driver()?;
    let path = serde_json::to_string(&driver.to_string_lossy()).context("a path is text")?;
    command
        .arg("--config")
        .arg(format!("build.rustc-workspace-wrapper = {path}"))
        .env("CLIPPY_ARGS", format!("-D{END}warnings{END}"));
    Ok(())
}

/// Runs `command`, a cargo build, and fails where the compiler warned of anything, also in an earlier run.
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

/// The program that `cargo clippy` puts before the compiler.
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
