//! Extends a toolchain error about an unknown interface by the cause: `wit/world.wit` does not import the interface.
//!
//! Belongs here: finding interfaces that sources use but the world does not import. Does not: compiler messages.

use crate::{Problem, wit};
use std::collections::BTreeSet;
use std::path::Path;

/// One WIT interface in the folder `wit/deps`, with the spellings of its name in each programming language.
struct Interface {
    /// The name in a WIT world, such as `unity-tools:unity/query@0.3.0`.
    id: String,
    /// The name in JavaScript, without the version, such as `unity-tools:unity/query`.
    by_colon: String,
    /// The name in C and Go, such as `unity_tools_unity_query`. Also in Python, if two interfaces share a short name.
    by_line: String,
    /// The name in Python, such as `query`.
    by_name: String,
}

/// Returns the error of a failed build. If source files use interfaces that the WIT world does not import, the error
/// also names these.
pub(crate) fn explain_missing_imports(folder: &Path, id: &str, problem: Problem) -> Problem {
    if !matches!(problem, Problem::Failed { .. } | Problem::Source { .. }) {
        return problem;
    }
    match (missing(folder, id), problem) {
        (Some(lines), Problem::Failed { command }) => Problem::NotImported { command, lines },
        (Some(lines), Problem::Source { place, cause, program }) => Problem::Source {
            place,
            cause: format!(
                "{cause}; the sources use interfaces that wit/world.wit does not import: add {lines} to \
                            its world"
            ),
            program,
        },
        (_, problem) => problem,
    }
}

fn missing(folder: &Path, id: &str) -> Option<String> {
    let world = wit::read(folder, id).ok()?;
    let imports = world.resolve.worlds[world.world].imports.values();
    let has: BTreeSet<String> = imports
        .filter_map(|item| match item {
            wit_parser::WorldItem::Interface { id, .. } => world.resolve.id_of(*id),
            _ => None,
        })
        .collect();
    let all = interfaces(&folder.join("wit/deps"));
    let mut named = BTreeSet::new();
    visit_sources(folder, &mut |text, is_sdk| {
        let found = ["unity-tools:", "unity_tools_", "wasi:"]
            .into_iter()
            .flat_map(|start| text.match_indices(start))
            .filter_map(|(at, _)| interface_at_start(&all, text.get(at..)?));
        // The examples in the SDK mention interfaces; the SDK itself needs only those of the host.
        named.extend(interfaces_in_python(&all, text));
        let is_needed = |one: &String| one.starts_with("unity-tools:host/") || one.starts_with("wasi:");
        named.extend(found.filter(|one| !is_sdk || is_needed(one)));
    });
    let lines: Vec<String> = named.difference(&has).map(|one| format!("`import {one};`")).collect();
    (!lines.is_empty()).then(|| lines.join(" and "))
}

/// Returns the id of the interface whose name is at the start of `text`; the longest name if several match.
fn interface_at_start(all: &[Interface], text: &str) -> Option<String> {
    let is = |name: &str, ends: fn(char) -> bool| {
        let rest = text.strip_prefix(name);
        rest.is_some_and(|rest| rest.chars().next().is_none_or(ends))
    };
    let fits = |one: &&Interface| {
        is(&one.by_colon, |next| next != '-' && !next.is_alphanumeric())
            || is(&one.by_line, |next| !next.is_alphanumeric())
    };
    let longest = all.iter().filter(fits).max_by_key(|one| one.id.len());
    longest.map(|one| one.id.clone())
}

/// Returns the ids of the interfaces that Python code imports from or uses in `wit_world.imports`.
fn interfaces_in_python(all: &[Interface], text: &str) -> Vec<String> {
    let mut named = Vec::new();
    for (at, start) in text.match_indices("wit_world.imports") {
        let rest = text.get(at + start.len()..).unwrap_or_default();
        let names = match (rest.strip_prefix('.'), rest.strip_prefix(" import ")) {
            (Some(one), _) => one
                .split(|letter: char| letter != '_' && !letter.is_alphanumeric())
                .next()
                .unwrap_or_default(),
            (_, Some(several)) => match several.strip_prefix('(') {
                Some(inside) => inside.split(')').next().unwrap_or_default(),
                None => several.lines().next().unwrap_or_default(),
            },
            _ => continue,
        };
        let words = names.split(',').filter_map(|one| one.split_whitespace().next());
        let found = words.filter_map(|word| all.iter().find(|one| one.by_name == word));
        named.extend(found.map(|one| one.id.clone()));
    }
    named
}

