//! Bundles in Python.
//!
//! Belongs here: what Python and componentize-py are asked. Does not: what becomes of the component (`build.rs`).

use crate::Problem;
use crate::toolchain::Program;
use std::path::{Path, PathBuf};

const PYTHON: Program = Program {
    name: if cfg!(windows) { "python" } else { "python3" },
    what: "Python 3.10 or newer",
    install: "https://python.org (Debian: apt install python3 python3-venv, macOS: brew install python, Windows: winget install Python.Python.3.12)",
};

const COMPONENTIZE: Program = Program {
    name: "componentize-py",
    what: "componentize-py",
    install: "pip install -r requirements.txt",
};

/// Below the folder, what an environment of its own has.
const IN_ENVIRONMENT: [&str; 2] = match cfg!(windows) {
    true => [".venv/Scripts/python.exe", ".venv/Scripts/componentize-py.exe"],
    false => [".venv/bin/python", ".venv/bin/componentize-py"],
};

/// One that is installed already is taken; else one of the folder's own is fetched.
pub(crate) fn build(folder: &Path, id: &str) -> Result<PathBuf, Problem> {
    let folder = folder.canonicalize().map_err(Problem::file(folder))?;
    let [python, own] = IN_ENVIRONMENT.map(|place| folder.join(place));
    let componentize = match own.is_file() || !COMPONENTIZE.is_there() {
        true => own,
        false => PathBuf::from(COMPONENTIZE.name),
    };
    if componentize.is_absolute() && !componentize.is_file() {
        PYTHON.run(&folder, &["-m", "venv", ".venv"])?;
        PYTHON.run_as(
            &python,
            &folder,
            &["-m", "pip", "install", "--quiet", "-r", "requirements.txt"],
        )?;
    }
    let place = folder.join("build");
    std::fs::create_dir_all(&place).map_err(Problem::file(&place))?;
    let output = format!("build/{id}.wasm");
    let words = [
        "-d",
        "wit",
        "-w",
        id,
        "componentize",
        "--stub-wasi",
        "-p",
        ".",
        "-p",
        ".sdk/python",
        "app",
        "-o",
        &output,
    ];
    COMPONENTIZE.run_as(&componentize, &folder, &words)?;
    Ok(folder.join(output))
}

pub(crate) fn test(folder: &Path) -> Result<(), Problem> {
    let path = [("PYTHONPATH", ".sdk/python"), ("PYTHONDONTWRITEBYTECODE", "1")];
    PYTHON.run_with(Path::new(PYTHON.name), folder, &["-m", "unittest"], &path)
}
