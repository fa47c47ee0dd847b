//! Everything in `wit/` is documented, and a released version never changes.
//!
//! Belongs here: rules about the contract's files. Does not: whether they resolve (the bindings' build says that).

use super::{Finding, Tree};
use anyhow::Result;
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

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

/// Hex SHA-256 over what all `.wit` files mean: names of files and words of the language, without comments and white space.
pub(super) fn hash(tree: &Tree) -> String {
    let mut hash = Sha256::new();
    for (name, text) in tree.texts(|name| name.starts_with("wit/") && name.ends_with(".wit")) {
        hash.update(name.as_bytes());
        for word in words(&text) {
            hash.update([0]);
            hash.update(word.as_bytes());
        }
        hash.update([0, 0]);
    }
    HEXLOWER.encode(&hash.finalize())
}

/// The words of a WIT text: names, numbers and versions as a whole, every other sign by itself. Only `//` opens a comment
/// here; a block comment counts.
fn words(text: &str) -> Vec<&str> {
    let is_name = |letter: char| letter.is_alphanumeric() || "-_%@.".contains(letter);
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let mut found = Vec::new();
    for mut rest in code.flat_map(str::split_whitespace) {
        while let Some(first) = rest.chars().next() {
            let end = match rest.find(|letter| !is_name(letter)) {
                Some(0) => first.len_utf8(),
                Some(end) => end,
                None => rest.len(),
            };
            let (word, after) = rest.split_at(end);
            found.push(word);
            rest = after;
        }
    }
    found
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
    let now = hash(tree);
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
    use super::{undocumented, words};

    #[test]
    fn comments_and_white_space_mean_nothing_and_all_else_does() {
        let same = [
            "a:  func( x:list<u8> ) ;// why",
            "/// Doc.\na :\n func(x: list < u8 >);",
        ];
        assert_eq!(words(same[0]), words(same[1]));
        assert_eq!(words(same[0]).concat(), "a:func(x:list<u8>);");
        for other in [
            "a: func(x: list<u16>);",
            "a: func(y: list<u8>);",
            "a: func(x: list<u8>) -> u8;",
        ] {
            assert_ne!(words(other), words(same[0]), "{other}");
        }
        assert_ne!(words("a-b"), words("a b"));
    }

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
