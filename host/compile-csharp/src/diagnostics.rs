//! Parses the errors of a compiler and maps their line numbers to the caller's text.

use crate::page::Page;
use crate::tokens::Place;
use serde::Serialize;
use std::fmt;

/// Maximum number of reported errors, because a missing bracket can cause thousands.
const MOST: usize = 20;
/// Maximum number of characters of one error message.
const LONGEST: usize = 1_000;

/// One error of the compiler or the host, with its position in the caller's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Line in the caller's text, counted from 1.
    pub line: u32,
    /// Column in UTF-16 units, counted from 1.
    pub column: u32,
    /// The compiler's error code, such as `CS0103`; empty if the host itself rejected the code.
    pub code: String,
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if !self.code.is_empty() {
            write!(f, "{}: ", self.code)?;
        }
        f.write_str(&self.message)
    }
}

/// Parses the errors in the compiler's output, sorted by position. Errors in generated lines get the position `end`,
/// which is the end of the caller's text.
pub(crate) fn read(written: &str, page: &Page, end: Place) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in written.lines() {
        let Some(one) = error(line, page, end) else { continue };
        if !found.contains(&one) {
            found.push(one);
        }
    }
    // Errors in generated lines follow from errors in the caller's lines.
    found.sort_by_key(|one| (one.line, one.column));
    found.truncate(MOST);
    found
}

/// Parses one line of compiler output as an error: `file(line,column): error CS0000: message`, or without the position.
/// Returns `None` for any other line.
fn error(line: &str, page: &Page, end: Place) -> Option<Diagnostic> {
    let (before, rest) = line.split_once("error ")?;
    let (code, message) = rest.split_once(": ")?;
    let is_code = code.len() > 2 && code.starts_with("CS") && code[2..].bytes().all(|byte| byte.is_ascii_digit());
    if !is_code {
        return None;
    }
    let place = located(before)
        .and_then(|(file, place)| page.place(file, place))
        .unwrap_or(end);
    Some(Diagnostic {
        line: place.line,
        column: place.column,
        code: code.to_owned(),
        message: message.trim().chars().take(LONGEST).collect(),
    })
}

fn located(before: &str) -> Option<(&str, Place)> {
    let (file, numbers) = before.trim_end().strip_suffix("):")?.rsplit_once('(')?;
    let mut numbers = numbers.split(',').map(|number| number.trim().parse::<u32>().ok());
    let (line, column) = (numbers.next()??, numbers.next()??);
    Some((file, Place { line, column }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_error_lines_of_both_compilers() {
        let text = "int x = y;\nfoo();";
        let mut page = Page::default();
        page.piece(text, 0..text.len(), &[]);
        let end = Place { line: 2, column: 7 };
        let written = "snippet-0(1,9): error CS0103: The name `y' does not exist\nsnippet-0(1,5): warning CS0219: unused\n\
                       work/a b/snippet-0(2,1): error CS0103: no foo\nmade.cs(1,1): error CS1513: } expected\n\
                       error CS0006: Metadata file is gone\nCompilation failed: 2 error(s), 1 warnings\n";
        let found = read(written, &page, end);
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "line 1, column 9: CS0103: The name `y' does not exist",
                "line 2, column 1: CS0103: no foo",
                "line 2, column 7: CS1513: } expected",
                "line 2, column 7: CS0006: Metadata file is gone",
            ]
        );
    }
}
