//! The assemblies of the package, as their `.asmdef` files describe them, and the symbols that their sources test.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tests_support::mono::sources;

/// The symbol in `defineConstraints` of an assembly with tests, which is not shipped in builds.
const TESTS: &str = "UNITY_INCLUDE_TESTS";

/// The assembly of Unity's test framework. An assembly that refers to it is not checked, because the table has no sources
/// of that package.
const TEST_RUNNER: &str = "UnityEditor.TestRunner";

/// One assembly of the package.
#[derive(Debug)]
pub(crate) struct Assembly {
    pub(crate) name: String,
    /// The assemblies of the package on which this one depends.
    pub(crate) references: Vec<String>,
    /// True if only the editor loads the assembly.
    pub(crate) is_editor_only: bool,
    /// The symbols that `versionDefines` sets if a package is installed.
    pub(crate) package_symbols: Vec<String>,
    pub(crate) sources: Vec<PathBuf>,
}

/// The content of an `.asmdef` file, as far as these tests need it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Definition {
    name: String,
    #[serde(default)]
    references: Vec<String>,
    #[serde(default)]
    include_platforms: Vec<String>,
    #[serde(default)]
    define_constraints: Vec<String>,
    #[serde(default)]
    version_defines: Vec<VersionDefine>,
}

#[derive(Deserialize)]
struct VersionDefine {
    define: String,
}

/// Returns the assemblies of the package and of its samples, each after those on which it depends. Assemblies with tests, and those that use
/// the test framework, are omitted.
pub(crate) fn assemblies(package: &Path) -> Result<Vec<Assembly>> {
    let definitions = files_named(package, "asmdef")?;
    let folders: Vec<&Path> = definitions.iter().filter_map(|file| file.parent()).collect();
    let mut left = Vec::new();
    for file in &definitions {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let definition: Definition = serde_json::from_str(&text).with_context(|| format!("{}", file.display()))?;
        let is_test = definition.define_constraints.iter().any(|symbol| symbol == TESTS);
        if is_test || definition.references.iter().any(|name| name == TEST_RUNNER) {
            continue;
        }
        let folder = file.parent().context("a file is in a folder")?;
        let mut own = sources(folder)?;
        // The folder of another definition belongs to the other assembly.
        own.retain(|source| {
            let nearest = source.ancestors().skip(1).find(|above| folders.contains(above));
            nearest == Some(folder)
        });
        left.push(Assembly {
            name: definition.name,
            references: definition.references,
            is_editor_only: definition.include_platforms == ["Editor"],
            package_symbols: definition
                .version_defines
                .into_iter()
                .map(|define| define.define)
                .collect(),
            sources: own,
        });
    }
    in_order(left)
}

/// Sorts assemblies by their dependencies, and removes dependencies on assemblies of other packages.
fn in_order(mut left: Vec<Assembly>) -> Result<Vec<Assembly>> {
    let ours: BTreeSet<String> = left.iter().map(|assembly| assembly.name.clone()).collect();
    for assembly in &mut left {
        assembly.references.retain(|name| ours.contains(name));
    }
    let mut sorted: Vec<Assembly> = Vec::new();
    while !left.is_empty() {
        let is_ready = |assembly: &Assembly| {
            let mut needed = assembly.references.iter();
            needed.all(|name| sorted.iter().any(|done| done.name == *name))
        };
        let (ready, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(is_ready);
        ensure!(
            !ready.is_empty(),
            "assemblies of the package depend on each other in a circle"
        );
        sorted.extend(ready);
        left = rest;
    }
    Ok(sorted)
}

fn files_named(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_named(&path, extension)?);
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the symbols that the `#if` and `#elif` directives of these sources contain.
pub(crate) fn tested_symbols(assemblies: &[Assembly]) -> Result<BTreeSet<String>> {
    let mut symbols = BTreeSet::new();
    for source in assemblies.iter().flat_map(|assembly| &assembly.sources) {
        let text = std::fs::read_to_string(source)?;
        let conditions = text.lines().filter_map(|line| {
            let directive = line.trim_start().strip_prefix('#')?.trim_start();
            directive.strip_prefix("if").or_else(|| directive.strip_prefix("elif"))
        });
        for condition in conditions {
            symbols.extend(host_csharp::words_in(condition).map(str::to_owned));
        }
    }
    Ok(symbols)
}
