//! The text that repeats a structured result. The guest's JSON is copied token by token with other white space, so
//! numbers and the order of members stay the same.

use crate::text_form::TextForm;
use host_api::json_text_end;
use std::borrow::Cow;

/// Maximum ratio of the sizes of indented and original JSON. A text that would grow more is written on one line.
const MOST_GROWTH: usize = 4;
/// Number of spaces for each nesting level.
const INDENT: usize = 2;

/// Returns the JSON text `json` on one line or indented, as `form` requires. `json` must be valid.
pub(super) fn format_json(json: &str, form: TextForm) -> Cow<'_, str> {
    match form {
        TextForm::Pretty => match pretty(json, json.len().saturating_mul(MOST_GROWTH) + 1024) {
            Some(text) => Cow::Owned(text),
            None => compact(json),
        },
        TextForm::Compact | TextForm::NoneWhenStructured => compact(json),
    }
}

/// Returns the tokens of `json` without white space. A string is one token; any other character is a token of its own.
fn tokens(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let first = rest.chars().next()?;
        let length = match first {
            '"' => json_text_end(rest.as_bytes(), 0),
            other => other.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

fn compact(json: &str) -> Cow<'_, str> {
    match has_space(json.as_bytes()) {
        true => Cow::Owned(tokens(json).collect()),
        false => Cow::Borrowed(json),
    }
}

fn has_space(json: &[u8]) -> bool {
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        at = match byte {
            b'"' => json_text_end(json, at),
            byte if byte.is_ascii_whitespace() => return true,
            _ => at + 1,
        };
    }
    false
}

/// Indents the JSON text; `None` if the result would be longer than `most` bytes.
fn pretty(json: &str, most: usize) -> Option<String> {
    let mut out = String::new();
    let mut depth = 0_usize;
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', (depth * INDENT).min(most)));
    };
    let mut tokens = tokens(json).peekable();
    while let Some(token) = tokens.next() {
        match token {
            "{" | "[" => {
                out.push_str(token);
                if !tokens.peek().is_some_and(|next| matches!(*next, "}" | "]")) {
                    depth += 1;
                    line(&mut out, depth);
                } else if let Some(end) = tokens.next() {
                    out.push_str(end);
                }
            }
            "}" | "]" => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push_str(token);
            }
            "," => {
                out.push(',');
                line(&mut out, depth);
            }
            ":" => out.push_str(": "),
            other => out.push_str(other),
        }
        if out.len() > most {
            return None;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_only_white_space() {
        let given = "{ \"a \\\" b\" : [ 1.50 , -2e+30,true ],\n \"é\":{}, \"c\": [ ],\"d\":\"\\\\\" }";
        let short = r#"{"a \" b":[1.50,-2e+30,true],"é":{},"c":[],"d":"\\"}"#;
        assert_eq!(format_json(given, TextForm::Compact), short);
        assert!(matches!(format_json(short, TextForm::Compact), Cow::Borrowed(_)));
        let long = "{\n  \"a \\\" b\": [\n    1.50,\n    -2e+30,\n    true\n  ],\n  \"é\": {},\n  \"c\": [],\n  \"d\": \"\\\\\"\n}";
        assert_eq!(format_json(given, TextForm::Pretty), long);
        assert_eq!(format_json(long, TextForm::Compact), short);
    }

    #[test]
    fn keeps_deeply_nested_json_compact() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(format_json(&deep, TextForm::Pretty), deep);
    }
}
