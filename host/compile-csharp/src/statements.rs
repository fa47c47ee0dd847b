//! Analyzes the brackets and words of a snippet: top-level statements, kinds of blocks, declared names.

use crate::tokens::{Kind, Token};

/// The kind of the block that begins with a `{`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    Loop,
    /// The body of a function within an expression, such as a lambda.
    Lambda,
    /// The body of a named function, or of an accessor.
    Method,
    /// The block of any other statement, such as `if`.
    Plain,
    /// Braces that are no block of statements, such as those of initializers, type members and patterns.
    Other,
}

pub(crate) struct Statements<'a, 'b>(pub(crate) &'b [Token<'a>]);

const HEADS: [&str; 7] = ["if", "using", "lock", "fixed", "catch", "when", "switch"];
const LOOPS: [&str; 3] = ["while", "for", "foreach"];
const BEFORE_A_BLOCK: [&str; 10] = [
    "else", "try", "catch", "finally", "checked", "unsafe", "{", "}", ";", ":",
];
const MODIFIERS: [&str; 10] = [
    "public", "internal", "private", "sealed", "abstract", "static", "partial", "unsafe", "readonly", "ref",
];
const TYPES: [&str; 7] = [
    "class",
    "struct",
    "interface",
    "enum",
    "delegate",
    "record",
    "namespace",
];
const ACCESSORS: [&str; 5] = ["get", "set", "init", "add", "remove"];

/// Words that begin a statement which declares nothing and has no value.
const NO_VALUE: [&str; 22] = [
    "if", "for", "foreach", "while", "do", "switch", "try", "using", "lock", "else", "catch", "finally", "throw",
    "goto", "break", "continue", "yield", "fixed", "unsafe", "case", "return", "const",
];

