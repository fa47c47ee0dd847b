//! Paths in backquotes on a page: which words are paths, and whether the files exist.
//!
//! A path may omit `src`, and a source file may be relative to any folder above it. `*` matches a part of a name, and
//! `{a,b}` matches either name. `<…>` is a placeholder, so only the folder before it must exist.

use crate::tidy::Tree;
use std::collections::BTreeSet;

/// Returns the paths in the document `map` to which no file or folder exists, each with its line number (from 1).
pub(super) fn missing_paths<'m>(tree: &Tree, map: &'m str) -> Vec<(usize, &'m str)> {
    let mut there = BTreeSet::new();
    for file in &tree.files {
        let name = tree.name(file);
        let parts: Vec<String> = parts(&name).map(str::to_owned).collect();
        there.extend((1..=parts.len()).map(|end| parts[..end].to_vec()));
    }
    // Folders with which a path that is not a source file may begin.
    let mut tops: BTreeSet<&str> = ["host", "wit", "sdk", "tests"].into();
    let host = there
        .iter()
        .filter(|path| path.first().is_some_and(|part| part == "host"));
    tops.extend(host.filter_map(|path| path.get(1)).map(String::as_str));
    let words = map
        .lines()
        .zip(1..)
        .flat_map(|(line, number)| line.split('`').skip(1).step_by(2).map(move |word| (number, word)));
    words
        .filter(|(_, word)| {
            let from_top = word.split('/').next().is_some_and(|first| tops.contains(first));
            let is_path = is_path(word, from_top);
            is_path && alternatives(word).iter().any(|path| !exists(&there, path, from_top))
        })
        .collect()
}

/// Returns true if a word in the map is a path. `from_top`: the word begins with the name of a crate or root folder.
fn is_path(word: &str, from_top: bool) -> bool {
    let signs = |sign: char| sign.is_alphanumeric() || "_-./<>*{},…@".contains(sign);
    word.chars().all(signs) && (word.ends_with(".rs") || from_top && word.contains('/'))
}

/// Returns the components of a path up to the first placeholder such as `<name>`. Omits the component `src`.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .take_while(|part| !part.contains('<'))
        .filter(|part| !part.is_empty() && *part != "src")
}

/// Expands braces in a path: `a/{b,c}.rs` becomes `a/b.rs` and `a/c.rs`. An alternative `…` is ignored.
fn alternatives(word: &str) -> Vec<String> {
    match word
        .split_once('{')
        .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        Some((before, (names, behind))) => names
            .split(',')
            .filter(|name| *name != "…")
            .map(|name| format!("{before}{name}{behind}"))
            .collect(),
        None => vec![word.to_owned()],
    }
}

fn exists(there: &BTreeSet<Vec<String>>, path: &str, from_top: bool) -> bool {
    let wanted: Vec<&str> = parts(path).collect();
    there.iter().any(|path| {
        let above = path.len().checked_sub(wanted.len());
        // A path that begins with a crate is relative to the root or to `host`.
        let is_near = |above: usize| !from_top || above <= 1;
        above.filter(|above| is_near(*above)).is_some_and(|above| {
            path[above..]
                .iter()
                .zip(&wanted)
                .all(|(part, wanted)| matches(part, wanted))
        })
    })
}

fn matches(part: &str, wanted: &str) -> bool {
    match wanted.split_once('*') {
        Some((before, behind)) => {
            part.len() >= before.len() + behind.len() && part.starts_with(before) && part.ends_with(behind)
        }
        None => part == wanted,
    }
}
