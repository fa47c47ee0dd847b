//! Checks `tests/PROMISES.md`, a table of the promises in the documentation and the tests for each promise.
//!
//! A promise is a sentence in a Markdown file before the marker `<!-- promise: ID -->`. The table contains ids instead
//! of sentences, so that the text can change. The check cannot see whether the tests pass or match the sentence.

use super::{Finding, Tree};
use std::collections::{BTreeMap, HashSet};

pub(super) const TABLE: &str = "tests/PROMISES.md";
const MARKER: &str = "<!-- promise:";

/// The tests that run checks which are written in Python. They name these checks in quotation marks.
const CHECKS: &str = "tests/unity/tests/live/checks.rs";

struct Place {
    file: String,
    line: usize,
}

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let Some((_, table)) = tree.texts(|name| name == TABLE).next() else {
        return;
    };
    let mut report = |place: &Place, text: String| {
        findings.push(Finding::new(&place.file, place.line, text));
    };
    let mut markers = markers(tree, &mut report);
    let tests = Tests::read(tree);
    let mut rows = HashSet::new();
    for (index, line) in table.lines().enumerate() {
        let Some((id, named)) = row(line) else { continue };
        let place = Place {
            file: TABLE.to_owned(),
            line: index + 1,
        };
        if !rows.insert(id) {
            report(&place, format!("a second row of `{id}`; name all its tests in one"));
        } else if markers.remove(id).is_none() {
            report(
                &place,
                format!(
                    "no document has the marker `{MARKER} {id} -->`; put it behind the sentence, or remove the row"
                ),
            );
        }
        let named: Vec<&str> = quoted_parts(named).collect();
        if named.is_empty() {
            report(
                &place,
                "a promise without a test; name one that tries to break it".to_owned(),
            );
        }
        for test in named.into_iter().filter(|test| !tests.contains(test)) {
            report(&place, format!("there is no test `{test}`; it was renamed or deleted"));
        }
    }
    for (id, place) in markers {
        report(
            &place,
            format!("the promise `{id}` has no row in {TABLE}; name the tests that try to break it"),
        );
    }
}

/// Finds the marker (a comment in a Markdown file) of each promise in the documentation. Returns its location by the
/// promise's id, and reports ids with a second marker.
fn markers(tree: &Tree, report: &mut impl FnMut(&Place, String)) -> BTreeMap<String, Place> {
    let mut found = BTreeMap::new();
    for (file, text) in tree.texts(|name| name.ends_with(".md") && name != TABLE) {
        for (index, line) in text.lines().enumerate() {
            for after in line.split(MARKER).skip(1) {
                let place = Place {
                    file: file.clone(),
                    line: index + 1,
                };
                let Some((id, _)) = after.split_once("-->") else {
                    report(&place, format!("`{MARKER}` has no `-->` on its line"));
                    continue;
                };
                let id = id.trim();
                if let Some(first) = found.insert(id.to_owned(), place) {
                    let place = &found[id];
                    report(
                        place,
                        format!("the promise `{id}` has a first marker in {}:{}", first.file, first.line),
                    );
                }
            }
        }
    }
    found
}

struct Tests {
    functions: HashSet<String>,
    files: HashSet<String>,
}

impl Tests {
    fn read(tree: &Tree) -> Self {
        let (mut functions, mut files) = (HashSet::new(), HashSet::new());
        for (name, text) in tree.texts(|name| name.ends_with(".rs")) {
            functions.extend(text.split("fn ").skip(1).filter_map(|rest| {
                let end = rest.find(['(', '<'])?;
                rest.get(..end).map(str::to_owned)
            }));
            if name == CHECKS {
                functions.extend(text.split('"').skip(1).step_by(2).map(str::to_owned));
            }
            files.insert(name);
        }
        Self { functions, files }
    }

    fn contains(&self, test: &str) -> bool {
        let function = test.rsplit("::").next().unwrap_or(test);
        self.functions.contains(function) || self.files.contains(test)
    }
}

/// Parses a row of the table that lists the tests for each promise in the documentation. Returns the promise's id and
/// tests; `None` for the header and other lines.
fn row(line: &str) -> Option<(&str, &str)> {
    let (id, tests) = line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | ")?;
    Some((id, tests))
}

fn quoted_parts(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
