//! Writes `sdk/unity/api/members.tsv` from git repositories with the published C# sources of Unity.
//!
//! The rows are the members that the compiled package refers to. The states come from the sources of each version.

#[path = "../../tests/api/assemblies.rs"]
mod assemblies;
#[path = "../../tests/api/builds.rs"]
mod builds;
mod declared;
#[path = "../../tests/api/enums.rs"]
mod enums;
mod lookup;
mod repository;
#[path = "../../tests/api/table.rs"]
mod table;

use anyhow::{Context, Result, bail, ensure};
use declared::Sources;
use repository::Revision;
use std::collections::BTreeMap;
use std::path::PathBuf;
use table::{Key, State, States, Table, WHOLE_TYPE};
use tests_support::environment::announce;
use tests_support::unity_versions as versions;
use versions::{COMPILED, VERSIONS, Version};

const USAGE: &str = "usage: api_members ENGINE [VERSION=REPOSITORY@REVISION ...]\n\
     ENGINE: a git repository with Unity's published C# source and the tags of all versions\n\
     VERSION=REPOSITORY@REVISION: the source of a package such as com.unity.ugui for a version of the table, such as 6000.0";

/// Assemblies of .NET, without which names in Unity's sources stay unresolved.
const DOTNET: [&str; 4] = ["mscorlib.dll", "System.dll", "System.Core.dll", "netstandard.dll"];

/// The lines above the table that do not depend on the sources.
const HEADER: &str = "Members of Unity that the package com.unity-tools.bridge uses, and their state in each supported version.\n\
     Written by the example `api_members` of the crate `tests-unity`; docs/internals/testing.md describes it.\n\
     \n\
     type: full name in the form of Mono.Cecil. member: name in the metadata; `-` is the type itself.\n\
     signature: `static` if static, return type, `<number of type parameters>`, parameter types; for a field its type.\n\
     `enum value`: a member of an enumeration that the sources name. Other constants of Unity are not in the table,\n\
     because the compiler replaces them by their values. Members that the package finds by reflection are not in it either.\n\
     \n\
     same: exists with this signature. obsolete: the same, but with [Obsolete]. obsolete-error: [Obsolete] with an error.\n\
     editor-only: exists only if UNITY_EDITOR is defined. different: only members of this name with the given signatures.\n\
     absent: does not exist, or is not visible. unchecked: the source of the package was not available.\n\
     \n\
     Sources of the columns:";

/// The states of all rows in one version.
struct Column {
    states: BTreeMap<Key, State>,
    /// The kind of each type, such as `struct`.
    kinds: BTreeMap<Key, &'static str>,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((engine, packages)) = words.split_first().filter(|(engine, _)| !engine.starts_with('-')) else {
        bail!("{USAGE}");
    };
    let packages = packages.iter().map(|word| package(word)).collect::<Result<Vec<_>>>()?;
    let (folder, managed) =
        builds::inputs("the table of members")?.context("set UTH_UNITY_ASSEMBLIES and install mono")?;
    let old = match std::fs::read_to_string(table::file()) {
        Ok(text) => Table::parse(&text)?,
        Err(_) => Table::default(),
    };
    let rows = rows(&old, builds::builds(&folder, &managed, &old)?);
    let dotnet = DOTNET.map(|name| managed.join(name));
    let mut header: Vec<String> = HEADER.lines().map(str::to_owned).collect();
    let mut columns = Vec::new();
    for version in VERSIONS {
        let mut revisions = vec![Revision {
            repository: engine.into(),
            revision: version.tag.to_owned(),
        }];
        let own = packages.iter().filter(|package| package.line == version.line);
        revisions.extend(own.map(|package| package.revision.clone()));
        let names: Vec<String> = revisions.iter().map(Revision::name).collect();
        announce(&format!("reading {}", names.join(", ")));
        header.push(format!("{}: {}", version.line, names.join(", ")));
        let has_packages = revisions.len() > 1;
        let sources = Sources::read(&revisions, version, &dotnet)?;
        columns.push(column(&sources, version, &rows, has_packages));
    }
    let table = Table {
        header,
        rows: joined(&rows, &columns)?,
    };
    let file = table::file();
    std::fs::create_dir_all(file.parent().context("a file is in a folder")?)?;
    std::fs::write(&file, table.to_string()).with_context(|| format!("cannot write {}", file.display()))?;
    announce(&format!("wrote {} rows to {}", table.rows.len(), table::PATH));
    Ok(())
}

