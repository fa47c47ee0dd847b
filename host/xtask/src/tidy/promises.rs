//! `tests/PROMISES.md`: what README, ARCHITECTURE and the README of the package for Unity promise, each with the tests that try to break it.
//!
//! Belongs here: that the promise still stands in one of them and that its tests exist. Does not: whether they hold.

use super::{Finding, Tree};
use std::collections::HashSet;

pub(super) const TABLE: &str = "tests/PROMISES.md";
const SOURCES: [&str; 3] = [
    "README.md",
    "host/ARCHITECTURE.md",
    "sdk/unity/com.unity-tools.bridge/README.md",
];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let Some((_, table)) = tree.texts(|name| name == TABLE).next() else {
        return;
    };
    let promised: Vec<String> = tree
        .texts(|name| SOURCES.contains(&name))
        .map(|(_, text)| words(&text))
        .collect();
    let mut functions = HashSet::new();
    let mut files = HashSet::new();
    for (name, text) in tree.texts(|name| name.ends_with(".rs")) {
        functions.extend(functions_of(&text).map(str::to_owned));
        files.insert(name);
    }
    for (index, line) in table.lines().enumerate() {
        let Some((promise, tests)) = row(line) else { continue };
        let mut find = |text: String| {
            findings.push(Finding {
                file: TABLE.to_owned(),
                line: index + 1,
                text,
            });
        };
        let promise = words(promise);
        if !promised.iter().any(|text| text.contains(&promise)) {
            find(format!(
                "`{promise}` stands neither in {}; write what they promise now",
                SOURCES.join(" nor in ")
            ));
        }
        let named: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        if named.is_empty() {
            find("a promise without a test; name one that tries to break it".to_owned());
        }
        for test in named {
            let name = test.rsplit("::").next().unwrap_or(test);
            if !functions.contains(name) && !files.contains(test) {
                find(format!("there is no test `{test}`; it was renamed or is gone"));
            }
        }
    }
}

/// The two cells of a row; `None` for everything else, and for the head with its rule.
fn row(line: &str) -> Option<(&str, &str)> {
    let (promise, tests) = line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | ")?;
    (promise != "promise" && !promise.starts_with("--")).then_some((promise, tests))
}

/// Without line breaks and stress, so that a sentence is found wherever its lines end.
fn words(text: &str) -> String {
    text.replace("**", "").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn functions_of(text: &str) -> impl Iterator<Item = &str> {
    text.split("fn ").skip(1).filter_map(|rest| {
        let end = rest.find(['(', '<'])?;
        Some(&rest[..end])
    })
}
