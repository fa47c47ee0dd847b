//! Everything in `wit/` is documented, and a released version never changes.
//!
//! Belongs here: rules about the contract's files. Does not: whether they resolve (the bindings' build says that).

use super::{Finding, Tree};
use crate::files;
use anyhow::Result;
use std::path::PathBuf;

const CHANGELOG: &str = "wit/CHANGELOG.md";

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) -> Result<()> {
    for (name, text) in tree.texts(|name| name.starts_with("wit/") && name.ends_with(".wit")) {
        for (line, item) in undocumented(&text) {
            findings.push(Finding {
                file: name.clone(),
                line,
                text: format!("{item} has no `///` comment; say what it means, with units and limits"),
            });
        }
    }
    freeze(tree, findings)
}

/// Hex SHA-256 over all `.wit` files.
pub(super) fn hash(tree: &Tree) -> Result<String> {
    let contract: Vec<PathBuf> = tree
        .files
        .iter()
        .filter(|path| {
            let name = tree.name(path);
            name.starts_with("wit/") && name.ends_with(".wit")
        })
        .cloned()
        .collect();
    files::digest(&tree.root, &contract)
}

/// The row of the version in force must hold the hash of the files, unless it says that it is a draft.
fn freeze(tree: &Tree, findings: &mut Vec<Finding>) -> Result<()> {
    let Ok(changelog) = std::fs::read_to_string(tree.root.join(CHANGELOG)) else {
        return Ok(());
    };
    let world = std::fs::read_to_string(tree.root.join("wit/world.wit")).unwrap_or_default();
    let Some(version) = world
        .lines()
        .find_map(|line| line.trim().strip_prefix("package ")?.strip_suffix(';')?.split_once('@'))
        .map(|(_, version)| version)
    else {
        findings.push(Finding {
            file: "wit/world.wit".to_owned(),
            line: 0,
            text: "names no version; begin with `package unity-tools:tool@<version>;`".to_owned(),
        });
        return Ok(());
    };
    let now = hash(tree)?;
    let mut found = false;
    for (index, line) in changelog.lines().enumerate() {
        let mut words = line
            .split(|letter: char| letter == '|' || letter.is_whitespace())
            .filter(|word| !word.is_empty());
        if words.next() != Some(version) {
            continue;
        }
        found = true;
        let frozen = words.find(|word| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if frozen.is_some_and(|frozen| frozen != now) {
            findings.push(Finding {
                file: CHANGELOG.to_owned(),
                line: index + 1,
                text: format!(
                    "{version} is frozen and its files changed (now {now}); take the change back or raise the version"
                ),
            });
        }
    }
    if !found {
        findings.push(Finding {
            file: CHANGELOG.to_owned(),
            line: 0,
            text: format!("has no row for {version}; add `| {version} | draft | - |`"),
        });
    }
    Ok(())
}

/// Line and name of each item without documentation.
fn undocumented(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut documented = false;
    let mut parens = 0_i32;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("///") || line.ends_with("*/") {
            documented = true;
            continue;
        }
        // An attribute such as `@since` stands between the comment and its item.
        if line.starts_with('@') {
            continue;
        }
        // Arguments over several lines are not items.
        if parens == 0
            && !documented
            && let Some(item) = item_of(line)
        {
            found.push((index + 1, item));
        }
        let code = line.split("//").next().unwrap_or_default();
        parens += i32::try_from(code.matches('(').count()).unwrap_or(0)
            - i32::try_from(code.matches(')').count()).unwrap_or(0);
        documented = false;
    }
    found
}

/// The item that `line` opens, if it opens one.
fn item_of(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    if matches!(
        first,
        "interface" | "world" | "record" | "enum" | "variant" | "flags" | "resource" | "type"
    ) {
        let name = words.next()?.trim_end_matches(['{', ';']);
        return Some(format!("{first} {name}"));
    }
    let (name, rest) = line.split_once(':')?;
    let rest = rest.trim_start();
    let is_function = rest.starts_with("func(") || rest.starts_with("async func(") || rest.starts_with("static func(");
    is_function.then(|| {
        format!(
            "func {}",
            name.trim_start_matches("export ").trim_start_matches("import ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::undocumented;

    #[test]
    fn names_each_item_without_a_comment_and_no_other() {
        let text = "package a:b@0.1.0;\n/// Yes.\ninterface one {\n  use x.{y};\n  /// Yes.\n  get: func(\n    id: u32,\n  ) -> u32;\n  set: func();\n  record r {\n    /// f\n    f: u8,\n  }\n}\nworld w {\n  export one;\n}\n";
        let found: Vec<String> = undocumented(text)
            .into_iter()
            .map(|(line, item)| format!("{line} {item}"))
            .collect();
        assert_eq!(found, ["9 func set", "10 record r", "15 world w"]);
    }
}
