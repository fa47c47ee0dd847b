//! Finds programs of other toolchains on this machine, or installs fixed versions of them below `target/tools`.
//!
//! Belongs here: the programs, their versions and locations, with one file for each installer. Does not: using the
//! programs.

pub(crate) mod debian;
pub(crate) mod npm;
pub(crate) mod python;
pub(crate) mod unity;

use crate::files;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::Path;

/// The error for a program that is not on this machine: its name, and the command or page to install it. `or_skip`
/// handles it for callers that can continue without the program.
#[derive(Debug)]
pub(crate) struct Missing {
    what: &'static str,
    remedy: &'static str,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is missing: {}", self.what, self.remedy)
    }
}

impl std::error::Error for Missing {}

/// Converts a missing program to `Ok(Err(reason))`, a reason to skip a step. In CI, the error stays an error.
pub(crate) fn or_skip<T>(workspace: &Workspace, found: Result<T>) -> Result<std::result::Result<T, String>> {
    match found {
        Err(error) if !workspace.ci && error.is::<Missing>() => Ok(Err(error.to_string())),
        found => found.map(Ok),
    }
}

/// Runs `install` for `folder`, unless it succeeded there before with the same `pin` (version of the installed tool).
fn run_once(folder: &Path, pin: &str, install: impl FnOnce() -> Result<()>) -> Result<()> {
    let mark = folder.join("installed.txt");
    if std::fs::read_to_string(&mark).is_ok_and(|old| old == pin) {
        return Ok(());
    }
    install()?;
    files::replace(&mark, pin.as_bytes()).map(|_| ())
}
