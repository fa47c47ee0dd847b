//! A file says what it is, holds one idea, and is named by the question it answers.
//!
//! Belongs here: rules about single source files. Does not: which crates they may use (`manifests.rs`).

use super::{Finding, Tree};

/// Lines that a source file may have.
const LONGEST: usize = 400;

/// File and folder names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 10] = [
    "mod", "util", "utils", "common", "helper", "helpers", "manager", "managers", "imp", "misc",
];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for (name, text) in tree.texts(is_source) {
        let mut find = |line: usize, text: String| {
            findings.push(Finding {
                file: name.clone(),
                line,
                text,
            })
        };
        let lines = text.lines().count();
        if lines > LONGEST {
            find(
                LONGEST + 1,
                format!("{lines} lines; split it by idea, {LONGEST} is the limit"),
            );
        }
        for part in name.split('/') {
            let stem = part.split('.').next().unwrap_or(part);
            if EMPTY_NAMES.contains(&stem) {
                find(
                    0,
                    format!("`{part}` names no idea; use `name.rs` and `name/`, named by the question it answers"),
                );
            }
        }
        if name.ends_with(".rs") && !opens_with_doc(&text) {
            find(
                1,
                "does not begin with `//!` that says what belongs here and what does not".to_owned(),
            );
        }
    }
}

fn is_source(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    matches!(extension, "rs" | "wit" | "js" | "mjs" | "ts" | "py" | "c" | "h" | "cs" | "sh")
        && !name.starts_with("tests/fixtures/unity/")
        // A table of Unity's own types, in Unity's order.
        && !name.starts_with("host/csharp/src/engine_table/")
}

fn opens_with_doc(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with("#!["))
        .is_some_and(|line| line.starts_with("//!"))
}
