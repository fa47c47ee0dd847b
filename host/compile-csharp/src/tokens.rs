//! Splits a C# text into tokens, as precisely as the host needs: where literals, comments and brackets begin and end.
//!
//! This reader rejects everything that it does not know for certain, because a compiler reads the same text afterwards.
//! `host_csharp` is a separate, tolerant reader for sources that are not compiled here.

/// A position in the caller's text. Lines and columns count from 1; columns count UTF-16 units, as in compilers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    /// A string, character or number.
    Literal,
    /// Punctuation: one character, except for `=>`, `::` and `??`.
    Mark,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    /// Byte offset of the token in the text.
    pub(crate) at: usize,
}

impl Token<'_> {
    pub(crate) fn end(&self) -> usize {
        self.at + self.text.len()
    }

    pub(crate) fn is(&self, text: &str) -> bool {
        self.kind != Kind::Literal && self.text == text
    }
}

/// The reason why a snippet has no valid tokens, and the byte offset of the problem. It is found before compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable {
    pub(crate) at: usize,
    pub(crate) why: String,
}

fn unreadable<T>(at: usize, why: impl Into<String>) -> Result<T, Unreadable> {
    Err(Unreadable { at, why: why.into() })
}

/// Splits C# text into tokens without comments. Unclosed literals, comments or brackets and some directives are errors.
pub(crate) fn read(text: &str) -> Result<Vec<Token<'_>>, Unreadable> {
    in_step(text)?;
    let mut found: Vec<Token> = Vec::new();
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = if first.is_whitespace() || first == '\u{feff}' {
            at += first.len_utf8();
            continue;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let Some(length) = comment.find("*/") else {
                return unreadable(at, "this comment has no end");
            };
            at += length + 4;
            continue;
        } else if first == '#' {
            at += directive(rest, at)?;
            continue;
        } else if let Some(length) = literal(rest) {
            let Some(length) = length else {
                return unreadable(at, "this literal has no end");
            };
            (Kind::Literal, length)
        } else if first.is_ascii_digit() {
            (Kind::Literal, number(rest))
        } else if is_word(first) || first == '@' {
            let more = rest[first.len_utf8()..].find(|c| !is_word(c));
            (Kind::Word, more.map_or(rest.len(), |more| more + first.len_utf8()))
        } else if ["=>", "::", "??"].iter().any(|two| rest.starts_with(two)) {
            (Kind::Mark, 2)
        } else {
            bracket(&mut open, first, at)?;
            (Kind::Mark, first.len_utf8())
        };
        found.push(Token {
            kind,
            text: &rest[..length],
            at,
        });
        at += length;
    }
    match open.pop() {
        Some((bracket, at)) => unreadable(at, format!("`{bracket}` is not closed")),
        None => Ok(found),
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn bracket(open: &mut Vec<(char, usize)>, letter: char, at: usize) -> Result<(), Unreadable> {
    let opens = match letter {
        '(' | '[' | '{' => {
            open.push((letter, at));
            return Ok(());
        }
        ')' => '(',
        ']' => '[',
        '}' => '{',
        _ => return Ok(()),
    };
    match open.pop() {
        Some((last, _)) if last == opens => Ok(()),
        _ => unreadable(at, format!("`{letter}` closes nothing")),
    }
}

/// Accepts `#region`, `#endregion` and `#pragma warning`, and returns the length of the line in bytes. Rejects other
/// directives, because they change the file name of an error or the compiled code.
fn directive(rest: &str, at: usize) -> Result<usize, Unreadable> {
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let word = line[1..].trim_start();
    if word.starts_with("region") || word.starts_with("endregion") || word.starts_with("pragma warning") {
        return Ok(line.len());
    }
    unreadable(
        at,
        "only the directives #region, #endregion and #pragma warning are allowed here",
    )
}

fn number(rest: &str) -> usize {
    let mut letters = rest.char_indices().peekable();
    let mut before = ' ';
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_point = letter == '.' && next.is_some_and(|next| next.is_ascii_digit());
        let is_sign = matches!(letter, '+' | '-') && matches!(before, 'e' | 'E') && !rest.starts_with("0x");
        if !(is_word(letter) || is_point || is_sign) {
            return at;
        }
        before = letter;
    }
    rest.len()
}

/// Returns the length in bytes of the C# literal at the start of `rest`. `None` if no literal starts there,
/// `Some(None)` if it is not closed.
fn literal(rest: &str) -> Option<Option<usize>> {
    let quote = rest.find(|c| c != '$' && c != '@')?;
    let (prefix, body) = rest.split_at(quote);
    if prefix.is_empty() && body.starts_with('\'') {
        return Some(plain(body, '\''));
    }
    if !body.starts_with('"') || prefix.matches('@').count() > 1 {
        return None;
    }
    let dollars = prefix.matches('$').count();
    let quotes = body.bytes().take_while(|byte| *byte == b'"').count();
    let length = if quotes >= 3 && !prefix.contains('@') {
        raw(body, quotes)
    } else if dollars > 0 {
        read_interpolated(body, prefix.contains('@'))
    } else if prefix.contains('@') {
        verbatim(body)
    } else {
        plain(body, '"')
    };
    Some(length.map(|length| quote + length))
}

fn plain(body: &str, quote: char) -> Option<usize> {
    let mut letters = body.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => _ = letters.next(),
            '\n' => return None,
            letter if letter == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn verbatim(body: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += body[at..].find('"')? + 1;
        if !body[at..].starts_with('"') {
            return Some(at);
        }
        at += 1;
    }
}

