//! Scans C# source bytes for comments and for string and character literals, without a parser.

/// Returns the length in bytes of the comment or literal at the start of `rest`; 0 if there is none.
pub(crate) fn passed_over(rest: &[u8]) -> usize {
    let end_of = |end: &[u8], from: usize| {
        let found = rest
            .get(from..)
            .and_then(|rest| rest.windows(end.len()).position(|w| w == end));
        found.map_or(rest.len(), |found| from + found + end.len())
    };
    match rest {
        [b'/', b'/', ..] => end_of(b"\n", 2),
        [b'/', b'*', ..] => end_of(b"*/", 2),
        [b'"', b'"', b'"', ..] => {
            let quotes = rest.iter().take_while(|byte| **byte == b'"').count();
            let end = rest.get(quotes..).and_then(|rest| end_of_quotes(rest, quotes));
            end.map_or(rest.len(), |end| quotes + end)
        }
        [b'@', b'"', ..] | [b'@', b'$', b'"', ..] | [b'$', b'@', b'"', ..] => {
            // A doubled quote ends one literal and begins the next; both contain only text.
            end_of(
                b"\"",
                rest.iter().position(|byte| *byte == b'"').map_or(0, |quote| quote + 1),
            )
        }
        [quote @ (b'"' | b'\''), ..] => literal(rest, *quote),
        _ => 0,
    }
}

/// Returns the byte position after the first `quotes` quotation marks in a row, even if more follow; else `None`.
pub(crate) fn end_of_quotes(text: &[u8], quotes: usize) -> Option<usize> {
    let mut row = 0;
    for (at, byte) in text.iter().enumerate() {
        row = if *byte == b'"' { row + 1 } else { 0 };
        if row == quotes {
            return Some(at + 1);
        }
    }
    None
}

/// Returns the length in bytes of a string or character literal. An unclosed literal ends at the end of its line.
fn literal(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if *byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// Returns all names and keywords of a source in order, without those in comments and literals.
pub fn words_in(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = source;
    std::iter::from_fn(move || {
        loop {
            let first = rest.chars().next()?;
            let passed = passed_over(rest.as_bytes());
            if passed == 0 && (first.is_alphanumeric() || first == '_') {
                let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                rest = after;
                if !first.is_numeric() {
                    return Some(word);
                }
                continue;
            }
            rest = rest
                .split_at_checked(passed.max(first.len_utf8()))
                .map_or("", |(_, after)| after);
        }
    })
}

/// Converts C# text to one line: removes comments, collapses white space to one space, keeps literals unchanged. The
/// result has at most `limit` characters; a longer text ends with `…`.
pub(crate) fn to_one_line(text: &str, limit: usize) -> String {
    let mut line = String::new();
    let mut rest = text;
    let mut space = false;
    while let Some(first) = rest.chars().next() {
        let passed = passed_over(rest.as_bytes());
        let (now, after) = rest
            .split_at_checked(passed.max(first.len_utf8()))
            .unwrap_or((rest, ""));
        rest = after;
        if first.is_whitespace() || now.starts_with("//") || now.starts_with("/*") {
            space = true;
            continue;
        }
        if std::mem::take(&mut space) && !line.is_empty() {
            line.push(' ');
        }
        line.push_str(now);
        if line.len() > 4 * limit {
            break;
        }
    }
    if line.chars().count() > limit {
        line = line.chars().take(limit.saturating_sub(1)).chain(['…']).collect();
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_comments_and_literals() {
        for (text, length) in [
            ("// a\nb", 5),
            ("/* } */b", 7),
            ("\"a\\\"b\"c", 6),
            ("@\"a\\\"c", 5),
            ("\"\"\"a\"b\"\"\"c", 9),
            ("'}'", 3),
            ("\"open\nb", 5),
            ("a", 0),
            ("/ 2", 0),
        ] {
            assert_eq!(passed_over(text.as_bytes()), length, "{text}");
        }
    }

    #[test]
    fn finds_first_quote_run_that_is_long_enough() {
        for (text, quotes, end) in [
            ("a\"\"\"b", 3, Some(4)),
            ("a\"\"b\"\"\"\"", 3, Some(7)),
            ("\"\"\"\"", 3, Some(3)),
            ("\"\"a\"", 3, None),
            ("", 3, None),
        ] {
            assert_eq!(end_of_quotes(text.as_bytes(), quotes), end, "{text}");
        }
    }

    #[test]
    fn returns_only_words_of_code() {
        let source = "// No\nclass Añade_1 : Base<T> { /* no */ string s = \"no\" + 0x1F + @\"no\"; } // no";
        let words: Vec<&str> = words_in(source).collect();
        assert_eq!(words, ["class", "Añade_1", "Base", "T", "string", "s"]);
    }

    #[test]
    fn one_line_form_keeps_literals_and_truncates_text() {
        let source = "public  void /* here */ Say(\n  string a = \"x  // y\" )";
        assert_eq!(to_one_line(source, 100), "public void Say( string a = \"x  // y\" )");
        assert_eq!(to_one_line("abcdef", 4), "abc…");
        assert_eq!(to_one_line("ゲーム", 2), "ゲ…");
    }
}
