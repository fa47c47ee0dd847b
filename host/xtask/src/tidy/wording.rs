//! Comments and messages of the sources use the field's words, as the documents do.
//!
//! Belongs here: finding comments and texts in a source file. Does not: the idioms (`prose`), names of code.

use super::prose::idioms;
use super::{Finding, Tree};

/// Languages whose comments begin with `//` and whose texts end at `"`.
const BRACES: &[&str] = &[".rs", ".cs", ".wit", ".ts", ".js", ".go", ".c", ".h"];
/// Languages whose comments begin with `#`.
const HASHES: &[&str] = &[".py", ".toml"];
/// The list of idioms itself.
const LIST: &str = "host/xtask/src/tidy/prose.rs";
/// Words of a text that a user may read; shorter ones are keys, names and test data.
const MESSAGE: usize = 3;
/// A sentence that quotes an idiom is no reason to change the list.
const PER_10_000_WORDS: usize = 2;

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let (mut words, mut found) = (0, Vec::new());
    for (name, text) in tree.texts(|name| name != LIST && mark(name).is_some()) {
        let Some(mark) = mark(&name) else { continue };
        for (line, passage) in passages(&text, mark) {
            words += passage.split_whitespace().count();
            for (idiom, better) in idioms(&outside_of_code(&passage)) {
                found.push(Finding::new(
                    &name,
                    line,
                    format!("`{idiom}` is an idiom of ours; write {better}"),
                ));
            }
        }
    }
    if found.len() * 10_000 > words * PER_10_000_WORDS {
        findings.append(&mut found);
    }
}

/// How a comment begins in the language of a file.
fn mark(name: &str) -> Option<&'static str> {
    let is_one_of = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match () {
        () if is_one_of(BRACES) => Some("//"),
        () if is_one_of(HASHES) => Some("#"),
        () => None,
    }
}

/// Comments and messages with the line, counted from 1, in which each begins.
///
/// A small lexer, since a tokenizer drops comments. What it takes for a text by mistake costs a finding at most.
fn passages(text: &str, mark: &str) -> Vec<(usize, String)> {
    let mut passages = Vec::new();
    let mut open: Option<Message> = None;
    for (line, content) in (1..).zip(text.lines()) {
        let mut rest = content;
        loop {
            if let Some(mut message) = open.take() {
                let Some(after) = message.extend(rest) else {
                    open = Some(message);
                    break;
                };
                if message.text.split_whitespace().count() >= MESSAGE {
                    passages.push((message.line, message.text));
                }
                rest = after;
            }
            let quote = quote(rest).unwrap_or(rest.len());
            if let Some(comment) = rest.find(mark).filter(|comment| *comment < quote) {
                passages.push((line, rest[comment + mark.len()..].to_owned()));
                break;
            }
            let Some(after) = rest.get(quote + 1..) else { break };
            let is_raw = rest[..quote].ends_with("r#");
            open = Some(Message {
                line,
                end: if is_raw { "\"#" } else { "\"" },
                text: String::new(),
            });
            rest = after;
        }
        // There a text ends with its line.
        if mark == "#" {
            open = None;
        }
    }
    passages
}

/// A text whose end was not found yet.
struct Message {
    line: usize,
    end: &'static str,
    text: String,
}

impl Message {
    /// Takes what belongs to the text, and returns what is behind its end.
    fn extend<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let is_raw = self.end.len() > 1;
        let ends = line.match_indices(self.end).map(|(at, _)| at);
        let end = ends.filter(|at| is_raw || !is_escaped(&line[..*at])).min();
        self.text.push_str(&line[..end.unwrap_or(line.len())]);
        self.text.push(' ');
        end.map(|end| &line[end + self.end.len()..])
    }
}

/// Whether an odd number of backslashes ends `text`.
fn is_escaped(text: &str) -> bool {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    !backslashes.is_multiple_of(2)
}

/// The first quote that is no character literal.
fn quote(text: &str) -> Option<usize> {
    let quotes = text.match_indices('"').map(|(at, _)| at);
    let is_character = |at: usize| text[..at].ends_with('\'') && text[at + 1..].starts_with('\'');
    quotes
        .into_iter()
        .find(|at| !is_character(*at) && !text[..*at].ends_with("'\\"))
}

/// A passage without what it quotes as code, and without the fields of a format.
fn outside_of_code(passage: &str) -> String {
    let words = passage.split('`').step_by(2).collect::<Vec<_>>().join(" x ");
    let fields = words
        .split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, after)| after));
    fields.collect::<Vec<_>>().join(" x ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_comments_and_messages() {
        type Found = &'static [(usize, &'static str)];
        let rows: [(&str, &str, Found); 7] = [
            ("let a = 1; // why\n", "//", &[(1, " why")]),
            ("f(\"one two three\"); // b", "//", &[(1, "one two three "), (1, " b")]),
            ("f(\"short one\");\n/// doc", "//", &[(2, "/ doc")]),
            (
                "f(\"one \\\"two\\\" // three\")",
                "//",
                &[(1, "one \\\"two\\\" // three ")],
            ),
            (
                "f(\"one two \\\n   three\", '\"'); // c",
                "//",
                &[(1, "one two \\    three "), (2, " c")],
            ),
            (
                "f(r#\"one \"two\" three\"#); // g",
                "//",
                &[(1, "one \"two\" three "), (1, " g")],
            ),
            (
                "a = \"one two three\" # d\n# e",
                "#",
                &[(1, "one two three "), (1, " d"), (2, " e")],
            ),
        ];
        for (text, mark, expected) in rows {
            let found = passages(text, mark);
            let found: Vec<(usize, &str)> = found.iter().map(|(line, text)| (*line, text.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn names_of_code_are_no_words() {
        let words = |text| outside_of_code(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words("see `told` and `tells`, {told:?} or {}"), "see x and x , x or x");
    }
}
