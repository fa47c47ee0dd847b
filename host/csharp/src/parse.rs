//! Parses a C# source to the types and methods that it declares. It applies limits, parses twice with different values
//! of unknown `#if` symbols, and unites both results. `parse/walk.rs` walks the syntax tree; no name is resolved here.

mod detail;
mod member;
mod node;
mod type_syntax;
mod value;
mod walk;

use std::collections::HashMap;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::conditional::{Selection, Symbols, select};
use crate::syntax::{MemberDecl, Scope, TypeDecl};
use crate::type_ref::TypeRef;

/// Maximum size of a C# source in bytes. Larger ones, in practice generated tables, are rejected.
pub const MAX_SOURCE_BYTES: usize = 4 << 20;
/// Maximum nesting depth of namespaces and types. Deeper declarations are counted but not read.
const MAX_DEPTH: usize = 64;
/// Number of source bytes for which the parser may make one progress report; with more reports it is stopped. It
/// reports every hundred steps. Real C# needs about twenty reports in a thousand bytes, the worst invalid input
/// seventy.
const BYTES_PER_REPORT: usize = 5;
const MIN_REPORTS: usize = 10_000;
/// Maximum length in bytes of a type name with outer types and namespace, as in compilers (CS7013), else it is omitted.
pub(crate) const MAX_NAME_BYTES: usize = 1023;
/// Number of bytes that all type names of a source, written in full, may have for each byte of the source.
const ALLOWANCE_PER_BYTE: usize = 32;
const MIN_ALLOWANCE: usize = 1 << 20;
/// Maximum number of unclosed `<` in one statement. A source with more is rejected before parsing.
const MAX_OPEN_ANGLES: usize = 500;
/// Maximum number of unclosed brackets of all kinds, checked before parsing. Real code has less than a hundred.
const MAX_OPEN_BRACKETS: usize = 2_000;

/// Maximum number of bytes that the parser may read again because of unclosed comments. A source with more is rejected.
const MAX_COMMENT_BYTES: usize = 4 * MAX_SOURCE_BYTES;

/// The reason why a source was not read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    #[error("{file}: {bytes} bytes of C#, more than the limit of {MAX_SOURCE_BYTES}")]
    TooLarge { file: String, bytes: usize },
    #[error("{file}: gave up on C# that no parser finishes in reasonable time")]
    TooHard { file: String },
    #[error("{file}: the names of its types take {bytes} bytes when written in full, more than the limit of {most}")]
    TooWordy { file: String, bytes: usize, most: usize },
}

impl ParseError {
    /// Returns the text of the error without the name of the file, for callers that add the name.
    pub fn reason(&self) -> String {
        let (Self::TooLarge { file, .. } | Self::TooHard { file } | Self::TooWordy { file, .. }) = self;
        let text = self.to_string();
        let named = format!("{file}: ");
        text.strip_prefix(&named).map(str::to_owned).unwrap_or(text)
    }
}

/// The declarations of one source, without the text of the source.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name that the caller gave the source, usually its path.
    pub name: String,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) types: Vec<TypeDecl>,
    /// The scope with the `global using` directives, which apply to every source.
    pub(crate) global: Scope,
    /// Number of declarations that were omitted because they were nested too deeply or had too long names.
    pub cut_declarations: usize,
    /// Maximum total length in bytes of all full type names in the methods of this source. Methods beyond it are
    /// omitted.
    pub(crate) allowance: usize,
    /// Number of blocks of consecutive lines that no parser pass read, because their `#if` branches were not selected.
    pub unseen_regions: usize,
    /// True if `#if` and `#endif` directives do not match.
    pub unbalanced_directives: bool,
    /// True if the parser found unknown syntax, possibly outside of all types.
    pub has_syntax_errors: bool,
}

/// Parses one source. `name` is used in errors and listings only; `source` can start with a byte order mark.
///
/// # Errors
/// If the source exceeds [`MAX_SOURCE_BYTES`] or is too complex. Broken C# is no error: its readable part is returned.
pub fn parse_source(name: &str, source: &str, symbols: &Symbols) -> Result<SourceFile, ParseError> {
    parse_source_while(name, source, symbols, &mut || true)
}

