//! Finds the uses of a type in a source, each with its line, by C#'s scope rules as far as possible without a compiler.
//!
//! Comments, literals and directives are skipped, but expressions in interpolated strings are read. The declaration of
//! the type and everything inside it are no uses.

mod position;
mod reading;
mod tokens;

use crate::index::TypeIndex;
use crate::names::Context;
use crate::parse::SourceFile;
use position::Place;
use reading::Reading;
use std::collections::HashSet;
use tokens::Token;

/// Maximum number of uses of types that are returned for one C# source. Further uses are omitted.
pub const MAX_USES_OF_ONE: usize = 10_000;

/// The suffix that C# allows to omit in the name of an attribute.
const ATTRIBUTE: &str = "Attribute";

/// Returns the names and keywords of a source in order, with those in expressions of interpolated strings.
pub fn code_words(source: &str) -> impl Iterator<Item = &str> {
    tokens::tokenize(source)
        .into_iter()
        .filter(|token| token.is_name)
        .map(|token| token.name(source))
}

/// Returns the names of a source in order, each with the names that follow it after dots: `["LogType", "Error"]`.
pub fn dotted_names(source: &str) -> Vec<Vec<&str>> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let (mut was_name, mut is_continued) = (false, false);
    for token in tokens::tokenize(source) {
        match found.last_mut() {
            Some(names) if token.is_name && is_continued => names.push(token.name(source)),
            _ if token.is_name => found.push(vec![token.name(source)]),
            _ => {}
        }
        // A dot after anything but a name, as in `Call().Name`, continues no name.
        is_continued = token.sign(source) == b'.' && was_name;
        was_name = token.is_name;
    }
    found
}

/// A use of a type: a position in a source that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Line of the use, counted from 1.
    pub line: u32,
    /// True if the name here certainly refers to the type. If false, an equal name can refer to something else.
    pub is_sure: bool,
}

enum Meant {
    Target,
    Other,
    Unknown,
}

impl TypeIndex {
    /// Returns the uses of the types with the full names `full` (with dots, without type parameters) in a source, at
    /// most one for each line. `file` is the parsed source; if it is `None`, only names are compared.
    pub fn uses(&self, full: &[&str], text: &str, file: Option<&SourceFile>) -> Vec<Use> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut shorts: HashSet<&str> = full.iter().map(|name| short(name)).collect();
        let bare: Vec<&str> = shorts.iter().filter_map(|name| name.strip_suffix(ATTRIBUTE)).collect();
        shorts.extend(bare.iter().filter(|name| !name.is_empty()));
        let tokens = tokens::tokenize(text);
        if !tokens.iter().any(|token| shorts.contains(token.name(text))) {
            return Vec::new();
        }
        let mut reading = Reading::new(text, &tokens, file);
        let declared: HashSet<&str> = position::declared_names(text, &tokens, &shorts);
        let mut found: Vec<Use> = Vec::new();
        for at in 0..tokens.len() {
            reading.pass(at);
            let Some(name) = tokens
                .get(at)
                .map(|token| token.name(text))
                .filter(|name| shorts.contains(name))
            else {
                continue;
            };
            if reading.is_inside(full) {
                continue;
            }
            let is_attribute = reading.is_attribute();
            let is_bare = !full.iter().any(|full| short(full) == name);
            let place = match position::place(text, &tokens, at, &reading) {
                Place::No => continue,
                _ if is_bare && !is_attribute => continue,
                place => place,
            };
            let chain = position::chain(text, &tokens, at);
            let arity = position::arity(text, &tokens, at);
            let is_sure = match self.resolve_chain(full, &chain, arity, is_attribute, &reading) {
                Meant::Other => continue,
                Meant::Target => match place {
                    Place::Type => true,
                    // In an expression, a member of the same name takes precedence over the type.
                    Place::Owner => !declared.contains(name),
                    Place::Maybe | Place::No => false,
                },
                Meant::Unknown => false,
            };
            let line = reading.line();
            let is_full = found.len() >= MAX_USES_OF_ONE;
            match found.last_mut().filter(|last| last.line == line) {
                Some(last) => last.is_sure |= is_sure,
                None if is_full => break,
                None => found.push(Use { line, is_sure }),
            }
        }
        found
    }

    fn resolve_chain(
        &self,
        full: &[&str],
        chain: &str,
        arity: usize,
        is_attribute: bool,
        reading: &Reading<'_>,
    ) -> Meant {
        let by_end = |chain: &str| {
            full.iter()
                .any(|full| *full == chain || full.strip_suffix(chain).is_some_and(|rest| rest.ends_with('.')))
        };
        let with_ending = format!("{chain}{ATTRIBUTE}");
        let names: &[&str] = if is_attribute {
            &[chain, with_ending.as_str()]
        } else {
            &[chain]
        };
        let Some((file, scope, owner)) = reading.scope() else {
            return if names.iter().any(|name| by_end(name)) {
                Meant::Unknown
            } else {
                Meant::Other
            };
        };
        let owner = owner.and_then(|owner| self.registry.id_of(owner));
        let context = Context {
            scopes: &file.scopes,
            scope,
            owner,
            method_params: &[],
            steps: 0,
        };
        let mut unknown = false;
        for name in names {
            match self.registry.full_name(name, arity, &context) {
                Some(Some(meant)) if full.contains(&meant.as_str()) => return Meant::Target,
                Some(Some(_)) => return Meant::Other,
                Some(None) => return Meant::Unknown,
                None => unknown |= by_end(name),
            }
        }
        // A member or local that is accessed through another one has a separate chain.
        if unknown { Meant::Unknown } else { Meant::Other }
    }
}

fn short(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

impl Token {
    /// Returns the text of the token if it is a name, without a leading `@`; empty for any other token.
    fn name<'t>(&self, text: &'t str) -> &'t str {
        match self.is_name {
            true => text
                .get(self.start..self.end)
                .unwrap_or_default()
                .trim_start_matches('@'),
            false => "",
        }
    }
}

#[cfg(test)]
mod tests;
