//! One class declaration out of a file's words.

use crate::fields::EnumNames;
use crate::scripts::tokens::Token;
use std::sync::Arc;

/// A class as its own source has it.
#[derive(Debug, Default)]
pub(super) struct Declaration {
    pub(super) is_abstract: bool,
    pub(super) once: bool,
    pub(super) requires: Vec<String>,
    /// The first of its bases, which an interface could be too; empty where there is none.
    pub(super) base: String,
    pub(super) fields: Vec<FieldLine>,
    /// Enums of the same file.
    pub(super) enums: Vec<Arc<EnumNames>>,
}

/// A serialized field.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FieldLine {
    pub(super) name: String,
    /// Without spaces: `List<Vector3>`, `int[]`.
    pub(super) type_name: String,
    /// The words behind `=`, one space between them.
    pub(super) default: Option<String>,
}

/// Serialized fields of one class beyond this are not read.
const MAX_FIELDS: usize = 1_000;

impl Declaration {
    /// The first class of that name.
    pub(super) fn find(words: &[Token<'_>], name: &str) -> Option<Self> {
        let pairs = words.windows(2);
        let at = pairs
            .enumerate()
            .position(|(_, pair)| matches!(pair, [Token::Name("class"), Token::Name(found)] if *found == name))?;
        let before = words.get(..at)?;
        let start = before
            .iter()
            .rposition(|word| matches!(word, Token::Mark(';' | '{' | '}')));
        let head = before.get(start.map_or(0, |start| start + 1)..)?;
        let mut class = Self {
            enums: enums(words),
            ..Self::default()
        };
        class.attributes(head);
        class.is_abstract = head
            .iter()
            .any(|word| matches!(word, Token::Name("abstract" | "static")));
        let rest = words.get(at + 2..)?;
        let open = rest.iter().position(|word| *word == Token::Mark('{'))?;
        class.is_abstract |= rest.first() == Some(&Token::Mark('<'));
        class.base = base(rest.get(..open)?);
        class.body(rest.get(open + 1..)?);
        Some(class)
    }

    fn attributes(&mut self, head: &[Token<'_>]) {
        self.once = head.contains(&Token::Name("DisallowMultipleComponent"));
        let mut within = false;
        for (at, word) in head.iter().enumerate() {
            match word {
                Token::Name("RequireComponent") => within = true,
                Token::Mark(']') => within = false,
                Token::Name("typeof") if within => {
                    let name = head.get(at + 2..).unwrap_or_default();
                    let end = name
                        .iter()
                        .position(|word| *word == Token::Mark(')'))
                        .unwrap_or_default();
                    self.requires.push(joined(name.get(..end).unwrap_or_default(), ""));
                }
                _ => {}
            }
        }
    }

    /// Statement by statement: what ends with `;` may be a field, what has a block is none.
    fn body(&mut self, words: &[Token<'_>]) {
        let mut start = 0;
        let mut at = 0;
        let mut has_default = false;
        while let Some(word) = words.get(at) {
            match word {
                Token::Mark('}') => return,
                Token::Mark('(' | '[') => at = past(words, at),
                Token::Mark('{') if has_default => at = past(words, at),
                Token::Mark('{') => {
                    at = past(words, at);
                    // An automatic property may have a default behind its block.
                    if words.get(at) == Some(&Token::Mark('=')) {
                        while !matches!(words.get(at), None | Some(Token::Mark(';'))) {
                            at = match words.get(at) {
                                Some(Token::Mark('(' | '[' | '{')) => past(words, at),
                                _ => at + 1,
                            };
                        }
                        at += 1;
                    }
                    start = at;
                }
                Token::Mark(';') => {
                    self.statement(words.get(start..at).unwrap_or_default());
                    at += 1;
                    start = at;
                    has_default = false;
                }
                word => {
                    has_default |= *word == Token::Mark('=');
                    at += 1;
                }
            }
        }
    }

    fn statement(&mut self, words: &[Token<'_>]) {
        let mut words = words;
        let (mut shown, mut hidden) = (false, false);
        while words.first() == Some(&Token::Mark('[')) {
            let end = past(words, 0).min(words.len());
            let (attribute, rest) = words.split_at(end);
            shown |= attribute.contains(&Token::Name("SerializeField"));
            hidden |= attribute.contains(&Token::Name("NonSerialized"));
            hidden |= attribute.contains(&Token::Name("SerializeReference"));
            words = rest;
        }
        while let Some((Token::Name(word), rest)) = words.split_first() {
            match *word {
                "public" => shown = true,
                "private" | "protected" | "internal" | "new" | "volatile" | "unsafe" => {}
                "static" | "const" | "readonly" | "event" | "delegate" | "abstract" | "override" | "virtual"
                | "extern" | "using" | "partial" | "class" | "struct" | "enum" | "interface" => hidden = true,
                _ => break,
            }
            words = rest;
        }
        if !shown || hidden || self.fields.len() >= MAX_FIELDS {
            return;
        }
        let first_end = words.iter().position(|word| *word == Token::Mark('='));
        let (first, behind) = words.split_at(first_end.unwrap_or(words.len()));
        // A method, or a property with an expression for a body.
        if first.contains(&Token::Mark('(')) || behind.starts_with(&[Token::Mark('='), Token::Mark('>')]) {
            return;
        }
        let name_at = commas(first).first().copied().unwrap_or(first.len()).checked_sub(1);
        let Some((type_words, declared)) = name_at.and_then(|at| words.split_at_checked(at)) else {
            return;
        };
        let type_name = joined(type_words, "");
        if type_name.is_empty() {
            return;
        }
        let mut start = 0;
        for end in commas(declared).into_iter().chain([declared.len()]) {
            let one = declared.get(start..end).unwrap_or_default();
            start = end + 1;
            let default = match one.get(1..) {
                Some([Token::Mark('='), default @ ..]) => Some(joined(default, " ")),
                _ => None,
            };
            if let Some(Token::Name(name)) = one.first() {
                self.fields.push(FieldLine {
                    name: (*name).to_owned(),
                    type_name: type_name.clone(),
                    default,
                });
            }
        }
    }
}

/// Where commas stand that are in no bracket.
fn commas(words: &[Token<'_>]) -> Vec<usize> {
    let mut depth = 0_i32;
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match word {
            Token::Mark('(' | '[' | '{' | '<') => depth += 1,
            Token::Mark(')' | ']' | '}' | '>') => depth -= 1,
            Token::Mark(',') if depth == 0 => found.push(at),
            _ => {}
        }
    }
    found
}

/// The position behind the bracket that closes the one at `at`.
fn past(words: &[Token<'_>], at: usize) -> usize {
    let mut depth = 0_usize;
    for (place, word) in words.iter().enumerate().skip(at) {
        match word {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return place + 1;
                }
            }
            _ => {}
        }
    }
    words.len()
}

/// `Base` from `: Base<T>, IOther where …`.
fn base(head: &[Token<'_>]) -> String {
    let Some(colon) = head.iter().position(|word| *word == Token::Mark(':')) else {
        return String::new();
    };
    let words = head.get(colon + 1..).unwrap_or_default().iter();
    let name =
        words.take_while(|word| matches!(word, Token::Name(name) if *name != "where") || **word == Token::Mark('.'));
    joined(&name.copied().collect::<Vec<_>>(), "")
}

fn joined(words: &[Token<'_>], between: &str) -> String {
    let words = words.iter().map(|word| match word {
        Token::Name(word) | Token::Number(word) => (*word).to_owned(),
        Token::Text(Some(text)) => format!("\"{text}\""),
        // What cannot be told plainly.
        Token::Text(None) => "?".to_owned(),
        Token::Mark(mark) => mark.to_string(),
    });
    words.collect::<Vec<_>>().join(between)
}

fn enums(words: &[Token<'_>]) -> Vec<Arc<EnumNames>> {
    let mut all = Vec::new();
    for (at, pair) in words.windows(2).enumerate() {
        let [Token::Name("enum"), Token::Name(name)] = pair else {
            continue;
        };
        let rest = words.get(at + 2..).unwrap_or_default();
        let Some(open) = rest.iter().position(|word| *word == Token::Mark('{')) else {
            continue;
        };
        let before = words.get(at.saturating_sub(8)..at).unwrap_or_default();
        let start = before
            .iter()
            .rposition(|word| matches!(word, Token::Mark(';' | '{' | '}')));
        let head = before.get(start.map_or(0, |start| start + 1)..).unwrap_or_default();
        if let Some(values) = members(rest.get(open + 1..).unwrap_or_default()) {
            all.push(Arc::new(EnumNames {
                name: (*name).to_owned(),
                flags: head.contains(&Token::Name("Flags")),
                values,
            }));
        }
    }
    all
}

/// `None` where a value is no plain number.
fn members(words: &[Token<'_>]) -> Option<Vec<(String, i64)>> {
    let close = words.iter().position(|word| *word == Token::Mark('}'))?;
    let mut next = 0_i64;
    let mut values = Vec::new();
    for member in words.get(..close)?.split(|word| *word == Token::Mark(',')) {
        let mut member = member;
        while member.first() == Some(&Token::Mark('[')) {
            member = member.get(past(member, 0)..).unwrap_or_default();
        }
        let (name, value) = match member {
            [] => continue,
            [Token::Name(name)] => (name, next),
            [Token::Name(name), Token::Mark('='), Token::Number(number)] => (name, integer(number)?),
            [
                Token::Name(name),
                Token::Mark('='),
                Token::Mark('-'),
                Token::Number(number),
            ] => (name, -integer(number)?),
            [
                Token::Name(name),
                Token::Mark('='),
                Token::Number(one),
                Token::Mark('<'),
                Token::Mark('<'),
                Token::Number(by),
            ] => {
                let by = u32::try_from(integer(by)?).ok()?;
                (name, integer(one)?.checked_shl(by)?)
            }
            _ => return None,
        };
        values.push(((*name).to_owned(), value));
        next = value.checked_add(1)?;
    }
    Some(values)
}

fn integer(number: &str) -> Option<i64> {
    let digits = number.replace('_', "");
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => digits.parse().ok(),
    }
}