/// Parses like [`parse_source`], for a caller with a clock or a cancel token. `keep_going` is called every few thousand
/// bytes, or more often if parsing is slow. If it returns `false`, the result is [`ParseError::TooHard`].
///
/// # Errors
/// The same errors as [`parse_source`].
pub fn parse_source_while(
    name: &str,
    source: &str,
    symbols: &Symbols,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<SourceFile, ParseError> {
    read(name, source, symbols, Depth::Methods, keep_going)
}

/// Parses like [`parse_source_while`], and also reads fields, attributes, enumeration members and method headers: see
/// [`Declared::detail`](crate::Declared::detail).
///
/// # Errors
/// The same errors as [`parse_source`].
pub fn parse_whole(
    name: &str,
    source: &str,
    symbols: &Symbols,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<SourceFile, ParseError> {
    read(name, source, symbols, Depth::Whole, keep_going)
}

/// The amount of detail that the parser reads of each type. An index of a whole project needs only the methods.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Methods,
    Whole,
}

fn read(
    name: &str,
    source: &str,
    symbols: &Symbols,
    depth: Depth,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<SourceFile, ParseError> {
    if source.len() > MAX_SOURCE_BYTES {
        return Err(ParseError::TooLarge {
            file: name.to_owned(),
            bytes: source.len(),
        });
    }
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let with = select(source, symbols, true);
    let without = select(source, symbols, false);
    let mut file = parse_once(name, &with, depth, keep_going)?;
    if with.text != without.text {
        let mut other = parse_once(name, &without, depth, keep_going)?;
        // A wrong guess can break the code; the names from the other pass are then correct.
        if file.has_syntax_errors && !other.has_syntax_errors {
            std::mem::swap(&mut file, &mut other);
        }
        unite(&mut file, other);
    }
    file.unseen_regions = with.unseen_with(&without);
    file.allowance = source.len().saturating_mul(ALLOWANCE_PER_BYTE).max(MIN_ALLOWANCE);
    let (bytes, most) = (file.names_length(), file.allowance);
    if bytes > most {
        let file = name.to_owned();
        return Err(ParseError::TooWordy { file, bytes, most });
    }
    Ok(file)
}

impl SourceFile {
    /// Returns the total length in bytes of all type names, in full with outer types and type parameters.
    fn names_length(&self) -> usize {
        let mut of_types: Vec<usize> = Vec::with_capacity(self.types.len());
        for decl in &self.types {
            let around = match decl.outer.and_then(|outer| of_types.get(outer)) {
                Some(outer) => *outer,
                None => self.scopes.get(decl.scope).map_or(0, |scope| scope.namespace.len()),
            };
            let params = decl
                .type_params
                .iter()
                .map(|param| param.name.len() + size_of::<TypeRef>());
            of_types.push(around + decl.name.len() + 1 + params.sum::<usize>());
        }
        of_types.iter().sum()
    }
}

fn parse_once(
    name: &str,
    selection: &Selection,
    depth: Depth,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<SourceFile, ParseError> {
    let too_hard = || ParseError::TooHard { file: name.to_owned() };
    let text = selection.text.as_bytes();
    let tree = parse_tree(text, keep_going).ok_or_else(too_hard)?;
    let mut file = walk::walk(name, text, tree.root_node(), depth);
    file.unbalanced_directives = selection.unbalanced;
    Ok(file)
}

/// Parses text without `#if`; `None` if it is too complex, or if `keep_going` returned false.
pub(crate) fn parse_tree(text: &[u8], keep_going: &mut dyn FnMut() -> bool) -> Option<Tree> {
    if open_angles(text) > MAX_OPEN_ANGLES
        || open_brackets(text) > MAX_OPEN_BRACKETS
        || open_comments(text) > MAX_COMMENT_BYTES
    {
        return None;
    }
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_c_sharp::LANGUAGE.into()).ok()?;
    let mut reports_left = MIN_REPORTS + text.len() / BYTES_PER_REPORT;
    let mut progress = |_: &ParseState| {
        reports_left = reports_left.saturating_sub(1);
        if reports_left > 0 && keep_going() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |at, _| text.get(at..).unwrap_or_default(), None, Some(options))
}

/// Returns the largest number of unclosed `<` in one statement. The parser's time grows with the square of this number,
/// but its progress reports do not reflect it.
fn open_angles(text: &[u8]) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            // Shift and comparison operators, as in long tables of constants.
            b'<' if matches!(text.get(at + 1), Some(b'<' | b'=')) => at += 1,
            b'<' => open += 1,
            b'>' => open = open.saturating_sub(1),
            b';' | b'{' | b'}' => open = 0,
            _ => {}
        }
        most = most.max(open);
        at += 1;
    }
    most
}

