//! Inserts checks into the loops and functions of a snippet. The checks stop a snippet that runs endlessly.
//!
//! Only the code of the snippet itself is checked. A call of other code that never returns blocks Unity's main thread
//! forever.

use crate::page::Edit;
use crate::statements::{Block, Statements};
use crate::tokens::Token;
use std::collections::BTreeSet;

const CHECK: &str = " UnityToolsHarness.Check();";
const ENTER: &str = " UnityToolsHarness.Enter();";
const BEFORE_ONE: &str = " if (UnityToolsHarness.Goes())";

/// Returns the text edits that insert checks into the loops and functions of a snippet, to stop endless code. They also
/// change a `return` without a value, outside of the snippet's functions, to `return null`.
pub(crate) fn guards(tokens: &[Token<'_>]) -> Vec<Edit> {
    let words = Statements(tokens);
    let ends_of_do = ends_of_do(&words, tokens);
    let mut edits = Vec::new();
    // Whether each open bracket is the body of a function.
    let mut functions: Vec<bool> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            _ if token.kind == crate::tokens::Kind::Literal => {}
            "{" => {
                let block = words.block(at);
                match block {
                    Block::Loop => edits.push(Edit::insert(token.end(), CHECK)),
                    Block::Lambda | Block::Method => edits.push(Edit::insert(token.end(), ENTER)),
                    Block::Plain | Block::Other => {}
                }
                functions.push(matches!(block, Block::Lambda | Block::Method));
            }
            "}" => _ = functions.pop(),
            "while" | "for" | "foreach" if words.is(at + 1, "(") && !ends_of_do.contains(&at) => {
                let close = words.closing(at + 1);
                if !words.is(close + 1, "{") {
                    edits.push(Edit::insert(tokens[close].end(), BEFORE_ONE));
                }
            }
            "do" if !words.is(at + 1, "{") => edits.push(Edit::insert(token.end(), BEFORE_ONE)),
            "goto" => {
                edits.push(Edit::insert(token.at, format!("{{{CHECK} ")));
                if let Some(end) = tokens[at..].iter().find(|token| token.is(";")) {
                    edits.push(Edit::insert(end.end(), " }"));
                }
            }
            "return" if words.is(at + 1, ";") && !functions.contains(&true) => {
                edits.push(Edit::insert(token.end(), " null"));
            }
            _ => {}
        }
    }
    // The edit after a loop head was found before the edits inside this head.
    edits.sort_by_key(|edit| edit.part.start);
    edits
}

/// Returns the indexes of the `while` tokens that end a `do` loop and so do not begin a loop.
fn ends_of_do(words: &Statements<'_, '_>, tokens: &[Token<'_>]) -> BTreeSet<usize> {
    let mut ends = BTreeSet::new();
    for at in (0..tokens.len()).rev().filter(|at| words.is(*at, "do")) {
        let mut next = at + 1;
        while next < tokens.len() && !(words.is(next, "while") && !ends.contains(&next) && next > at + 1) {
            if ["{", "(", "["].iter().any(|open| words.is(next, open)) {
                next = words.closing(next);
            }
            next += 1;
        }
        ends.insert(next);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::tokens::read;

    fn guard_text(text: &str) -> String {
        let tokens = read(text).expect("readable");
        let mut page = Page::default();
        page.piece(text, 0..text.len(), &guards(&tokens));
        let short = page.text().replace("UnityToolsHarness.", "");
        short.lines().skip(2).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn inserts_check_in_each_loop_and_function() {
        for (text, wanted) in [
            ("while (true) { }", "while (true) { Check(); }"),
            ("while (true);", "while (true) if (Goes());"),
            (
                "while (G(() => { return true; })) H();",
                "while (G(() => { Enter(); return true; })) if (Goes()) H();",
            ),
            ("for (;;) x();", "for (;;) if (Goes()) x();"),
            ("do { a(); } while (b);", "do { Check(); a(); } while (b);"),
            ("do a(); while (b);", "do if (Goes()) a(); while (b);"),
            (
                "do { while (c); } while (b); while (d);",
                "do { Check(); while (c) if (Goes()); } while (b); while (d) if (Goes());",
            ),
            ("a: goto a;", "a: { Check(); goto a; }"),
            ("int F() { return F(); }", "int F() { Enter(); return F(); }"),
            ("x = () => { y(); };", "x = () => { Enter(); y(); };"),
            ("var p = new P() { A = 1 };", "var p = new P() { A = 1 };"),
            (
                "if (a) { return; } b(() => { return; });",
                "if (a) { return null; } b(() => { Enter(); return; });",
            ),
            ("switch (a) { case 1: break; }", "switch (a) { case 1: break; }"),
            (
                "class A { int P { get { return 1; } } }",
                "class A { int P { get { Enter(); return 1; } } }",
            ),
            ("s = \"while (true) { }\";", "s = \"while (true) { }\";"),
        ] {
            assert_eq!(guard_text(text), wanted);
        }
    }
}
