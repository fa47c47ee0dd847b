//! Checks that a released version of the contract never changes, by a hash of its files in the change log.
//!
//! Belongs here: the files of a version, the hash, the rows of the change log. Does not: documentation of items
//! (`wit`), valid WIT (checked by the build of the bindings).

use super::{Finding, Tree};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

#[cfg(test)]
mod tests;

const CHANGELOG: &str = "wit/CHANGELOG.md";
const WORLD: &str = "wit/world.wit";
/// The file with the grammar of values. It is a part of a contract version although it is not WIT.
const VALUES: &str = "value.md";
/// States of a contract version in which its files may still change. In any other state, the version's row in the
/// change log must contain the hash of its files.
const OPEN: [&str; 2] = ["open", "draft"];

struct Version {
    name: String,
    /// Names and texts of the version's WIT files, sorted by name. A file in `wit/deps/<package>@<version>/` belongs to
    /// that version, and any other file outside of `wit/<version>/` to the version that `wit/world.wit` declares.
    files: Vec<(String, String)>,
}

struct Row<'a> {
    /// Line number of the row in the change log, counted from 1.
    line: usize,
    version: &'a str,
    state: &'a str,
    hash: &'a str,
}

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let mut find = |file: &str, line: usize, text: String| {
        findings.push(Finding::new(file, line, text));
    };
    let changelog = tree
        .texts(|name| name == CHANGELOG)
        .next()
        .map_or_else(String::new, |(_, text)| text);
    let versions = match versions(tree) {
        Ok(versions) => versions,
        Err(problem) => return find(WORLD, 0, problem),
    };
    let rows = rows(&changelog);
    for version in &versions {
        for (file, text) in &version.files {
            for package in packages(&words(text)) {
                if package.split_once('@').map(|(_, of)| of) != Some(version.name.as_str()) {
                    let expected = format!(
                        "all packages of one version have that version; here it is {}",
                        version.name
                    );
                    find(file, 0, format!("is of the package {package}; {expected}"));
                }
            }
        }
        if !rows.iter().any(|row| row.version == version.name) {
            let text = format!("has no row for {0}; add `| {0} | open | - |`", version.name);
            find(CHANGELOG, 0, text);
        }
    }
    for row in &rows {
        let Some(version) = versions.iter().find(|version| version.name == row.version) else {
            let text = format!(
                "{} has no files in wit/; take its row out, or lay them into wit/{0}/",
                row.version
            );
            find(CHANGELOG, row.line, text);
            continue;
        };
        let now = version.hash();
        if row.hash == now || (OPEN.contains(&row.state) && row.hash == "-") {
            continue;
        }
        let text = if row.hash.len() == now.len() {
            format!(
                "{} is {} and its files changed (now {now}); take the change back or raise the version",
                row.version, row.state
            )
        } else {
            format!(
                "{} is {} and its row has {:?} for a hash; write {now}, or say `open` while its files may change",
                row.version, row.state, row.hash
            )
        };
        find(CHANGELOG, row.line, text);
    }
}

pub(super) fn hashes(tree: &Tree) -> Vec<(String, String)> {
    let versions = versions(tree).unwrap_or_default();
    let hashed = versions.into_iter().map(|version| (version.hash(), version.name));
    hashed.map(|(hash, name)| (name, hash)).collect()
}

/// Returns the versions of the WIT contract; none without a folder `wit`. Fails if `wit/world.wit` declares no version.
fn versions(tree: &Tree) -> Result<Vec<Version>, String> {
    let mut files: Vec<(String, String)> = Vec::new();
    let counts = |name: &str| name.starts_with("wit/") && (name.ends_with(".wit") || name.ends_with(VALUES));
    files.extend(tree.texts(counts));
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let world = files.iter().find(|(file, _)| file == WORLD);
    let package = world.and_then(|(_, text)| packages(&words(text)).next());
    let Some((_, first)) = package.as_deref().and_then(|package| package.split_once('@')) else {
        return Err("names no version; begin with `package unity-tools:tool@<version>;`".to_owned());
    };
    let mut versions = vec![Version {
        name: first.to_owned(),
        files: Vec::new(),
    }];
    for (file, text) in files {
        let name = version_of(&file).unwrap_or(first);
        match versions.iter_mut().find(|version| version.name == name) {
            Some(version) => version.files.push((file, text)),
            None => versions.push(Version {
                name: name.to_owned(),
                files: vec![(file, text)],
            }),
        }
    }
    Ok(versions)
}

/// Returns the version in the path of a WIT file; `None` if the file belongs to the version of `wit/world.wit`.
fn version_of(file: &str) -> Option<&str> {
    let (folder, rest) = file.strip_prefix("wit/")?.split_once('/')?;
    match folder {
        "deps" => rest.split_once('/')?.0.split_once('@').map(|(_, version)| version),
        version => Some(version),
    }
}

impl Version {
    /// Returns the hex SHA-256 over a contract version: the names of its files and the words of their WIT, without
    /// comments and white space. For the grammar of values, it uses the text without white space.
    fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for (name, text) in &self.files {
            hash.update(name.as_bytes());
            if name.ends_with(VALUES) {
                hash.update([0]);
                text.split_whitespace().for_each(|word| hash.update(word.as_bytes()));
            } else {
                for word in words(text) {
                    hash.update([0]);
                    hash.update(word.as_bytes());
                }
            }
            hash.update([0, 0]);
        }
        HEXLOWER.encode(&hash.finalize())
    }
}

/// Parses the table rows `| version | state | sha256 |` of the change log with a version that begins with a digit.
fn rows(changelog: &str) -> Vec<Row<'_>> {
    let lines = changelog.lines().enumerate();
    let rows = lines.filter_map(|(index, line)| {
        let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
        let version = cells
            .next()
            .filter(|cell| cell.starts_with(|one: char| one.is_ascii_digit()))?;
        Some(Row {
            line: index + 1,
            version,
            state: cells.next().unwrap_or_default(),
            hash: cells.next().unwrap_or_default(),
        })
    });
    rows.collect()
}

/// Returns the name (and version, if any) of each package that WIT text declares; `words` is the text in words.
fn packages<'a>(words: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    let declared = words.windows(4).filter(|four| four[0] == "package" && four[2] == ":");
    declared.map(|four| format!("{}:{}", four[1], four[3]))
}

/// Splits WIT text into words: a name, number or version is one word, as is every other character. Removes comments
/// that begin with `//` but keeps block comments.
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
