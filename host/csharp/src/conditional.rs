//! Applies the `#if` directives of C#: selects the lines that belong to the program, under known and unknown symbols.
//!
//! It works on text before parsing, so that a directive that splits a statement never reaches the parser. Dropped lines
//! are replaced by blanks of the same length, so that byte offsets stay those of the file.

mod condition;

use std::collections::BTreeSet;

use crate::lexis::end_of_quotes;
use condition::{Truth, evaluate};

/// The conditional compilation symbols of `#if` whose value is known. A symbol in neither set has an unknown value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    pub defined: BTreeSet<String>,
    pub undefined: BTreeSet<String>,
}

impl Symbols {
    /// Returns the value of the condition after `#if`. `None` if it depends on an unknown symbol or is invalid.
    pub fn decide(&self, condition: &str) -> Option<bool> {
        condition::decide(condition, self)
    }
}

/// A C# source in which `#if` directives were applied: only the lines of the selected branches remain.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    /// The text of the source with the same length in bytes. Blanks replace directives and dropped lines.
    pub(crate) text: String,
    /// For each line, true if it was dropped because of the assumed value of an unknown symbol.
    pub(crate) guessed_out: Vec<bool>,
    /// True if an `#endif`, `#else` or `#elif` has no `#if`, or if an `#if` is not closed.
    pub(crate) unbalanced: bool,
}

impl Selection {
    /// Returns the number of blocks of consecutive lines that neither of two selections contains, because both dropped
    /// them for assumed values of symbols.
    pub(crate) fn unseen_with(&self, other: &Self) -> usize {
        let mut runs = 0;
        let mut inside = false;
        for (a, b) in self.guessed_out.iter().zip(&other.guessed_out) {
            let unseen = *a && *b;
            runs += usize::from(unseen && !inside);
            inside = unseen;
        }
        runs
    }
}

/// Returns the text of a C# source in which blanks replace the lines that these symbols exclude, and all directives.
/// Symbols whose value is unknown count as undefined.
pub fn active_text(source: &str, symbols: &Symbols) -> String {
    select(source, symbols, false).text
}

