//! The build and test commands for bundles in JavaScript.
//!
//! Belongs here: the commands of Node and npm. Does not: the built component (`build.rs`), types (`import_types`).

mod import_types;
pub(crate) mod names;

use crate::embedded_files::{Carried, lay};
use crate::toolchain::Program;
use crate::{Problem, wit};
use std::path::{Path, PathBuf};

pub(crate) const NODE: Program = Program {
    name: "node",
    what: "Node.js 20 or newer",
    install: "https://nodejs.org (Debian: apt install nodejs npm, macOS: brew install node, Windows: winget install OpenJS.NodeJS)",
};

const NPM: Program = Program {
    name: if cfg!(windows) { "npm.cmd" } else { "npm" },
    what: "npm, which comes with Node.js",
    install: NODE.install,
};

const COMPONENTIZE: &str = "node_modules/componentize-qjs/bin/componentize-qjs";

pub(crate) fn build(folder: &Path, id: &str) -> Result<PathBuf, Problem> {
    componentize(folder, id, "tool.js")
}

/// Builds a component from the file `script` with componentize-qjs. The script may import all files of the folder.
pub(crate) fn componentize(folder: &Path, id: &str, script: &str) -> Result<PathBuf, Problem> {
    lay_taken(folder, id)?;
    install(folder, COMPONENTIZE)?;
    let place = folder.join("build");
    std::fs::create_dir_all(&place).map_err(Problem::file(&place))?;
    let output = format!("build/{id}.wasm");
    let mut words = vec![COMPONENTIZE, "--wit", "wit", "--js", script];
    words.extend("--module-root . --sync --opt-size --world".split(' '));
    words.extend([id, "--output", &output]);
    NODE.run(folder, &words)?;
    Ok(folder.join(output))
}

/// Writes `.sdk/js/imports.js` with the parameter types of all imported functions. The SDK checks arguments with them.
pub(crate) fn lay_taken(folder: &Path, id: &str) -> Result<(), Problem> {
    let text = import_types::write_module(&wit::read(folder, id)?);
    lay(folder, &[Carried::new(".sdk/js/imports.js", text)])
}

/// Runs `npm install` in the folder if the file at the relative path `wanted` does not exist.
pub(crate) fn install(folder: &Path, wanted: &str) -> Result<(), Problem> {
    match folder.join(wanted).is_file() {
        true => Ok(()),
        false => NPM.run(folder, &["install", "--no-audit", "--no-fund"]),
    }
}

/// Runs the test files `named`. If the list is empty, runs all tests that Node finds.
pub(crate) fn test(folder: &Path, id: &str, named: &[String]) -> Result<(), Problem> {
    lay_taken(folder, id)?;
    let mut words = vec!["--import", "./.sdk/js/fake-unity.js", "--test"];
    words.extend(named.iter().map(String::as_str));
    NODE.run(folder, &words)
}
