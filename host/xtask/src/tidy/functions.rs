//! Checks that functions are short, and that no parameter is a tuple.
//!
//! Belongs here: rules about signatures and lengths of functions. Does not: rules about whole files (`sources`).

use super::{Finding, Tree};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Maximum number of lines of a function outside of tests.
const LONGEST: usize = 100;

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for (name, text) in tree.texts(is_source) {
        let text = text.split("\nmod tests {").next().unwrap_or(&text);
        let mut find = |line: usize, text: String| {
            findings.push(Finding {
                file: name.clone(),
                line,
                text,
            })
        };
        for (at, called, length) in lengths(text) {
            if length > LONGEST {
                find(
                    at,
                    format!("`{called}` has {length} lines; split it by meaning, {LONGEST} is the limit"),
                );
            }
        }
        let mut called = Vec::new();
        // The check `circles` reports a file that cannot be split into Rust tokens.
        tuples(text.parse().unwrap_or_default(), &mut called);
        for called in called {
            let at = text.lines().position(|line| function(line) == Some(&*called));
            let why = "takes a tuple; use separate parameters, or a struct if several functions pass them on";
            find(at.map_or(0, |at| at + 1), format!("`{called}` {why}"));
        }
    }
}

fn is_source(name: &str) -> bool {
    let is_ours = ["host/", "sdk/rust", "tools/"]
        .iter()
        .any(|folder| name.starts_with(folder));
    is_ours && name.ends_with(".rs") && !name.contains("/tests/") && !name.ends_with("tests.rs")
}

/// Returns the name of the function that begins in this line; `None` if none does.
fn function(line: &str) -> Option<&str> {
    let (before, behind) = line.split_once("fn ")?;
    let is_word = |sign: char| sign.is_alphanumeric() || " _()\"".contains(sign);
    let end = behind.find(|sign: char| !(sign.is_alphanumeric() || sign == '_'))?;
    behind
        .get(..end)
        .filter(|name| !name.is_empty() && before.chars().all(is_word))
}

/// Returns first line, name and number of lines of each function in `text`, which rustfmt must have formatted.
fn lengths<'t>(text: &'t str) -> Vec<(usize, &'t str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let length = |(at, line): (usize, &&'t str)| {
        let called = function(line).filter(|_| !line.ends_with(['}', ';']))?;
        let indent = line.len() - line.trim_start().len();
        let is_end = |line: &&str| line.len() - line.trim_start().len() == indent && line.contains(['}', ';']);
        let length = lines.iter().skip(at + 1).position(is_end)?;
        Some((at + 1, called, length + 2))
    };
    lines.iter().enumerate().filter_map(length).collect()
}

/// Appends the name of each function with a tuple as the pattern or type of a parameter, which a rule forbids.
fn tuples(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1)) {
            (TokenTree::Group(group), _) => tuples(group.stream(), found),
            (TokenTree::Ident(word), Some(TokenTree::Ident(name))) if *word == "fn" => {
                let behind = outside_angles(tokens.iter().skip(at + 2).cloned());
                let parameters = behind.first().and_then(parenthesized).unwrap_or_default();
                let parameters = outside_angles(parameters);
                if parameters.split(|token| token.to_string() == ",").any(is_tuple) {
                    found.push(name.to_string());
                }
            }
            _ => {}
        }
    }
}

/// Returns `tokens` without generic arguments: only the tokens that are not between angle brackets.
fn outside_angles(tokens: impl IntoIterator<Item = TokenTree>) -> Vec<TokenTree> {
    let (mut depth, mut last) = (0_usize, ' ');
    let mut outside = Vec::new();
    for token in tokens {
        let mark = match &token {
            TokenTree::Punct(mark) => mark.as_char(),
            _ => ' ',
        };
        match mark {
            '<' => depth += 1,
            '>' if last != '-' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(token),
            _ => {}
        }
        last = mark;
    }
    outside
}

fn parenthesized(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group.stream()),
        _ => None,
    }
}

/// Returns true if the pattern or type of the parameter is a tuple, or a reference to a tuple.
fn is_tuple(parameter: &[TokenTree]) -> bool {
    let words: Vec<String> = parameter.iter().map(ToString::to_string).collect();
    parameter.iter().enumerate().any(|(at, token)| {
        let is_first = match words.get(..at) {
            None | Some([]) => true,
            Some([.., tick, _]) if tick == "'" => true,
            Some([.., last]) => matches!(last.as_str(), ":" | "&" | "mut"),
        };
        let inside = outside_angles(parenthesized(token).filter(|_| is_first).unwrap_or_default());
        inside.iter().any(|token| token.to_string() == ",")
    })
}

#[cfg(test)]
mod tests {
    use super::{lengths, tuples};

    #[test]
    fn finds_tuple_parameters_by_pattern_and_type() {
        let text =
            "fn a((b, c): Pair) {} fn d<F: Fn(A, B) -> C>(e: &mut (A, B)) {} impl G { fn h(i: &'a (A<B, C>, D)); }
            fn j(k: &(dyn Fn(A, B) -> (C, D) + Send), l: impl Fn() -> (A, B), m: Vec<(A, B)>, (): &()) { |(n, o)| p }";
        let mut found = Vec::new();
        tuples(text.parse().expect("tokens"), &mut found);
        assert_eq!(found, ["a", "d", "h"]);
    }

    #[test]
    fn detects_end_of_function_by_indent() {
        let text = "impl A {\n    pub(crate) async fn b(\n        c: D,\n    ) -> E {\n        fn f() {}\n    }\n}\n// a fn g\n";
        assert_eq!(lengths(text), [(2, "b", 5)]);
    }
}