/// Returns the number of bytes that the parser would read again because of unclosed comments: for each unclosed `/*`,
/// all bytes to the end of the source. It reads them within one step, which cannot be stopped.
fn open_comments(text: &[u8]) -> usize {
    let closed = text.windows(2).rposition(|pair| pair == b"*/").map_or(0, |at| at + 2);
    let open = text.get(closed..).unwrap_or_default();
    let starts = open.windows(2).enumerate().filter(|(_, pair)| *pair == b"/*");
    starts.fold(0, |sum, (at, _)| sum.saturating_add(open.len() - at))
}

/// Returns the largest number of unclosed brackets of any kind, including those in strings and comments. The parser
/// allocates about six hundred bytes for each, and cannot be stopped meanwhile.
fn open_brackets(text: &[u8]) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in text {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// Adds the declarations of a second parser pass. Those in one pass only, and those that differ, become conditional.
fn unite(file: &mut SourceFile, other: SourceFile) {
    let SourceFile {
        scopes,
        types,
        global,
        cut_declarations,
        unbalanced_directives,
        has_syntax_errors,
        ..
    } = other;
    let scope_at: Vec<usize> = scopes
        .into_iter()
        .enumerate()
        .map(|(index, scope)| unite_scope(&mut file.scopes, scope, index))
        .collect();
    for using in global.usings {
        if !file.global.usings.contains(&using) {
            file.global.usings.push(using);
        }
    }
    let mut seen = vec![false; file.types.len()];
    let twins: HashMap<_, _> = file
        .types
        .iter()
        .enumerate()
        .map(|(at, t)| ((t.offset, t.kind), at))
        .collect();
    let mut type_at: Vec<usize> = Vec::with_capacity(types.len());
    for mut decl in types {
        let twin = twins.get(&(decl.offset, decl.kind)).copied();
        type_at.push(twin.unwrap_or(file.types.len()));
        if let Some(at) = twin {
            seen[at] = true;
            unite_type(&mut file.types[at], decl);
        } else {
            decl.conditional = true;
            decl.scope = scope_at.get(decl.scope).copied().unwrap_or_default();
            // Outer types come before their nested types.
            decl.outer = decl.outer.and_then(|outer| type_at.get(outer).copied());
            file.types.push(decl);
        }
    }
    for (decl, seen) in file.types.iter_mut().zip(seen) {
        decl.conditional |= !seen;
    }
    file.cut_declarations = file.cut_declarations.max(cut_declarations);
    file.unbalanced_directives |= unbalanced_directives;
    file.has_syntax_errors |= has_syntax_errors;
}

fn unite_scope(scopes: &mut Vec<Scope>, scope: Scope, index: usize) -> usize {
    let Some(at) = scopes
        .iter()
        .position(|s| s.offset == scope.offset && s.namespace == scope.namespace)
    else {
        // Its parent can have another index here; the file's own scope is always the first and is safe.
        let parent = scope.parent.filter(|p| *p < scopes.len() && *p < index).map(|_| 0);
        scopes.push(Scope { parent, ..scope });
        return scopes.len() - 1;
    };
    let known = &mut scopes[at];
    for using in scope.usings {
        if !known.usings.contains(&using) {
            known.usings.push(using);
        }
    }
    for alias in scope.aliases {
        if !known.aliases.contains(&alias) {
            known.aliases.push(alias);
        }
    }
    for item in scope.statics {
        if !known.statics.contains(&item) {
            known.statics.push(item);
        }
    }
    at
}

fn unite_type(decl: &mut TypeDecl, other: TypeDecl) {
    for base in other.bases {
        if !decl.bases.contains(&base) {
            decl.bases.push(base);
        }
    }
    decl.broken |= other.broken;
    if let (Some(detail), Some(other)) = (&mut decl.detail, other.detail) {
        detail.unite(*other);
    }
    let key = |m: &MemberDecl| (m.offset, m.name.clone());
    let known: HashMap<_, _> = decl.members.iter().enumerate().map(|(at, m)| (key(m), at)).collect();
    let mut in_both = vec![false; decl.members.len()];
    for mut member in other.members {
        match known.get(&key(&member)) {
            Some(at) if same_method(&decl.members[*at], &member) => in_both[*at] = true,
            _ => {
                member.conditional = true;
                decl.members.push(member);
            }
        }
    }
    for (member, both) in decl.members.iter_mut().zip(in_both) {
        member.conditional |= !both;
    }
}

/// Returns true if two parser passes read the same declaration of a method, apart from its flag for syntax errors.
fn same_method(known: &MemberDecl, other: &MemberDecl) -> bool {
    let broken = known.broken;
    *known
        == MemberDecl {
            broken,
            ..other.clone()
        }
}

#[cfg(test)]
mod tests;
