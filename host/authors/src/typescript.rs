//! Bundles in TypeScript: the ones in JavaScript, with types of what the world imports.
//!
//! Belongs here: what the compiler is asked besides. Does not: which types (`declarations`), making components (`javascript.rs`).

mod declarations;

use crate::carried::lay;
use crate::javascript::{self, NODE};
use crate::{Problem, wit};
use std::path::{Path, PathBuf};

const COMPILER: &str = "node_modules/typescript/bin/tsc";
/// Sources lie in the one; what the compiler makes of them, as deep, in the other.
const SOURCES: &str = "src";
const MADE: &str = "build";

pub(crate) fn build(folder: &Path, id: &str) -> Result<PathBuf, Problem> {
    compile(folder, id)?;
    javascript::componentize(folder, id, "build/tool.js")
}

pub(crate) fn test(folder: &Path, id: &str) -> Result<(), Problem> {
    compile(folder, id)?;
    let mut tests = Vec::new();
    // Node's own search would find the sources as well, which it cannot always run.
    below(&folder.join(SOURCES), Path::new(MADE), &mut tests)?;
    javascript::test(folder, id, &tests)
}

/// Lays the types of what the world imports, where editors and the compiler look for them.
pub(crate) fn lay_types(folder: &Path, id: &str) -> Result<(), Problem> {
    javascript::lay_taken(folder, id)?;
    let text = declarations::of(&wit::read(folder, id)?);
    lay(folder, &[(PathBuf::from(".sdk/js/imports.d.ts"), text.into_bytes())])
}

fn compile(folder: &Path, id: &str) -> Result<(), Problem> {
    lay_types(folder, id)?;
    javascript::install(folder, COMPILER)?;
    NODE.run(folder, &[COMPILER, "-p", "."])
}

/// What becomes of each `*.test.ts` below `sources`.
fn below(sources: &Path, made: &Path, tests: &mut Vec<String>) -> Result<(), Problem> {
    for entry in std::fs::read_dir(sources).map_err(Problem::file(sources))? {
        let entry = entry.map_err(Problem::file(sources))?;
        let name = entry.file_name();
        if entry.path().is_dir() {
            below(&entry.path(), &made.join(name), tests)?;
        } else if let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".test.ts")) {
            tests.push(made.join(format!("{stem}.test.js")).to_string_lossy().into_owned());
        }
    }
    Ok(())
}