/// The source of packages for one version.
struct Package {
    line: String,
    revision: Revision,
}

fn package(word: &str) -> Result<Package> {
    let parts = word
        .split_once('=')
        .and_then(|(line, rest)| Some((line, rest.rsplit_once('@')?)));
    let (line, (repository, revision)) =
        parts.with_context(|| format!("`{word}` is not VERSION=REPOSITORY@REVISION"))?;
    let lines = VERSIONS.map(|version| version.line);
    ensure!(
        lines.contains(&line),
        "unknown version `{line}` (accepted: {})",
        lines.join(", ")
    );
    Ok(Package {
        line: line.to_owned(),
        revision: Revision {
            repository: PathBuf::from(repository),
            revision: revision.to_owned(),
        },
    })
}

/// The origin of a row.
#[derive(Default)]
struct Row {
    /// The assembly of Unity that declares the type.
    from: String,
    /// True if the build against the assemblies of Unity uses it.
    is_compiled: bool,
}

/// Returns the rows of the new table.
fn rows(old: &Table, builds: builds::Builds) -> BTreeMap<Key, Row> {
    let mut rows: BTreeMap<Key, Row> = BTreeMap::new();
    if !builds.unchecked.is_empty() {
        // Rows that only these builds use must not be lost.
        rows.extend(old.rows.keys().map(|key| (key.clone(), Row::default())));
    }
    for line in &builds.unchecked {
        announce(&format!("not compiled, so its rows stay as they are: {line}"));
    }
    for build in &builds.all {
        let lines: Vec<&str> = build.versions.iter().map(|version| version.line).collect();
        announce(&format!(
            "a build for {} uses {} members",
            lines.join(", "),
            build.used.len()
        ));
        for used in &build.used {
            let place = if used.in_editor { "editor" } else { "player" };
            if !rows.contains_key(&used.key) && !old.rows.contains_key(&used.key) {
                announce(&format!("new row ({place}, {}): {}", used.by, used.key));
            }
            let row = rows.entry(used.key.clone()).or_default();
            row.from.clone_from(&used.from);
            row.is_compiled |= build.versions.contains(&COMPILED);
        }
    }
    rows
}

fn column(sources: &Sources, version: Version, rows: &BTreeMap<Key, Row>, has_packages: bool) -> Column {
    let mut states = BTreeMap::new();
    let mut kinds = BTreeMap::new();
    for (key, row) in rows {
        let mut state = lookup::state(sources, key);
        if state == State::Absent && !is_engine(&row.from) && !has_packages {
            state = State::Unchecked;
        }
        if version == COMPILED && row.is_compiled && matches!(state, State::Absent | State::Different(_)) {
            // Then the substitute of UnityEditor is wrong, or this program.
            announce(&format!(
                "{key} is {state} in {}, but the compiler found it",
                version.tag
            ));
        }
        states.insert(key.clone(), state);
        if key.member == WHOLE_TYPE {
            kinds.extend(sources.kind(&key.declaring).map(|kind| (key.clone(), kind)));
        }
    }
    Column { states, kinds }
}

/// Returns false for an assembly of a package, which Unity's published source does not contain.
fn is_engine(assembly: &str) -> bool {
    let rest = ["UnityEngine", "UnityEditor"]
        .iter()
        .find_map(|name| assembly.strip_prefix(name));
    assembly.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("Module"))
}

/// Joins the columns to rows. A type whose kind differs from that in the compiled version is different.
fn joined(rows: &BTreeMap<Key, Row>, columns: &[Column]) -> Result<BTreeMap<Key, States>> {
    let compiled = VERSIONS.iter().position(|version| *version == COMPILED);
    let compiled = compiled.context("the compiled version has a column")?;
    let row = |key: &Key| {
        let kind = columns[compiled].kinds.get(key);
        let states = columns.iter().map(|column| {
            let own = column
                .kinds
                .get(key)
                .filter(|own| kind.is_some_and(|kind| kind != *own));
            own.map_or_else(|| column.states[key].clone(), |own| State::Different((*own).to_owned()))
        });
        let states: Vec<State> = states.collect();
        States::try_from(states).ok().context("one state for each version")
    };
    rows.keys().map(|key| Ok((key.clone(), row(key)?))).collect()
}