/// Applies the `#if` directives of a C# source. Every unknown symbol gets the value `unknown_is`.
pub(crate) fn select(source: &str, symbols: &Symbols, unknown_is: bool) -> Selection {
    let mut known = symbols.clone();
    let mut chain: Vec<Region> = Vec::new();
    let mut lexer = Lexer::Code;
    let mut text = String::with_capacity(source.len());
    let mut guessed_out = Vec::new();
    let mut unbalanced = false;
    for line in source.split_inclusive('\n') {
        let fate = chain.last().map_or(Fate::In, |r| r.fate);
        let directive = match lexer {
            Lexer::Code => line.trim_start().strip_prefix('#'),
            _ => None,
        };
        if let Some(directive) = directive {
            let directive = directive.split("//").next().unwrap_or_default().trim();
            let (word, rest) = directive
                .split_once(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or((directive, ""));
            // `split_once` removes the character that ends the word; a parenthesis or `!` belongs to the condition.
            let rest = if rest.is_empty() {
                rest
            } else {
                &directive[word.len()..]
            };
            match word {
                "if" => chain.push(Region::open(fate, evaluate(rest, &known, unknown_is))),
                "elif" | "else" => match chain.last_mut() {
                    Some(region) if word == "else" => region.next(Truth::certain(true)),
                    Some(region) => region.next(evaluate(rest, &known, unknown_is)),
                    None => unbalanced = true,
                },
                "endif" => unbalanced |= chain.pop().is_none(),
                "define" | "undef" if fate == Fate::In => {
                    let symbol = rest.trim().to_owned();
                    let (to, from) = match word {
                        "define" => (&mut known.defined, &mut known.undefined),
                        _ => (&mut known.undefined, &mut known.defined),
                    };
                    from.remove(&symbol);
                    to.insert(symbol);
                }
                _ => {}
            }
            blank(line, &mut text);
            guessed_out.push(false);
        } else if fate == Fate::In {
            lexer = lexer.advance_line(line.as_bytes());
            text.push_str(line);
            guessed_out.push(false);
        } else {
            blank(line, &mut text);
            guessed_out.push(fate == Fate::GuessedOut);
        }
    }
    Selection {
        text,
        guessed_out,
        unbalanced: unbalanced || !chain.is_empty(),
    }
}

fn blank(line: &str, text: &mut String) {
    text.extend(
        line.bytes()
            .map(|b| if matches!(b, b'\n' | b'\r') { b as char } else { ' ' }),
    );
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    In,
    GuessedOut,
    SurelyOut,
}

struct Region {
    outside: Fate,
    /// True if the condition of the selected branch is certain, false if assumed; `None` before a branch is selected.
    taken: Option<bool>,
    fate: Fate,
}

impl Region {
    fn open(outside: Fate, condition: Truth) -> Self {
        let mut region = Self {
            outside,
            taken: None,
            fate: outside,
        };
        region.next(condition);
        region
    }

    fn next(&mut self, condition: Truth) {
        self.fate = match (self.outside, self.taken) {
            (Fate::In, None) if condition.value => {
                self.taken = Some(condition.sure);
                Fate::In
            }
            (Fate::In, None) if condition.sure => Fate::SurelyOut,
            (Fate::In, Some(true)) => Fate::SurelyOut,
            (Fate::In, _) => Fate::GuessedOut,
            (outside, _) => outside,
        };
    }
}

/// The state of the scan at the end of a line. Only in the state `Code` can the next line be a directive.
#[derive(Clone, Copy)]
enum Lexer {
    Code,
    Comment,
    Verbatim,
    Raw { quotes: usize },
}

impl Lexer {
    fn advance_line(mut self, line: &[u8]) -> Self {
        let mut at = 0;
        while at < line.len() {
            let rest = &line[at..];
            match self {
                Self::Comment => {
                    let Some(end) = rest.windows(2).position(|w| w == b"*/") else {
                        return self;
                    };
                    at += end + 2;
                    self = Self::Code;
                }
                Self::Verbatim => {
                    let Some(end) = rest.iter().position(|b| *b == b'"') else {
                        return self;
                    };
                    let escaped = rest.get(end + 1) == Some(&b'"');
                    at += end + 1 + usize::from(escaped);
                    if !escaped {
                        self = Self::Code;
                    }
                }
                Self::Raw { quotes } => {
                    let Some(end) = end_of_quotes(rest, quotes) else {
                        return self;
                    };
                    at += end;
                    self = Self::Code;
                }
                Self::Code if rest.starts_with(b"//") => return self,
                Self::Code if rest.starts_with(b"/*") => {
                    at += 2;
                    self = Self::Comment;
                }
                Self::Code if rest.starts_with(b"@\"") || rest.starts_with(b"@$\"") || rest.starts_with(b"$@\"") => {
                    at += rest.iter().position(|b| *b == b'"').map_or(rest.len(), |q| q + 1);
                    self = Self::Verbatim;
                }
                Self::Code if rest.starts_with(b"\"\"\"") => {
                    let quotes = rest.iter().take_while(|b| **b == b'"').count();
                    at += quotes;
                    self = Self::Raw { quotes };
                }
                Self::Code if matches!(rest[0], b'"' | b'\'') => at += literal(rest),
                Self::Code => at += 1,
            }
        }
        self
    }
}

/// Returns the length in bytes of the string or character literal at the start of `rest`, within one line.
fn literal(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b if b == rest[0] => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept_words(source: &str, symbols: &Symbols, unknown_is: bool) -> String {
        let selected = select(source, symbols, unknown_is);
        assert_eq!(selected.text.len(), source.len());
        selected.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn selects_branches_by_defined_symbols() {
        let source = "a\n#if X && !(Y || false)\nb\n#elif Z\nc\n#else\nd\n#endif\ne";
        let mut symbols = Symbols::default();
        assert_eq!(kept_words(source, &symbols, false), "a d e");
        symbols.defined.insert("X".into());
        symbols.undefined.insert("Y".into());
        assert_eq!(kept_words(source, &symbols, false), "a b e");
        assert!(!select(source, &symbols, false).guessed_out.contains(&true));
        symbols.defined.insert("Y".into());
        assert_eq!(kept_words(source, &symbols, true), "a c e");
    }

    #[test]
    fn evaluates_single_conditions() {
        let symbols = Symbols {
            defined: ["X".to_owned()].into(),
            undefined: ["Y".to_owned()].into(),
        };
        for (condition, value) in [
            ("X", Some(true)),
            ("!X", Some(false)),
            (" Y ", Some(false)),
            ("X || Z", Some(true)),
            ("Y || Z", None),
            ("!Z", None),
            ("", None),
            ("X Y", None),
            ("X )", None),
        ] {
            assert_eq!(symbols.decide(condition), value, "{condition:?}");
        }
    }

    #[test]
    fn ignores_directives_in_strings_and_comments() {
        let source =
            "/*\n#if A\n*/ x = @\"\n#if B\n\"\"\n\"; y = '\"'; z = \"//\";\nw = \"\"\"\n#if C\n\"\"\";\n#region r\nv";
        let selected = select(source, &Symbols::default(), false);
        assert!(!selected.unbalanced && !selected.guessed_out.contains(&true));
        assert!(selected.text.contains("#if C") && selected.text.contains('v') && !selected.text.contains("#region"));
    }

    #[test]
    fn counts_blocks_that_no_symbol_guess_reaches() {
        let source = "#if A && !B\nx\n#endif\n#if A\ny\n#endif\n#if false\nz\n#endif\n";
        let (yes, no) = (
            select(source, &Symbols::default(), true),
            select(source, &Symbols::default(), false),
        );
        assert_eq!(yes.unseen_with(&no), 1);
        assert!(select("#endif\n", &Symbols::default(), true).unbalanced);
    }

    #[test]
    fn applies_define_and_undef_of_the_file() {
        assert_eq!(
            kept_words(
                "#define A\n#undef B\n#if A\nx\n#endif\n#if B\ny\n#endif",
                &Symbols::default(),
                true
            ),
            "x"
        );
    }
}
