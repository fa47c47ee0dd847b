//! C# source as words: enough to read declarations. Comments and directives are passed over; both sides of an `#if` count.

/// One word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Name(&'a str),
    /// Digits with what belongs to them: `1.5f`, `0x1F`.
    Number(&'a str),
    /// A text without its quotes; `None` where it has escapes or is interpolated.
    Text(Option<&'a str>),
    Mark(char),
}

/// Words of one file beyond this are not read.
const MAX_TOKENS: usize = 500_000;

/// All words in order.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut rest = source;
    while let (Some(first), true) = (rest.chars().next(), all.len() < MAX_TOKENS) {
        let (token, after) = if first.is_whitespace() || first == '\u{feff}' {
            (None, rest.get(first.len_utf8()..))
        } else if rest.starts_with("//") || first == '#' {
            (None, rest.find('\n').and_then(|at| rest.get(at..)))
        } else if let Some(comment) = rest.strip_prefix("/*") {
            (None, comment.split_once("*/").map(|(_, after)| after))
        } else if let Some(text) = rest.strip_prefix("@\"") {
            let (text, after) = text.split_once('"').unwrap_or((text, ""));
            (Some(Token::Text((!text.contains('\\')).then_some(text))), Some(after))
        } else if let Some(text) = rest.strip_prefix("$\"") {
            (Some(Token::Text(None)), quoted(text, '"').map(|(_, after)| after))
        } else if first == '"' || first == '\'' {
            let text = rest.get(1..).unwrap_or_default();
            let (text, after) = quoted(text, first).unwrap_or((text, ""));
            (Some(Token::Text((!text.contains('\\')).then_some(text))), Some(after))
        } else if first.is_alphabetic() || first == '_' || first == '@' {
            let name = rest.strip_prefix('@').unwrap_or(rest);
            let end = name
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            (Some(Token::Name(name)), Some(after))
        } else if first.is_ascii_digit() {
            let end = number_end(rest);
            let (number, after) = rest.split_at(end);
            (Some(Token::Number(number)), Some(after))
        } else {
            (Some(Token::Mark(first)), rest.get(first.len_utf8()..))
        };
        all.extend(token);
        rest = after.unwrap_or_default();
    }
    all
}

/// The text up to its closing quote, and what follows; one that stays open ends with its line.
fn quoted(text: &str, quote: char) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return Some((text.get(..at)?, text.get(at..)?)),
            _ if c == quote => return Some((text.get(..at)?, text.get(at + 1..)?)),
            _ => {}
        }
    }
    None
}

fn number_end(text: &str) -> usize {
    let mut end = 0;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let next = text.get(at + 1..).and_then(|rest| rest.chars().next());
        let point = c == '.' && next.is_some_and(|next| next.is_ascii_digit());
        let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !text.starts_with("0x");
        if !(c.is_ascii_alphanumeric() || c == '_' || point || sign) {
            break;
        }
        before = c;
        end = at + c.len_utf8();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_sort() {
        let source = "#if X\n// a\n/* b */ float @x = -1.5e-3f; \"q\\\"\" 'c' @\"v\" $\"{i}\" a.b 0x1F 3..4";
        let expected = [
            Token::Name("float"),
            Token::Name("x"),
            Token::Mark('='),
            Token::Mark('-'),
            Token::Number("1.5e-3f"),
            Token::Mark(';'),
            Token::Text(None),
            Token::Text(Some("c")),
            Token::Text(Some("v")),
            Token::Text(None),
            Token::Name("a"),
            Token::Mark('.'),
            Token::Name("b"),
            Token::Number("0x1F"),
            Token::Number("3"),
            Token::Mark('.'),
            Token::Mark('.'),
            Token::Number("4"),
        ];
        assert_eq!(tokens(source), expected);
        assert_eq!(tokens("\"open"), [Token::Text(Some("open"))]);
    }
}