impl<'a> Statements<'a, '_> {
    pub(crate) fn is(&self, at: usize, text: &str) -> bool {
        self.0.get(at).is_some_and(|token| token.is(text))
    }

    fn is_any(&self, at: usize, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(at, text))
    }

    fn word(&self, at: usize) -> Option<&'a str> {
        let token = self.0.get(at)?;
        (token.kind == Kind::Word).then_some(token.text)
    }

    /// Returns the index of the bracket that closes the bracket at token `at`, or of the last token if none does.
    pub(crate) fn closing(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (number, token) in self.0.iter().enumerate().skip(at) {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return number;
            }
        }
        self.0.len().saturating_sub(1)
    }

    fn opening(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for number in (0..=at).rev() {
            match self.0[number].text {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return number;
            }
        }
        0
    }

    /// Returns the kind of the block that begins with the `{` at token `at`.
    pub(crate) fn block(&self, at: usize) -> Block {
        let Some(before) = at.checked_sub(1) else {
            return Block::Plain;
        };
        if self.is(before, "=>") {
            return Block::Lambda;
        }
        if self.is(before, "do") {
            return Block::Loop;
        }
        if self.is_any(before, &BEFORE_A_BLOCK) {
            return Block::Plain;
        }
        if self.is_any(before, &ACCESSORS) {
            return Block::Method;
        }
        if !self.is(before, ")") {
            return Block::Other;
        }
        let Some(head) = self.opening(before).checked_sub(1) else {
            return Block::Other;
        };
        if self.is_any(head, &LOOPS) {
            return Block::Loop;
        }
        if self.is(head, "switch") {
            return Block::Other;
        }
        if self.is_any(head, &HEADS) {
            return Block::Plain;
        }
        if self.is(head, "delegate") {
            return Block::Lambda;
        }
        self.function(head)
    }

    /// Returns the kind of a block after parentheses: `Method` if the tokens up to `head` begin a function; else
    /// `Other`.
    fn function(&self, head: usize) -> Block {
        for number in (0..=head).rev() {
            if self.is_any(number, &["new", "record", "class", "struct", "is", "case", "switch"]) {
                return Block::Other;
            }
            let goes_on =
                self.word(number).is_some() || self.is_any(number, &[".", "<", ">", ",", "::", "?", "[", "]"]);
            if !goes_on {
                return if number == head { Block::Other } else { Block::Method };
            }
        }
        Block::Method
    }

    /// Returns true if a statement ends with the `}` of the block that begins with the `{` at token `at`.
    pub(crate) fn ends_statement(&self, at: usize) -> bool {
        let is_switch = at >= 1 && self.is(at - 1, ")") && {
            let head = self.opening(at - 1);
            head >= 1 && self.is(head - 1, "switch")
        };
        is_switch || matches!(self.block(at), Block::Loop | Block::Method | Block::Plain)
    }

    /// Returns the index of the last token of the type declaration that starts at token `start`, if there is one.
    pub(crate) fn type_end(&self, start: usize) -> Option<usize> {
        let mut at = start;
        while self.is(at, "[") {
            at = self.closing(at) + 1;
        }
        while self.is_any(at, &MODIFIERS) {
            at += 1;
        }
        self.word(at + 1).filter(|_| self.is_any(at, &TYPES))?;
        while at < self.0.len() && !self.is(at, ";") {
            if self.is(at, "{") {
                return Some(self.closing(at));
            }
            if self.is_any(at, &["(", "["]) {
                at = self.closing(at);
            }
            at += 1;
        }
        Some(at.min(self.0.len() - 1))
    }

    /// Returns the index of the first token of each top-level statement and type.
    pub(crate) fn starts(&self) -> Vec<usize> {
        let mut starts = Vec::new();
        let mut at = 0;
        let mut is_start = true;
        while at < self.0.len() {
            if is_start && !self.is(at, ";") {
                starts.push(at);
                if let Some(end) = self.type_end(at) {
                    at = end + 1;
                    continue;
                }
            }
            is_start = false;
            match self.0[at].text {
                "{" if self.0[at].kind == Kind::Mark => {
                    is_start = self.ends_statement(at);
                    at = self.closing(at);
                }
                "(" | "[" if self.0[at].kind == Kind::Mark => at = self.closing(at),
                ";" => is_start = true,
                _ => {}
            }
            at += 1;
        }
        starts
    }

    /// Returns the names of the variables that the statement at token `start` declares with a value.
    pub(crate) fn declares(&self, start: usize) -> Vec<&'a str> {
        let first = start + usize::from(self.is(start, "const"));
        let mut names = Vec::new();
        let Some(mut at) = self.past_type(first) else {
            return names;
        };
        loop {
            let is_given = self.is(at + 1, "=") && !self.is(at + 2, "=");
            match self.word(at).filter(|_| is_given) {
                Some(name) => names.push(name),
                // A name inside the type arguments of a generic type.
                None if names.is_empty() => return names,
                None => {}
            }
            while at < self.0.len() && !self.is_any(at, &[";", ","]) {
                if self.is_any(at, &["(", "[", "{"]) {
                    at = self.closing(at);
                }
                at += 1;
            }
            if !self.is(at, ",") {
                return names;
            }
            at += 1;
        }
    }

    fn past_type(&self, start: usize) -> Option<usize> {
        let first = self.word(start)?;
        if NO_VALUE.contains(&first) || ["await", "new", "ref", "out", "in", "static"].contains(&first) {
            return None;
        }
        let mut at = start + 1;
        loop {
            if self.is_any(at, &[".", "::"]) {
                self.word(at + 1)?;
                at += 2;
            } else if self.is(at, "<") {
                at = self.past_generics(at)?;
            } else if self.is(at, "?") || (self.is(at, "[") && self.is_rank(at)) {
                at = self.closing(at) + 1;
            } else {
                return Some(at);
            }
        }
    }

    fn is_rank(&self, at: usize) -> bool {
        (at + 1..self.closing(at)).all(|inner| self.is(inner, ","))
    }

    fn past_generics(&self, start: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in start..self.0.len() {
            if self.is(at, "<") {
                depth += 1;
            } else if self.is(at, ">") {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            } else if self.word(at).is_none() && !self.is_any(at, &[".", ",", "?", "[", "]", "::", "(", ")"]) {
                return None;
            }
        }
        None
    }

    pub(crate) fn may_be_value(&self, start: usize) -> bool {
        !self.is_any(start, &NO_VALUE) && !self.is(start, "{") && self.declares(start).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::read;

    fn tops(text: &str) -> Vec<&str> {
        let tokens = read(text).expect("readable");
        let starts = Statements(&tokens).starts();
        starts
            .iter()
            .map(|start| &text[tokens[*start].at..])
            .map(|rest| rest.split(' ').next().unwrap_or(""))
            .collect()
    }

    #[test]
    fn separates_top_level_statements_from_braced_expressions() {
        assert_eq!(tops("var a = new P { X = 1 } ; b() ;"), ["var", "b()"]);
        assert_eq!(tops("foreach (var x in y) { z(); } last"), ["foreach", "last"]);
        assert_eq!(
            tops("a(() => { b(); }) ; if (x) { } else { } c"),
            ["a(()", "if", "else", "c"]
        );
        assert_eq!(tops("switch (x) { case 1: break; } y"), ["switch", "y"]);
        assert_eq!(tops("new Foo() { A = 1 }.B"), ["new"]);
        assert_eq!(tops("int F(int a) { return a; } F(1)"), ["int", "F(1)"]);
        assert_eq!(tops("[A] public class B<T> where T : new() { } c();"), ["[A]", "c();"]);
        assert_eq!(
            tops("try { } catch { } finally { } d()"),
            ["try", "catch", "finally", "d()"]
        );
    }

    #[test]
    fn lists_only_declared_variables_with_initial_value() {
        for (text, names) in [
            ("var a = 1;", vec!["a"]),
            (
                "Dictionary<string, List<int>> d = new Dictionary<string, List<int>>(), e = null;",
                vec!["d", "e"],
            ),
            ("int[] xs = { 1, 2 };", vec!["xs"]),
            ("global::System.Int32? n = null;", vec!["n"]),
            ("int later;", vec![]),
            ("int first = 1; second = 2;", vec!["first"]),
            ("x = 1;", vec![]),
            ("a < b;", vec![]),
            ("return x;", vec![]),
            ("if (a == b) c = d;", vec![]),
            ("Debug.Log(x);", vec![]),
        ] {
            let tokens = read(text).expect("readable");
            assert_eq!(Statements(&tokens).declares(0), names, "{text}");
        }
    }
}
