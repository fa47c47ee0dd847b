//! The build and test commands for bundles in Python.
//!
//! Belongs here: the commands of Python and componentize-py. Does not: types (`import_types`), error places (`fault`).

mod fault;
mod import_types;

use crate::embedded_files::{Carried, lay};
use crate::toolchain::{Program, Variable};
use crate::{Problem, wit};
use std::io::Write as _;
use std::path::{Path, PathBuf};

const PYTHON: Program = Program {
    name: if cfg!(windows) { "python" } else { "python3" },
    what: "Python 3.10 or newer",
    install: "https://python.org (Debian: apt install python3 python3-venv, macOS: brew install python, Windows: winget install Python.Python.3.12)",
};

const COMPONENTIZE: Program = Program {
    name: "componentize-py",
    what: "componentize-py",
    install: "https://python.org, then: pip install -r requirements.txt",
};

/// The folder of executables in the bundle's Python virtual environment.
const ENVIRONMENT: &str = match cfg!(windows) {
    true => ".venv/Scripts",
    false => ".venv/bin",
};

pub(crate) fn build(folder: &Path, id: &str) -> Result<PathBuf, Problem> {
    lay_taken(folder, id)?;
    let componentize = find_or_install(folder, &COMPONENTIZE, "--version")?;
    let place = folder.join("build");
    std::fs::create_dir_all(&place).map_err(Problem::file(&place))?;
    let output = format!("build/{id}.wasm");
    let mut words = vec!["-d", "wit", "-w", id];
    words.extend("componentize -p . -p .sdk/python app -o".split(' '));
    words.push(&output);
    let (is_well, said) = COMPONENTIZE.run_captured(&componentize, folder, &words)?;
    let fault = match is_well {
        true => None,
        false => fault::find_fault(&said, &wit::read(folder, id)?),
    };
    // If stderr cannot be written, there is no other place for the output.
    let _ = writeln!(
        std::io::stderr(),
        "{}",
        fault.as_ref().map_or(said.as_str(), |fault| fault.said).trim_end()
    );
    match fault {
        _ if is_well => Ok(folder.join(output)),
        Some(fault) => Err(Problem::Source {
            place: fault.place,
            cause: fault.cause,
            program: COMPONENTIZE.name,
        }),
        None => Err(COMPONENTIZE.failed(&words)),
    }
}

/// Finds a program from a Python package in the virtual environment or on the system, or else creates the environment.
/// `version` is the argument with which the program prints its version.
pub(crate) fn find_or_install(folder: &Path, program: &Program, version: &str) -> Result<PathBuf, Problem> {
    let folder = folder.canonicalize().map_err(Problem::file(folder))?;
    let environment = folder.join(ENVIRONMENT);
    let own = environment.join(format!("{}{}", program.name, std::env::consts::EXE_SUFFIX));
    if own.is_file() {
        return Ok(own);
    }
    if program.is_there(version) {
        return Ok(PathBuf::from(program.name));
    }
    if !PYTHON.is_there("--version") {
        return Err(program.missing());
    }
    PYTHON.run(&folder, &["-m", "venv", ".venv"])?;
    let python = environment.join(format!("python{}", std::env::consts::EXE_SUFFIX));
    let words = ["-m", "pip", "install", "--quiet", "-r", "requirements.txt"];
    PYTHON.run_as(&python, &folder, &words)?;
    match own.is_file() {
        true => Ok(own),
        false => Err(program.missing()),
    }
}

/// Writes `.sdk/python/unity_tools_imports.py`: the parameter types with which the SDK checks arguments.
pub(crate) fn lay_taken(folder: &Path, id: &str) -> Result<(), Problem> {
    let text = import_types::write_module(&wit::read(folder, id)?);
    lay(folder, &[Carried::new(".sdk/python/unity_tools_imports.py", text)])
}

pub(crate) fn test(folder: &Path, id: &str) -> Result<(), Problem> {
    lay_taken(folder, id)?;
    let variables = [
        Variable {
            name: "PYTHONPATH",
            value: ".sdk/python",
        },
        Variable {
            name: "PYTHONDONTWRITEBYTECODE",
            value: "1",
        },
    ];
    // A folder from an older program does not contain this module.
    let own = folder.join(".sdk/python/unity_tools_test.py").is_file();
    let tests = if own { "unity_tools_test" } else { "unittest" };
    PYTHON.run_with(Path::new(PYTHON.name), folder, &["-m", tests], &variables)
}
