//! Creates source text from the caller's text and generated lines, and maps the compiler's positions back.

use crate::tokens::{Place, Token, place};
use std::fmt::Write as _;
use std::ops::Range;

/// A replacement of a byte range of the caller's text by `text`; an insertion if the range is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) part: Range<usize>,
    pub(crate) text: String,
}

impl Edit {
    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self {
            part: at..at,
            text: text.into(),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Page {
    text: String,
    pieces: Vec<Vec<Shift>>,
}

#[derive(Debug)]
struct Shift {
    from: Place,
    by: i64,
}

/// File names in compiler errors: the prefix for pieces of the caller's text, and the name for generated lines.
const PIECE: &str = "snippet-";
const OWN: &str = "made.cs";

impl Page {
    pub(crate) fn add_own_lines(&mut self, lines: &str) {
        // An error in these lines is a fault of the host, or of the piece before.
        let _ = write!(self.text, "\n#line 1 \"{OWN}\"\n{lines}\n");
    }

    /// Appends a piece of the caller's text (the byte range `part`) to the main C# file, with the ordered changes
    /// `edits`. Blanks replace the text before the range in its first line, so that columns stay unchanged.
    pub(crate) fn piece(&mut self, text: &str, part: Range<usize>, edits: &[Edit]) {
        let begins = place(text, part.start);
        let _ = write!(self.text, "\n#line {} \"{PIECE}{}\"\n", begins.line, self.pieces.len());
        self.text.extend(std::iter::repeat_n(' ', begins.column as usize - 1));
        let mut shifts = Vec::new();
        let mut at = part.start;
        for edit in edits
            .iter()
            .filter(|edit| edit.part.start >= part.start && edit.part.end <= part.end)
        {
            // An edit inside another one has no text left.
            if edit.part.start < at {
                continue;
            }
            self.text.push_str(&text[at..edit.part.start]);
            self.text.push_str(&edit.text);
            let (new, old) = (
                edit.text.encode_utf16().count(),
                text[edit.part.clone()].encode_utf16().count(),
            );
            shifts.push(Shift {
                from: place(text, edit.part.start),
                by: i64::try_from(new).unwrap_or(0) - i64::try_from(old).unwrap_or(0),
            });
            at = edit.part.end;
        }
        self.text.push_str(&text[at..part.end]);
        self.pieces.push(shifts);
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Converts a compiler's position to one in the caller's text; `None` if `file` is no piece of this text.
    pub(crate) fn place(&self, file: &str, found: Place) -> Option<Place> {
        let number = file.rsplit(['/', '\\']).next()?.strip_prefix(PIECE)?;
        let shifts = self.pieces.get(number.parse::<usize>().ok()?)?;
        let mut column = i64::from(found.column);
        for shift in shifts.iter().filter(|shift| shift.from.line == found.line) {
            let from = i64::from(shift.from.column);
            if column <= from {
                break;
            }
            column = (column - shift.by).max(from);
        }
        Some(Place {
            line: found.line,
            column: u32::try_from(column).unwrap_or(1),
        })
    }
}

/// Replaces each tab outside of literals by a blank, because compilers do not agree on the width of a tab.
pub(crate) fn without_tabs(text: &str, tokens: &[Token<'_>]) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    for token in tokens {
        plain.push_str(&text[at..token.at].replace('\t', " "));
        plain.push_str(token.text);
        at = token.end();
    }
    plain.push_str(&text[at..].replace('\t', " "));
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_places_back_across_inserted_text() {
        let text = "ab\n  cde fgh";
        let mut page = Page::default();
        page.add_own_lines("class X {");
        page.piece(
            text,
            3..text.len(),
            &[
                Edit::insert(5, "123"),
                Edit {
                    part: 9..10,
                    text: "zz".to_owned(),
                },
            ],
        );
        assert!(
            page.text().ends_with("#line 2 \"snippet-0\"\n  123cde zzgh"),
            "{}",
            page.text()
        );
        let back = |column| {
            page.place("work/snippet-0", Place { line: 2, column })
                .map(|place| place.column)
        };
        assert_eq!(
            [back(2), back(6), back(8), back(12), back(13)],
            [Some(2), Some(3), Some(5), Some(8), Some(9)]
        );
        assert_eq!(page.place("made.cs", Place { line: 1, column: 1 }), None);
        assert_eq!(page.place("snippet-7", Place { line: 1, column: 1 }), None);
    }
}
