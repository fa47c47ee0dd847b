//! The build and test commands for bundles in TypeScript: as for JavaScript, with type declarations for imports.
//!
//! Belongs here: the compiler commands. Does not: the declarations (`declarations`), components (`javascript.rs`).

mod declarations;

use crate::embedded_files::{Carried, lay};
use crate::javascript::{self, NODE};
use crate::{Problem, wit};
use std::path::{Path, PathBuf};

const COMPILER: &str = "node_modules/typescript/bin/tsc";
/// The folder of the TypeScript sources, and the folder of the compiler's output (`MADE`).
const SOURCES: &str = "src";
const MADE: &str = "build";

/// The project arguments of `tsc` (the TypeScript compiler): the component alone, and with its tests (`WITH_TESTS`).
const PROJECT: &str = ".";
const WITH_TESTS: &str = "tsconfig.test.json";
/// Texts in source files that indicate the use of Node's APIs, which a component does not have.
const OF_NODE: [&str; 4] = ["'node:", "\"node:", "process.", "require("];

pub(crate) fn build(folder: &Path, id: &str) -> Result<PathBuf, Problem> {
    compile(folder, id, PROJECT).map_err(|problem| explain_node_api(folder, problem))?;
    javascript::componentize(folder, id, "build/tool.js")
}

pub(crate) fn test(folder: &Path, id: &str) -> Result<(), Problem> {
    let has_own = folder.join(WITH_TESTS).is_file();
    compile(folder, id, if has_own { WITH_TESTS } else { PROJECT })?;
    let mut tests = Vec::new();
    // Node's search would also find the sources, which it cannot always run.
    walk_sources(&folder.join(SOURCES), Path::new(""), &mut |_, place| {
        if let Some(stem) = place.to_string_lossy().strip_suffix(".test.ts") {
            tests.push(format!("{MADE}/{stem}.test.js"));
        }
    })?;
    javascript::test(folder, id, &tests)
}

/// Writes `.sdk/js/imports.d.ts` with the types of all imported functions, for editors and the compiler.
pub(crate) fn lay_types(folder: &Path, id: &str) -> Result<(), Problem> {
    javascript::lay_taken(folder, id)?;
    let text = declarations::write_modules(&wit::read(folder, id)?);
    lay(folder, &[Carried::new(".sdk/js/imports.d.ts", text)])
}

fn compile(folder: &Path, id: &str, project: &str) -> Result<(), Problem> {
    lay_types(folder, id)?;
    javascript::install(folder, COMPILER)?;
    NODE.run(folder, &[COMPILER, "-p", project])
}

/// Extends the error of a failed build by an explanation, if a source file uses an API that only Node has.
fn explain_node_api(folder: &Path, problem: Problem) -> Problem {
    let Problem::Failed { command } = problem else {
        return problem;
    };
    let mut named = None;
    let looked = walk_sources(&folder.join(SOURCES), Path::new(SOURCES), &mut |path, place| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let is_test = place.to_string_lossy().ends_with(".test.ts");
        if !is_test && OF_NODE.iter().any(|word| text.contains(word)) {
            named.get_or_insert_with(|| place.display().to_string());
        }
    });
    match (looked, named) {
        (Ok(()), Some(file)) => Problem::OfNode { command, file },
        _ => Problem::Failed { command },
    }
}

/// Calls `told` for each file below the folder `sources`, with the path of the file and its relative path, which begins
/// with `at`.
fn walk_sources(sources: &Path, at: &Path, told: &mut dyn FnMut(&Path, &Path)) -> Result<(), Problem> {
    for entry in std::fs::read_dir(sources).map_err(Problem::file(sources))? {
        let entry = entry.map_err(Problem::file(sources))?;
        let (path, place) = (entry.path(), at.join(entry.file_name()));
        match path.is_dir() {
            true => walk_sources(&path, &place, told)?,
            false => told(&path, &place),
        }
    }
    Ok(())
}
