//! One C# source to the types and methods it declares: bounds, the two passes over unknown `#if` symbols, and their
//! union. The syntax tree itself is walked in `parse/walk.rs` and below; nothing here looks a name up.

mod detail;
mod member;
mod node;
mod type_syntax;
mod value;
mod walk;

use std::collections::HashMap;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser};

use crate::conditional::{Selection, Symbols, select};
use crate::syntax::{MemberDecl, Scope, TypeDecl};
use crate::type_ref::TypeRef;

/// Longer sources are refused: real ones above this are generated tables.
pub const MAX_SOURCE_BYTES: usize = 4 << 20;
/// Namespaces and types nested deeper than this are counted, not read.
const MAX_DEPTH: usize = 64;
/// The parser reports every hundred steps: some twenty times in a thousand bytes of C#, seventy in the worst garbage.
const BYTES_PER_REPORT: usize = 5;
const MIN_REPORTS: usize = 10_000;
/// Compilers write no longer names, and none that come to more with the names around them (CS7013).
pub(crate) const MAX_NAME_BYTES: usize = 1023;
/// A source of real code comes to less than this many bytes for each of its own when every name in it is written in full.
const ALLOWANCE_PER_BYTE: usize = 32;
const MIN_ALLOWANCE: usize = 1 << 20;
/// More unclosed `<` in one statement are refused before parsing.
const MAX_OPEN_ANGLES: usize = 500;
/// The same for brackets, parentheses and braces in all. Code that people or generators write stays below a hundred.
const MAX_OPEN_BRACKETS: usize = 2_000;

/// Bytes that the parser may read in vain behind comments that nothing closes; one such comment is read up to its end.
const MAX_COMMENT_BYTES: usize = 4 * MAX_SOURCE_BYTES;

/// Why a source was not read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    #[error("{file}: {bytes} bytes of C#, more than the {MAX_SOURCE_BYTES} that are read")]
    TooLarge { file: String, bytes: usize },
    #[error("{file}: gave up on C# that no parser finishes in reasonable time")]
    TooHard { file: String },
    #[error(
        "{file}: its types come to {bytes} bytes when each name is written in full, more than the {most} that are read"
    )]
    TooWordy { file: String, bytes: usize, most: usize },
}

impl ParseError {
    /// The same without the file's name, for callers that name it themselves.
    pub fn reason(&self) -> String {
        let (Self::TooLarge { file, .. } | Self::TooHard { file } | Self::TooWordy { file, .. }) = self;
        let text = self.to_string();
        let named = format!("{file}: ");
        text.strip_prefix(&named).map(str::to_owned).unwrap_or(text)
    }
}

/// The declarations of one source. Small, owned, and free of the text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the caller named it.
    pub name: String,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) types: Vec<TypeDecl>,
    /// `global using`: they hold in every source.
    pub(crate) global: Scope,
    /// Declarations nested too deep or named too long to be read.
    pub cut_declarations: usize,
    /// Bytes that all names in its methods may come to when written in full.
    pub(crate) allowance: usize,
    /// Runs of lines under an `#if` that neither pass reached.
    pub unseen_regions: usize,
    /// `#if` and `#endif` do not match.
    pub unbalanced_directives: bool,
    /// The parser met something that is no C# it knows, maybe outside every type.
    pub has_syntax_errors: bool,
}

/// Reads one source. `name` is used in errors and listings only; `source` may start with a byte order mark.
///
/// # Errors
/// When it is longer than [`MAX_SOURCE_BYTES`], or so twisted that parsing would not end soon. Broken C# is no
/// error: what can be read is returned and marked.
pub fn parse_source(name: &str, source: &str, symbols: &Symbols) -> Result<SourceFile, ParseError> {
    parse_source_while(name, source, symbols, &mut || true)
}

/// As [`parse_source`], for a caller with a clock or a cancel token: it is asked every few thousand bytes, more often
/// where parsing is slow, and its `false` ends in [`ParseError::TooHard`].
///
/// # Errors
/// As [`parse_source`].
pub fn parse_source_while(
    name: &str,
    source: &str,
    symbols: &Symbols,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<SourceFile, ParseError> {
    read(name, source, symbols, Depth::Methods, keep_going)
}

/// As [`parse_source_while`], with fields, attributes, members of enumerations and headers of methods too: see
/// [`Declared::detail`](crate::Declared::detail).
///
/// # Errors
/// As [`parse_source`].
pub fn parse_whole(
    name: &str,
    source: &str,
    symbols: &Symbols,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<SourceFile, ParseError> {
    read(name, source, symbols, Depth::Whole, keep_going)
}

/// How much of a type is kept: an index of a whole project holds its methods alone.
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
        // A wrong guess may break the code; what the other one reads is then right about names.
        if file.has_syntax_errors && !other.has_syntax_errors {
            std::mem::swap(&mut file, &mut other);
        }
        unite(&mut file, other);
    }
    file.unseen_regions = with.unseen_with(&without);
    file.allowance = source.len().saturating_mul(ALLOWANCE_PER_BYTE).max(MIN_ALLOWANCE);
    let (bytes, most) = (file.spelled(), file.allowance);
    if bytes > most {
        let file = name.to_owned();
        return Err(ParseError::TooWordy { file, bytes, most });
    }
    Ok(file)
}

impl SourceFile {
    /// Bytes that the names of its types come to when each is written in full, with the types around it and its type
    /// parameters.
    fn spelled(&self) -> usize {
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
    if open_angles(text) > MAX_OPEN_ANGLES
        || open_brackets(text) > MAX_OPEN_BRACKETS
        || open_comments(text) > MAX_COMMENT_BYTES
    {
        return Err(too_hard());
    }
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_c_sharp::LANGUAGE.into())
        .map_err(|_| too_hard())?;
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
    let tree = parser
        .parse_with_options(&mut |at, _| text.get(at..).unwrap_or_default(), None, Some(options))
        .ok_or_else(too_hard)?;
    let mut file = walk::walk(name, text, tree.root_node(), depth);
    file.unbalanced_directives = selection.unbalanced;
    Ok(file)
}

/// The most `<` of one statement that nothing has closed yet. The parser's time grows with their square, and its own
/// count of steps does not show it.
fn open_angles(text: &[u8]) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            // Shifts and comparisons, as long tables of constants have them.
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

/// Bytes behind each `/*` that nothing closes, all together: at each of them the parser reads on to the end of the source, within one
/// step that it reports.
fn open_comments(text: &[u8]) -> usize {
    let closed = text.windows(2).rposition(|pair| pair == b"*/").map_or(0, |at| at + 2);
    let open = text.get(closed..).unwrap_or_default();
    let starts = open.windows(2).enumerate().filter(|(_, pair)| *pair == b"/*");
    starts.fold(0, |sum, (at, _)| sum.saturating_add(open.len() - at))
}

/// The most brackets of any kind that nothing has closed yet, those in texts and comments included. The parser keeps some
/// six hundred bytes for each of them, and reports no step by which that could be stopped.
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

/// Adds what only `other` declares; whatever is not in both, or not the same in both, becomes conditional.
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
            // Outer types stand before their nested ones.
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
        // Its parent may have another number here; the file's own scope is always the first and is safe.
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

/// Whether both passes read the same, however sure one was of it.
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
