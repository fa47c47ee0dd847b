//! Some dependencies stand in one crate only: that is how "only `runtime` knows the engine" stays true.
//!
//! Belongs here: which word may stand where. Does not: path rules of text (`paths.rs`).

use super::{Finding, Tree};

/// A crate name, where it may stand in code or manifests, and what to do elsewhere.
struct Boundary {
    words: &'static [&'static str],
    allowed: &'static [&'static str],
    instead: &'static str,
}

const BOUNDARIES: [Boundary; 2] = [
    Boundary {
        words: &["wasmtime", "wasmtime_wasi", "wasmtime-wasi"],
        allowed: &["host/runtime/", "host/xtask/src/tidy/"],
        instead: "only host/runtime names the engine; go through what host-runtime offers",
    },
    Boundary {
        words: &["axum", "hyper", "hyper_util", "hyper-util"],
        allowed: &["host/wire/", "tests/", "host/xtask/src/tidy/"],
        instead: "only host/wire knows HTTP; go through what host-wire offers",
    },
];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for (name, text) in tree.texts(|name| name.ends_with(".rs") || name.ends_with("/Cargo.toml")) {
        let comment = if name.ends_with(".rs") { "//" } else { "#" };
        for boundary in &BOUNDARIES {
            if boundary.allowed.iter().any(|prefix| name.starts_with(prefix)) {
                continue;
            }
            for (index, line) in text.lines().enumerate() {
                let code = code_of(line, comment);
                if let Some(word) = boundary.words.iter().find(|word| has_word(&code, word)) {
                    findings.push(Finding {
                        file: name.clone(),
                        line: index + 1,
                        text: format!("names `{word}`: {}", boundary.instead),
                    });
                }
            }
        }
    }
}

/// `line` without string literals and without its comment.
fn code_of(line: &str, comment: &str) -> String {
    let mut code = String::with_capacity(line.len());
    let mut in_string = false;
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        if !in_string && rest.starts_with(comment) {
            break;
        }
        if in_string && letter == '\\' {
            let skipped: usize = rest.chars().take(2).map(char::len_utf8).sum();
            rest = &rest[skipped..];
            continue;
        }
        if letter == '"' {
            in_string = !in_string;
        } else if !in_string {
            code.push(letter);
        }
        rest = &rest[letter.len_utf8()..];
    }
    code
}

fn has_word(code: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    code.match_indices(word).any(|(start, _)| {
        !code[..start].chars().next_back().is_some_and(is_part)
            && !code[start + word.len()..].chars().next().is_some_and(is_part)
    })
}
