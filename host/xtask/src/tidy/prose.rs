//! Checks that documents have short sentences and use common technical terms.
//!
//! Generated pages are not checked, because their sentences are in the sources.

use super::markdown::Document;
use super::{Finding, Tree};
use std::collections::BTreeMap;

/// Maximum number of words in a sentence of the documentation. A longer sentence is a finding.
const LONGEST: usize = 35;
/// Maximum mean number of words of all sentences in the documentation.
const MEAN: usize = 16;
/// Maximum number of words in a paragraph of the documentation.
const PARAGRAPH: usize = 100;
/// Minimum number of words of a sentence that counts for the mean length; shorter ones are headings and table cells.
const SENTENCE: usize = 4;
/// Maximum size of the README file in bytes. A larger README is a finding.
const README: usize = 8192;

/// Phrases that readers do not understand, and better words. They are compared in lower case, as whole words.
const IDIOMS: &[(&str, &str)] = &[
    ("told", "reported, returned, logged"),
    ("tells", "reports, returns, logs"),
    ("anew", "again"),
    ("nobody", "no client, no user"),
    ("somebody", "another user, another process"),
    ("whoever", "the caller, the client"),
    ("unitys", "Unity instances"),
    ("laid over", "applied, merged"),
    ("laid out", "arranged, resolved"),
    ("laid anew", "reapplied"),
    ("taken back", "revoked, undone"),
    ("stands", "is, is stored"),
    ("stood", "was, was stored"),
    ("lies", "is, is in"),
    ("let be", "ignored, unchanged"),
    ("left alone", "unchanged"),
    ("held against", "compared with, validated against"),
    ("at hand", "available"),
    ("to be had", "available"),
    ("a yes", "a confirmation, an approval"),
    ("a way round", "a bypass"),
    ("played out", "expanded"),
    ("a person", "the user"),
    ("in force", "effective, active"),
    ("by its word", "as declared"),
    ("goes first", "is evicted first"),
];

pub(super) fn check(tree: &Tree, documents: &BTreeMap<String, Document>, findings: &mut Vec<Finding>) {
    let (mut words, mut sentences) = (0, 0);
    for (name, document) in documents {
        if name.starts_with("docs/reference/") || name == "docs/SUMMARY.md" {
            continue;
        }
        for (line, text) in faults(document) {
            findings.push(Finding::new(name, line, text));
        }
        let lengths = document.paragraphs.iter().flat_map(|(_, text)| lengths(text));
        let counted: Vec<usize> = lengths.filter(|length| *length >= SENTENCE).collect();
        words += counted.iter().sum::<usize>();
        sentences += counted.len();
    }
    let mut find = |text: String| {
        findings.push(Finding::new("README.md", 0, text));
    };
    if words > sentences * MEAN {
        find(format!(
            "the documents have {words} words in {sentences} sentences; the mean may be {MEAN}"
        ));
    }
    let size = tree
        .texts(|name| name == "README.md")
        .map(|(_, text)| text.len())
        .sum::<usize>();
    if size > README {
        find(format!(
            "{size} bytes; at most {README} fit a first page, the rest belongs into docs/"
        ));
    }
}

fn faults(document: &Document) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    for (line, text) in &document.paragraphs {
        let mut find = |text: String| faults.push((*line, text));
        let words = text.split_whitespace().count();
        if words > PARAGRAPH {
            find(format!("a paragraph of {words} words; at most {PARAGRAPH}, split it"));
        }
        for length in lengths(text).filter(|length| *length > LONGEST) {
            find(format!("a sentence of {length} words; at most {LONGEST}, split it"));
        }
        for (idiom, better) in idioms(text) {
            find(format!("`{idiom}` is an idiom of ours; write {better}"));
        }
    }
    faults
}

/// Returns the number of words of each sentence in `text`.
fn lengths(text: &str) -> impl Iterator<Item = usize> {
    let mut lengths = vec![0];
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if let Some(length) = lengths.last_mut() {
            *length += 1;
        }
        let ends = word.trim_end_matches([')', '"', '”', '*']).ends_with(['.', '!', '?']);
        let begins = words
            .peek()
            .is_some_and(|next| next.starts_with(|sign: char| !sign.is_lowercase()));
        if ends && begins {
            lengths.push(0);
        }
    }
    lengths.into_iter()
}

pub(super) fn idioms(text: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let words: Vec<String> = text
        .split(|sign: char| !sign.is_alphanumeric() && sign != '\'' && sign != '-')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let line = format!(" {} ", words.join(" "));
    IDIOMS
        .iter()
        .copied()
        .filter(move |(idiom, _)| line.contains(&format!(" {idiom} ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_sentences_despite_abbreviations_and_versions() {
        let rows: [(&str, &[usize]); 4] = [
            ("One two. Three (e.g. four). CODE five six.", &[2, 3, 3]),
            ("See v0.2 of it.", &[4]),
            ("It asks \"why?\" Then it ends.", &[3, 3]),
            ("One", &[1]),
        ];
        for (text, expected) in rows {
            assert_eq!(lengths(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn finds_long_sentences_long_paragraphs_and_idioms() {
        let long = "word ".repeat(36);
        let paragraph = "One two three four. ".repeat(26);
        let rows = [
            (long.as_str(), "a sentence of 36 words"),
            (paragraph.as_str(), "a paragraph of 104 words"),
            ("The client is told, and a Unity-free host stays.", "`told`"),
            ("It links two Unitys.", "`unitys`"),
        ];
        for (text, expected) in rows {
            let found = faults(&Document::parse(text));
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].1.starts_with(expected), "{found:?}");
        }
        assert!(faults(&Document::parse("In a Unity project, retold stories stay. `told`")).is_empty());
    }
}
