//! Splits a source into names and punctuation, including those in the expressions of interpolated strings.

use crate::lexis::passed_over;

/// A name, a keyword, a literal, or one punctuation character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_name: bool,
}

impl Token {
    /// Returns the first byte of the token, such as a punctuation character or `"` of a literal; 0 for a name.
    pub(super) fn sign(self, text: &str) -> u8 {
        match self.is_name {
            true => 0,
            false => text.as_bytes().get(self.start).copied().unwrap_or_default(),
        }
    }
}

/// Maximum nesting depth of interpolated strings in each other. The code in deeper ones is not read.
const MAX_DEPTH: usize = 8;

pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    read(text, 0, text.len(), 0, &mut tokens);
    tokens
}

fn read(text: &str, start: usize, end: usize, depth: usize, tokens: &mut Vec<Token>) {
    let mut at = start;
    let mut is_line_start = start == 0;
    while let Some(rest) = text.get(at..end).filter(|rest| !rest.is_empty()) {
        let first = rest.chars().next().unwrap_or_default();
        if first == '\n' {
            is_line_start = true;
            at += 1;
            continue;
        }
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        if is_line_start && first == '#' {
            // Directives are skipped.
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        is_line_start = false;
        if let Some(length) = read_interpolated(text, at, end, depth, tokens) {
            at += length;
            continue;
        }
        let passed = passed_over(rest.as_bytes());
        if passed > 0 {
            let stop = floor(text, (at + passed).min(end));
            if !rest.starts_with('/') {
                tokens.push(Token {
                    start: at,
                    end: stop,
                    is_name: false,
                });
            }
            at = stop.max(at + 1);
            continue;
        }
        let is_start = |letter: char| letter.is_alphabetic() || letter == '_';
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let name = rest
            .strip_prefix('@')
            .filter(|name| name.starts_with(is_start))
            .unwrap_or(rest);
        if name.starts_with(is_start) {
            let length = name.find(|letter| !is_part(letter)).unwrap_or(name.len());
            let stop = at + (rest.len() - name.len()) + length;
            tokens.push(Token {
                start: at,
                end: stop,
                is_name: true,
            });
            at = stop;
        } else if first.is_numeric() {
            let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            tokens.push(Token {
                start: at,
                end: at + length,
                is_name: false,
            });
            at += length;
        } else {
            tokens.push(Token {
                start: at,
                end: at + first.len_utf8(),
                is_name: false,
            });
            at += first.len_utf8();
        }
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

/// Adds the tokens of the interpolated string at `at` and of its expressions to `tokens`, and returns the string's
/// length in bytes. `None` if no such string begins there.
fn read_interpolated(text: &str, at: usize, end: usize, depth: usize, tokens: &mut Vec<Token>) -> Option<usize> {
    let bytes = text.as_bytes().get(at..end)?;
    let dollars = bytes.iter().take_while(|byte| **byte == b'$').count();
    let verbatim = bytes.first() == Some(&b'@') && bytes.get(1) == Some(&b'$') || bytes.get(dollars) == Some(&b'@');
    let dollars = if bytes.first() == Some(&b'@') { 1 } else { dollars };
    let open = if verbatim { 2 } else { dollars };
    if dollars == 0 || bytes.get(open) != Some(&b'"') {
        return None;
    }
    let quotes = bytes.iter().skip(open).take_while(|byte| **byte == b'"').count();
    let is_raw = quotes >= 3;
    // An empty text has two quotes.
    let (holes, quotes) = if is_raw { (dollars, quotes) } else { (1, 1) };
    let mut place = open + quotes;
    tokens.push(Token {
        start: at,
        end: at + place,
        is_name: false,
    });
    while let Some(byte) = bytes.get(place) {
        match byte {
            b'"' => {
                let run = bytes.iter().skip(place).take_while(|byte| **byte == b'"').count();
                if verbatim && run >= 2 {
                    place += 2;
                } else if run >= quotes {
                    return Some(place + quotes);
                } else {
                    place += run;
                }
            }
            b'\\' if !verbatim && !is_raw => place += 2,
            b'\n' if !verbatim && !is_raw => return Some(place),
            b'{' => {
                let run = bytes.iter().skip(place).take_while(|byte| **byte == b'{').count();
                let is_hole = if is_raw { run >= holes } else { run % 2 == 1 };
                place += run;
                if is_hole {
                    let stop = hole_end(bytes, place);
                    if depth < MAX_DEPTH {
                        let (start, stop) = (floor(text, at + place), floor(text, at + stop));
                        read(text, start, stop, depth + 1, tokens);
                    }
                    place = stop;
                }
            }
            _ => place += 1,
        }
    }
    Some(bytes.len())
}

/// Returns the position of the brace that closes an expression in an interpolated string.
fn hole_end(bytes: &[u8], from: usize) -> usize {
    let (mut depth, mut at) = (0_usize, from);
    while let Some(byte) = bytes.get(at) {
        let passed = passed_over(bytes.get(at..).unwrap_or_default());
        match byte {
            b'}' if depth == 0 => return at,
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        at += passed.max(1);
    }
    bytes.len()
}