fn raw(body: &str, quotes: usize) -> Option<usize> {
    let end = body.get(quotes..)?.find(&"\"".repeat(quotes))?;
    let more = body[quotes + end..].bytes().take_while(|byte| *byte == b'"').count();
    Some(quotes + end + more)
}

/// Rejects characters that compilers read in a different way. Compilers end lines at more characters than this reader,
/// and ignore invisible ones. So this reader could confuse code with a comment, or miss a forbidden word.
fn in_step(text: &str) -> Result<(), Unreadable> {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_out = match letter {
            '\r' => letters.peek().is_none_or(|(_, next)| *next != '\n'),
            '\u{feff}' => at > 0,
            '\u{85}'
            | '\u{ad}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{890}'
            | '\u{891}'
            | '\u{8e2}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{110bd}'
            | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0001}'
            | '\u{e0020}'..='\u{e007f}' => true,
            _ => false,
        };
        if is_out {
            let number = u32::from(letter);
            let why = format!(
                "the character U+{number:04X} is not allowed here: it ends a line or is invisible (write it as an escape in a string)"
            );
            return unreadable(at, why);
        }
    }
    Ok(())
}

/// Returns the length in bytes of the interpolated string `body`; `None` if it is not closed. Its braces contain code
/// with literals, and after a colon the format of the value, which contains none.
fn read_interpolated(body: &str, is_verbatim: bool) -> Option<usize> {
    let mut at = 1;
    let mut depth = 0_u32;
    let (mut brackets, mut is_format) = (0_u32, false);
    while let Some(letter) = body[at..].chars().next() {
        let rest = &body[at..];
        if depth > 0 {
            if is_format {
                match letter {
                    '"' | '\'' | '{' | '\n' => return None,
                    '}' => (depth, is_format) = (depth - 1, false),
                    _ => {}
                }
                at += letter.len_utf8();
                continue;
            }
            if let Some(inner) = literal(rest) {
                at += inner?;
                continue;
            }
            match letter {
                ':' if rest[1..].starts_with(':') => at += 1,
                ':' if depth == 1 && brackets == 0 => is_format = true,
                '(' | '[' => brackets += 1,
                ')' | ']' => brackets = brackets.saturating_sub(1),
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
        } else {
            match letter {
                '{' | '}' if rest[1..].starts_with(letter) => at += 1,
                '{' => (depth, brackets) = (1, 0),
                '\\' if !is_verbatim => at += 1,
                '"' if is_verbatim && rest[1..].starts_with('"') => at += 1,
                '"' => return Some(at + 1),
                '\n' if !is_verbatim => return None,
                _ => {}
            }
        }
        at += body[at..].chars().next()?.len_utf8();
    }
    None
}

pub(crate) fn place(text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or(text);
    let begins = before.rfind('\n').map_or(0, |end| end + 1);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
    Place {
        line: number(before.matches('\n').count()),
        column: number(before[begins..].encode_utf16().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        read(text).expect("readable").iter().map(|token| token.text).collect()
    }

    #[test]
    fn rejects_text_that_compilers_tokenize_differently() {
        for text in [
            "a //\r; b",
            "a //\u{85} b",
            "a //\u{2028} b",
            "[assem\u{200d}bly: A]",
            "a \u{feff} b",
            "$\"{1:'}\"; b //'}\"",
            "$\"{1:\"}\"",
        ] {
            assert!(read(text).is_err(), "{text:?}");
        }
        assert_eq!(words("a\r\n$\"{(b ? \"c\" : 'd'):x2} {e::f}\" g").len(), 3);
    }

    #[test]
    fn ignores_code_inside_literals_and_comments() {
        assert_eq!(
            words("a // }\n/* { */ \"}\" '}' @\"\"\"}\" 1.5e-3f"),
            ["a", "\"}\"", "'}'", "@\"\"\"}\"", "1.5e-3f"]
        );
        assert_eq!(
            words("$\"{x[\"a\"]} }}\" + $@\"{{ {y} \"\" \""),
            ["$\"{x[\"a\"]} }}\"", "+", "$@\"{{ {y} \"\" \""]
        );
        assert_eq!(
            words("\"\"\"a \" b\"\"\" @class 1..2"),
            ["\"\"\"a \" b\"\"\"", "@class", "1", ".", ".", "2"]
        );
        assert_eq!(words("x => y ?? A::B"), ["x", "=>", "y", "??", "A", "::", "B"]);
    }

    #[test]
    fn reports_unclosed_and_forbidden_syntax_with_its_place() {
        for (text, line, column, why) in [
            ("a(\n  b[1)", 2, 6, "`)` closes nothing"),
            ("x\n  {", 2, 3, "`{` is not closed"),
            ("\u{1f600} }", 1, 4, "`}` closes nothing"),
            ("\"abc\n\"", 1, 1, "this literal has no end"),
            ("/* a", 1, 1, "this comment has no end"),
            (
                "#line 1 \"/etc/passwd\"",
                1,
                1,
                "only the directives #region, #endregion and #pragma warning are allowed here",
            ),
        ] {
            let found = read(text).expect_err(text);
            assert_eq!(
                (place(text, found.at), found.why.as_str()),
                (Place { line, column }, why),
                "{text}"
            );
        }
    }

    #[test]
    fn tokenizer_never_panics_on_incomplete_text() {
        for text in [
            "", "$", "@", "$@", "'", "\"", "$\"{", "\"\"\"", "0x", "#", "\u{feff}", "é\"", "$\"{'",
        ] {
            let _ = read(text);
        }
    }
}
