//! Programs in Debian packages. They are installed only in CI.

use super::Missing;
use crate::process;
use crate::workspace::Workspace;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// Returns true if `program` can run. In CI on Debian, installs `packages` first if it is missing. Elsewhere, the user
/// decides this, so the caller prints the command.
pub(crate) fn provides(workspace: &Workspace, program: &str, packages: &[&str]) -> bool {
    if process::exists(program, "--version") {
        return true;
    }
    if !workspace.ci || !process::exists("apt-get", "--version") {
        return false;
    }
    // A new machine has no package lists. If it has, updating them costs some seconds.
    let installed = install(packages) || (apt(&["update"]) && install(packages));
    installed && process::exists(program, "--version")
}

/// Returns the path of a Chromium or Chrome browser, with any of its program names. Fails if none is installed.
pub(crate) fn chromium(workspace: &Workspace) -> Result<PathBuf> {
    let found = || {
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
        names.iter().find_map(|name| workspace.on_path(name))
    };
    let found = found().or_else(|| provides(workspace, "chromium", &["chromium"]).then(found)?);
    Ok(found.ok_or(Missing {
        what: "Chromium",
        remedy: "on Debian `apt install chromium` brings it",
    })?)
}

pub(crate) fn mono(workspace: &Workspace) -> Result<()> {
    let found = provides(workspace, "mcs", &["mono-mcs", "mono-runtime"]);
    Ok(found.then_some(()).ok_or(Missing {
        what: "mono's C# compiler mcs",
        remedy: "on Debian `apt install mono-mcs mono-runtime` brings it",
    })?)
}

fn install(packages: &[&str]) -> bool {
    let mut words = vec!["install", "--yes", "--no-install-recommends"];
    words.extend(packages);
    apt(&words)
}

fn apt(words: &[&str]) -> bool {
    process::run(
        Command::new("apt-get")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(words),
    )
    .is_ok()
}
