//! Compares the members that the package uses with the table, and names each row that is missing, unfit or unused.

use crate::builds::{Builds, Used};
use crate::table::{PATH, State, Table};
use crate::versions::Version;
use std::collections::BTreeSet;

/// The command that makes the table, as the documentation shows it.
pub(crate) const GENERATOR: &str = "cargo run --release -p tests-unity --example api_members";

/// Returns one text for each problem, sorted. No text means that the package and the table agree.
pub(crate) fn problems(table: &Table, builds: &Builds) -> BTreeSet<String> {
    let mut problems = BTreeSet::new();
    for build in &builds.all {
        for used in &build.used {
            match table.rows.get(&used.key) {
                None => {
                    let lines: Vec<&str> = build.versions.iter().map(|version| version.line).collect();
                    problems.insert(format!(
                        "{} uses a member of {} that {PATH} lacks: {} (in the build for Unity {}); run `{GENERATOR}` and review the new row",
                        used.by,
                        used.from,
                        used.key,
                        lines.join(", ")
                    ));
                }
                Some(states) => {
                    let of_build = states.iter().zip(crate::versions::VERSIONS);
                    let of_build = of_build.filter(|(_, version)| build.versions.contains(version));
                    problems.extend(of_build.filter_map(|(state, version)| unfit(used, version, state)));
                }
            }
        }
    }
    // The rows of a build that was not compiled look unused.
    if builds.unchecked.is_empty() {
        let used: BTreeSet<_> = builds
            .all
            .iter()
            .flat_map(|build| &build.used)
            .map(|used| &used.key)
            .collect();
        let unused = table.rows.keys().filter(|key| !used.contains(key));
        problems
            .extend(unused.map(|key| format!("{PATH} has a row that the package does not use: {key}; remove the row")));
    }
    problems
}

/// Returns the problem with the use of a member whose state in `version` is `state`.
fn unfit(used: &Used, version: Version, state: &State) -> Option<String> {
    let (problem, fix) = match state {
        State::Same | State::Obsolete | State::Unchecked => return None,
        State::EditorOnly if used.in_editor => return None,
        State::EditorOnly => (
            "is there only if UNITY_EDITOR is defined".to_owned(),
            "`#if UNITY_EDITOR`",
        ),
        State::Absent => ("is absent there".to_owned(), "`#if` with a version that has it"),
        State::ObsoleteError => (
            "is obsolete there, as an error".to_owned(),
            "`#if` with an older version",
        ),
        State::Different(there) => (
            format!("has another signature there: `{there}`"),
            "`#if` with a version that has this signature",
        ),
    };
    let line = version.line;
    Some(format!(
        "{} uses a member of {} in the build for Unity {line}, but it {problem}: {}; use another member, or put the use into {fix}",
        used.by, used.from, used.key
    ))
}
