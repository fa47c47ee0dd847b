//! Checks that comments and messages in source files use common technical terms, as documents do.
//!
//! Belongs here: finding comments and messages in a source file. Does not: the list of idioms (`prose`), names in code.

use super::prose::idioms;
use super::{Finding, Tree};

/// File extensions of languages in which `//` begins a comment and `"` a string literal.
const BRACES: &[&str] = &[".rs", ".cs", ".wit", ".ts", ".js", ".go", ".c", ".h"];
/// File extensions of languages in which `#` begins a comment.
const HASHES: &[&str] = &[".py", ".toml"];
/// The source file with the list of forbidden idioms, which is not checked because it contains all of them.
const LIST: &str = "host/xtask/src/tidy/prose.rs";
/// Minimum number of words of a string literal that counts as a message. Shorter ones are keys, names and test data.
const MESSAGE: usize = 3;
/// Maximum number of forbidden idioms in 10,000 words. It is not 0, because sentences may quote an idiom.
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

/// Returns the text that begins a comment in the language of a file; `None` for unknown languages.
fn mark(name: &str) -> Option<&'static str> {
    let is_one_of = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    match () {
        () if is_one_of(BRACES) => Some("//"),
        () if is_one_of(HASHES) => Some("#"),
        () => None,
    }
}

/// Returns the comments and the messages (long string literals) in the source `text`, each with its first line number.
/// It uses a small lexer, because other tokenizers drop comments; its errors can only cause a wrong finding.
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
        // In these languages, a string literal ends at the end of its line.
        if mark == "#" {
            open = None;
        }
    }
    passages
}

/// A string literal of the checked source, up to the current line. Its end may be in a later line.
struct Message {
    line: usize,
    end: &'static str,
    text: String,
}

impl Message {
    /// Appends the text of the literal in `line`. Returns the text after it; `None` if it continues in the next line.
    fn extend<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let is_raw = self.end.len() > 1;
        let ends = line.match_indices(self.end).map(|(at, _)| at);
        let end = ends.filter(|at| is_raw || !is_escaped(&line[..*at])).min();
        self.text.push_str(&line[..end.unwrap_or(line.len())]);
        self.text.push(' ');
        end.map(|end| &line[end + self.end.len()..])
    }
}

fn is_escaped(text: &str) -> bool {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    !backslashes.is_multiple_of(2)
}

/// Returns the position of the first quote that is not a character literal; `None` if there is none.
fn quote(text: &str) -> Option<usize> {
    let quotes = text.match_indices('"').map(|(at, _)| at);
    let is_character = |at: usize| text[..at].ends_with('\'') && text[at + 1..].starts_with('\'');
    quotes
        .into_iter()
        .find(|at| !is_character(*at) && !text[..*at].ends_with("'\\"))
}

/// Returns a passage without code in backquotes and without the fields of a format string.
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
    fn excludes_code_spans_and_placeholders_from_words() {
        let words = |text| outside_of_code(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words("see `told` and `tells`, {told:?} or {}"), "see x and x , x or x");
    }
}
