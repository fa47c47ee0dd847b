//! Bundles in JavaScript.
//!
//! Belongs here: what Node and npm are asked. Does not: what becomes of the component (`build.rs`).

use crate::Problem;
use crate::toolchain::Program;
use std::path::{Path, PathBuf};

const NODE: Program = Program {
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
    if !folder.join(COMPONENTIZE).is_file() {
        NPM.run(folder, &["install", "--no-audit", "--no-fund"])?;
    }
    let place = folder.join("build");
    std::fs::create_dir_all(&place).map_err(Problem::file(&place))?;
    let output = format!("build/{id}.wasm");
    let fixed = [
        COMPONENTIZE,
        "--wit",
        "wit",
        "--js",
        "tool.js",
        "--module-root",
        ".",
        "--sync",
        "--stub-wasi",
        "--opt-size",
    ];
    NODE.run(
        folder,
        &[fixed.as_slice(), &["--world", id, "--output", &output]].concat(),
    )?;
    Ok(folder.join(output))
}

pub(crate) fn test(folder: &Path) -> Result<(), Problem> {
    NODE.run(folder, &["--import", "./.sdk/js/fake-unity.js", "--test"])
}
