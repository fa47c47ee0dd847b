//! Checks that each source file has a first comment, a limited length and a meaningful name.
//!
//! Belongs here: rules about single source files. Does not: the dependencies of crates (`manifests.rs`).

use super::{Finding, Tree};

/// Maximum number of lines of a source file.
const LONGEST: usize = 400;

/// Forbidden names of files and folders, because they do not describe the contents.
const EMPTY_NAMES: [&str; 17] = [
    "mod", "util", "utils", "common", "helper", "helpers", "manager", "managers", "imp", "misc", "held", "told",
    "said", "word", "ear", "desk", "lane",
];

/// Forbidden names of types, because they do not describe the type.
const EMPTY_TYPES: [&str; 7] = ["Held", "Told", "Said", "Word", "Ear", "Desk", "Lane"];

/// Calls that parse JSON into the tree type of `serde_json`. It parses an object with a certain key as JSON inside of
/// JSON, with a separate depth limit, so a client could overflow the stack of the host.
const OWN_TREES: [&str; 7] = [
    "from_str::<Value>",
    "from_str::<serde_json::Value>",
    "from_slice::<Value>",
    "from_slice::<serde_json::Value>",
    ": Value = serde_json::from_",
    ": serde_json::Value = serde_json::from_",
    "Map<String, Value> = serde_json::from_",
];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for (name, text) in tree.texts(is_source) {
        let mut find = |line: usize, text: String| findings.push(Finding::new(&name, line, text));
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
        for (at, called) in empty_types(&name, &text) {
            find(
                at,
                format!("a type called `{called}` says nothing about what it is; name it by what it holds or does"),
            );
        }
        for (at, line) in own_trees(&name, &text) {
            find(
                at,
                format!(
                    "`{line}`: what comes from outside is read by `host_api::Tree`, not into serde_json's own tree"
                ),
            );
        }
        if name.ends_with(".rs") && !opens_with_doc(&text) {
            find(
                1,
                "does not begin with `//!` that says what belongs here and what does not".to_owned(),
            );
        }
    }
}

/// Returns the lines of the host's sources, with their numbers, that contain one of the calls in `OWN_TREES`.
fn own_trees<'t>(name: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    let is_host = name.starts_with("host/") && name.ends_with(".rs") && !name.starts_with("host/xtask/");
    if !is_host || name.contains("/tests") || name.ends_with("tests.rs") {
        return Vec::new();
    }
    let lines = text.lines().map(str::trim).enumerate();
    let served = lines.take_while(|(_, line)| !line.starts_with("mod tests"));
    served
        .filter(|(_, line)| !line.starts_with("//") && OWN_TREES.iter().any(|words| line.contains(words)))
        .map(|(at, line)| (at + 1, line))
        .collect()
}

/// Returns the line number and name of each type definition with a name in `EMPTY_TYPES`.
fn empty_types<'t>(name: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    if !name.ends_with(".rs") {
        return Vec::new();
    }
    let called = |line: &'t str| {
        let kinds = ["struct", "enum", "trait", "type", "union"];
        let mut words = line
            .split_whitespace()
            .skip_while(|word| word.starts_with("pub") || word.ends_with(')'));
        let is_type = words.next().is_some_and(|word| kinds.contains(&word));
        let called = words.next().filter(|_| is_type)?;
        let end = called.find(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
        let called = called.get(..end.unwrap_or(called.len()))?;
        EMPTY_TYPES.contains(&called).then_some(called)
    };
    let lines = text.lines().zip(1..);
    lines.filter_map(|(line, at)| Some((at, called(line)?))).collect()
}

fn is_source(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    matches!(extension, "rs" | "wit" | "js" | "mjs" | "ts" | "py" | "c" | "h" | "cs" | "sh")
        && !name.starts_with("tests/fixtures/unity/")
        // This is a table of Unity's types, in the order of Unity.
        && !name.starts_with("host/csharp/src/engine_table/")
}

fn opens_with_doc(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with("#!["))
        .is_some_and(|line| line.starts_with("//!"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_whole_type_names_with_any_visibility() {
        let text = "pub(in crate::a) struct Held<'a> {\nstruct Told(u8);\n  type Word = u8;\nstruct Holder;\nstruct ToldTwice;\n// struct Said\nWord,\npub enum Lane {";
        let found: Vec<_> = empty_types("host/a.rs", text);
        assert_eq!(found, [(1, "Held"), (2, "Told"), (3, "Word"), (8, "Lane")]);
    }

    #[test]
    fn finds_value_trees_only_in_served_host_code() {
        let text = "let a: Value = serde_json::from_str(x)?;\n// from_str::<Value>\n#[cfg(test)]\nmod tests {\nfrom_str::<Value>(x)";
        let lines = |name| own_trees(name, text).into_iter().map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(lines("host/wire/src/pipe.rs"), [1]);
        assert!(lines("tests/support/src/client.rs").is_empty() && lines("host/wire/src/pipe/tests.rs").is_empty());
    }
}