fn interfaces(deps: &Path) -> Vec<Interface> {
    let mut all = Vec::new();
    for (owner, package) in [("unity-tools", "unity"), ("unity-tools", "host"), ("wasi", "random")] {
        let Some((place, version)) = names(deps).into_iter().find_map(|name| {
            let version = name.strip_prefix(&format!("{owner}-{package}@"))?.to_owned();
            Some((deps.join(&name), version))
        }) else {
            continue;
        };
        let by_line = format!("{}_{package}", owner.replace('-', "_"));
        for file in names(&place) {
            let Some(name) = file.strip_suffix(".wit").filter(|name| *name != "package") else {
                continue;
            };
            all.push(Interface {
                id: format!("{owner}:{package}/{name}@{version}"),
                by_colon: format!("{owner}:{package}/{name}"),
                by_line: format!("{by_line}_{}", name.replace('-', "_")),
                by_name: name.replace('-', "_"),
            });
        }
    }
    all
}

/// Calls `told` with the text of each source file below `folder`, and with true if the file belongs to the SDK.
fn visit_sources(folder: &Path, told: &mut dyn FnMut(&str, bool)) {
    let mut waiting = vec![(folder.to_owned(), false)];
    while let Some((place, is_sdk)) = waiting.pop() {
        for name in names(&place) {
            let path = place.join(&name);
            let is_made = ["wit", "build", "target", "node_modules", ".venv", ".git"].contains(&name.as_str());
            if path.is_dir() && !is_made {
                waiting.push((path, is_sdk || name == ".sdk"));
            } else if [".js", ".ts", ".go", ".c", ".h", ".py"]
                .iter()
                .any(|end| name.ends_with(end))
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                told(&text, is_sdk);
            }
        }
    }
}

/// Returns the sorted names of a folder's entries; empty if the folder cannot be read.
fn names(place: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::explain_missing_imports;
    use crate::{Language, Problem, new};

    #[test]
    fn reports_interfaces_that_sources_use_but_the_world_lacks() {
        let query = "`import unity-tools:unity/query@0.3.0;`";
        for (language, source, text, wanted) in [
            (
                Language::TypeScript,
                "src/a.ts",
                "import * as q from 'unity-tools:unity/query@0.3.0';",
                query,
            ),
            (
                Language::Go,
                "a.go",
                "import q \"unity_tools/imports/unity_tools_unity_query\"",
                query,
            ),
            (Language::C, "a.c", "unity_tools_unity_query_request_t asked;", query),
            (
                Language::C,
                "a.c",
                "unity_tools_unity_objects_edit_f(); unity_tools_host_state_get(); unity_tools_unity_types_x_t page;",
                "`import unity-tools:host/state@0.3.0;` and `import unity-tools:unity/objects-edit@0.3.0;`",
            ),
            (
                Language::Python,
                "a.py",
                "from wit_world.imports import (\n    objects,\n    query as q,\n)\n",
                query,
            ),
            (Language::Python, "a.py", "import wit_world.imports.query", query),
            (
                Language::Python,
                "a.py",
                "from wit_world.imports import objects, log",
                "",
            ),
            (Language::Go, "a.go", "", ""),
            (Language::C, "a.c", "", ""),
            (Language::JavaScript, "a.js", "", ""),
        ] {
            let parent = tempfile::tempdir().unwrap();
            let folder = new(parent.path(), "lamp-tools", language).unwrap();
            std::fs::write(folder.join(source), text).unwrap();
            let failed = || Problem::Failed {
                command: "it".to_owned(),
            };
            let told = explain_missing_imports(&folder, "lamp-tools", failed()).to_string();
            assert_eq!(
                told.contains("wit/world.wit"),
                !wanted.is_empty(),
                "{language:?}: {told}"
            );
            assert!(
                told.contains(wanted) && told.contains("`it` failed"),
                "{language:?}: {told}"
            );
            // Interfaces that the SDK itself needs are reported too.
            let world = folder.join("wit/world.wit");
            let known = std::fs::read_to_string(&world).unwrap();
            std::fs::write(&world, known.replace("  import unity-tools:host/log@0.3.0;\n", "")).unwrap();
            let told = explain_missing_imports(&folder, "lamp-tools", failed()).to_string();
            assert!(
                told.contains("`import unity-tools:host/log@0.3.0;`"),
                "{language:?}: {told}"
            );
        }
    }
}
