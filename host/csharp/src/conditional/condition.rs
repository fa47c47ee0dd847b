//! Evaluates the expression after `#if` and `#elif`, under known and unknown symbols.

use super::Symbols;

/// Maximum depth of nested parentheses. The value of a condition with deeper nesting is unknown.
const MAX_DEPTH: usize = 32;

/// The value of an `#if` condition. `sure` is true if the value is the same for all values of the unknown symbols.
#[derive(Clone, Copy)]
pub(super) struct Truth {
    pub(super) value: bool,
    pub(super) sure: bool,
}

impl Truth {
    pub(super) const fn certain(value: bool) -> Self {
        Self { value, sure: true }
    }
}

pub(super) fn evaluate(text: &str, symbols: &Symbols, unknown_is: bool) -> Truth {
    let mut reader = Condition {
        rest: text,
        symbols,
        unknown_is,
        depth: 0,
    };
    reader.parse_or()
}

/// Returns the value of a condition; `None` if it is uncertain or if other text follows the condition.
pub(super) fn decide(text: &str, symbols: &Symbols) -> Option<bool> {
    let mut reader = Condition {
        rest: text,
        symbols,
        unknown_is: true,
        depth: 0,
    };
    let truth = reader.parse_or();
    (truth.sure && reader.rest.trim().is_empty()).then_some(truth.value)
}

struct Condition<'a> {
    rest: &'a str,
    symbols: &'a Symbols,
    unknown_is: bool,
    depth: usize,
}

impl Condition<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(token);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn parse_or(&mut self) -> Truth {
        let mut left = self.parse_and();
        while self.eat("||") {
            let right = self.parse_and();
            let decided = (left.sure && left.value) || (right.sure && right.value);
            left = Truth {
                value: left.value || right.value,
                sure: decided || (left.sure && right.sure),
            };
        }
        left
    }

    fn parse_and(&mut self) -> Truth {
        let mut left = self.equal();
        while self.eat("&&") {
            let right = self.equal();
            let decided = (left.sure && !left.value) || (right.sure && !right.value);
            left = Truth {
                value: left.value && right.value,
                sure: decided || (left.sure && right.sure),
            };
        }
        left
    }

    fn equal(&mut self) -> Truth {
        let mut left = self.unary();
        loop {
            let same = if self.eat("==") {
                true
            } else if self.eat("!=") {
                false
            } else {
                return left;
            };
            let right = self.unary();
            left = Truth {
                value: (left.value == right.value) == same,
                sure: left.sure && right.sure,
            };
        }
    }

    fn unary(&mut self) -> Truth {
        let unknown = Truth {
            value: self.unknown_is,
            sure: false,
        };
        let mut negate = false;
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('!') {
                Some(rest) if !rest.starts_with('=') => self.rest = rest,
                _ => break,
            }
            negate = !negate;
        }
        let truth = if self.eat("(") {
            if self.depth >= MAX_DEPTH {
                self.rest = "";
                return unknown;
            }
            self.depth += 1;
            let inner = self.parse_or();
            self.depth -= 1;
            self.eat(")");
            inner
        } else {
            let end = self
                .rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(self.rest.len());
            let (symbol, rest) = self.rest.split_at(end);
            self.rest = rest;
            match symbol {
                "true" => Truth::certain(true),
                "false" => Truth::certain(false),
                _ if self.symbols.defined.contains(symbol) => Truth::certain(true),
                _ if self.symbols.undefined.contains(symbol) => Truth::certain(false),
                _ => unknown,
            }
        };
        Truth {
            value: truth.value != negate,
            ..truth
        }
    }
}
