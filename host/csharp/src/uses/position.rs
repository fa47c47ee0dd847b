//! Decides from the surrounding names and punctuation whether a name is in a position where C# expects a type.

use super::reading::Reading;
use super::tokens::Token;
use std::collections::HashSet;
use std::sync::LazyLock;

/// What a name at a position in C# code can be: a type, a value or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The name certainly refers to a type.
    Type,
    /// The name is followed by a dot: a type, unless a member or a local variable has the same name.
    Owner,
    /// The name refers to a type or a value.
    Maybe,
    /// The name is a member, a local variable or a declaration, and no type.
    No,
}

/// Keywords that name neither a type nor a member. A name after such a keyword is not declared, unlike after the type
/// in `Door door`, and parentheses after it are no call.
static BEFORE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "delegate abstract and as async await base case catch checked const default do else event explicit extern file \
     finally fixed from global implicit in internal is new not or orderby out override params partial private \
     protected public readonly ref required return scoped sealed select stackalloc static switch throw try typeof \
     unchecked unsafe using virtual volatile when where while with yield let on equals"
        .split_whitespace()
        .collect()
});

/// Keywords that precede a declared name or a label, which is then no use of a type.
const DECLARING: &[&str] = &["class", "struct", "interface", "enum", "record", "namespace", "goto"];

/// Keywords that precede a type.
const TYPE_AFTER: &[&str] = &["is", "as", "new", "not", "case", "operator"];

/// Keywords before parentheses that contain a type.
const TYPE_IN: &[&str] = &["typeof", "sizeof", "default", "catch"];

/// Maximum number of tokens that are read in a list of type arguments; a longer list counts as none.
const MAX_ARGUMENTS: usize = 1_000;

/// Returns the index of the first token of the dotted name that ends at token `at`.
fn chain_start(text: &str, tokens: &[Token], at: usize) -> usize {
    let mut start = at;
    loop {
        let sign = |back: usize| {
            start
                .checked_sub(back)
                .and_then(|at| tokens.get(at))
                .map(|token| token.sign(text))
        };
        let dots = match (sign(1), sign(2)) {
            (Some(b'.'), _) => 1,
            (Some(b':'), Some(b':')) => 2,
            _ => return start,
        };
        match start.checked_sub(dots + 1).and_then(|at| tokens.get(at)) {
            Some(token) if token.is_name => start -= dots + 1,
            _ => return start,
        }
    }
}

/// Returns the dotted name that ends at token `at`, without `global::`.
pub(super) fn chain(text: &str, tokens: &[Token], at: usize) -> String {
    let start = chain_start(text, tokens, at);
    let names = tokens
        .get(start..=at)
        .unwrap_or_default()
        .iter()
        .filter(|token| token.is_name);
    let names: Vec<&str> = names.map(|token| token.name(text)).collect();
    match names.split_first() {
        Some((&"global", rest)) if !rest.is_empty() => rest.join("."),
        _ => names.join("."),
    }
}

/// Returns the number of type arguments that follow token `at`; 0 if there are none.
pub(super) fn arity(text: &str, tokens: &[Token], at: usize) -> usize {
    let mut rest = tokens.get(at + 1..).unwrap_or_default().iter();
    if rest.next().map(|token| token.sign(text)) != Some(b'<') {
        return 0;
    }
    let (mut depth, mut count) = (1_usize, 1);
    for token in rest.take(MAX_ARGUMENTS) {
        match token.sign(text) {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            b',' if depth == 1 => count += 1,
            0 | b',' | b'.' | b':' | b'?' | b'*' => {}
            // It is a comparison.
            _ => return 0,
        }
        if depth == 0 {
            return count;
        }
    }
    0
}

/// Returns the elements of `names` that the source declares as members or local variables.
pub(super) fn declared_names<'t>(text: &'t str, tokens: &[Token], names: &HashSet<&str>) -> HashSet<&'t str> {
    let named = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| names.contains(token.name(text)));
    let own = named.filter(|(at, _)| is_declared_name(text, tokens, *at));
    own.map(|(_, token)| token.name(text)).collect()
}

fn word<'t>(text: &'t str, tokens: &[Token], at: Option<usize>) -> &'t str {
    at.and_then(|at| tokens.get(at)).map_or("", |token| token.name(text))
}

/// Returns true if token `at` is a declared name, because it follows a type, as in `Door Door;` or `Door[] Door`.
fn is_declared_name(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1);
    let Some(token) = before.and_then(|at| tokens.get(at)) else {
        return false;
    };
    if token.is_name {
        let before = word(text, tokens, before);
        return !BEFORE.contains(&before) && !DECLARING.contains(&before);
    }
    let next = tokens.get(at + 1).map_or(0, |token| token.sign(text));
    matches!(token.sign(text), b'>' | b']' | b'?' | b'*') && matches!(next, b';' | b'=' | b',' | b')' | b'{' | b'(')
}

pub(super) fn place(text: &str, tokens: &[Token], at: usize, reading: &Reading<'_>) -> Place {
    let start = chain_start(text, tokens, at);
    let before_at = start.checked_sub(1);
    let before_sign = before_at
        .and_then(|at| tokens.get(at))
        .map_or(b';', |token| token.sign(text));
    let before = word(text, tokens, before_at);
    let sign = |ahead: usize| tokens.get(at + ahead).map_or(b';', |token| token.sign(text));
    let next_word = word(text, tokens, Some(at + 1));
    let (next, after) = (sign(1), sign(2));
    // A member of a value: `x?.Door`, `F().Door`.
    if before_sign == b'.' || DECLARING.contains(&before) || reading.is_in_enum() {
        return Place::No;
    }
    if reading.is_attribute() && matches!(before_sign, b'[' | b',' | b':') {
        return Place::Type;
    }
    if TYPE_AFTER.contains(&before) || reading.is_in_header() && matches!(before_sign, b':' | b',' | b'<') {
        return Place::Type;
    }
    if before_sign == b'(' && TYPE_IN.contains(&word(text, tokens, start.checked_sub(2))) {
        return Place::Type;
    }
    if before == "static" && next == b';' || before_sign == b'=' && next == b';' && is_alias(text, tokens, start) {
        return Place::Type;
    }
    if before == "using" || before == "where" && next == b':' || is_declared_name(text, tokens, at) && start == at {
        return Place::No;
    }
    match next {
        // Another name follows: `Door door`, also `Door this[`; after a value only words that are operators follow.
        0 => match next_word {
            "is" | "as" | "in" | "and" | "or" | "switch" | "with" | "when" | "on" | "equals" => Place::No,
            _ => Place::Type,
        },
        b'.' => Place::Owner,
        b'<' => Place::Type,
        b'>' if before_sign == b'<' || before_sign == b',' => Place::Type,
        b',' if before_sign == b'<' => Place::Type,
        b'[' if after == b']' || after == b',' => Place::Type,
        b'?' if matches!(after, b'>' | b',' | b')') => Place::Type,
        b'?' if after == 0 => Place::Maybe,
        b')' if before_sign == b'(' => cast_or_value(text, tokens, start, at),
        b',' | b')' if before_sign == b'(' || before_sign == b',' => Place::Maybe,
        b'=' if after == b'>' && matches!(before_sign, b'{' | b',') => Place::Maybe,
        _ => Place::No,
    }
}

/// Returns true if the dotted name that begins at token `start` is the target of an alias: `using Name = Game.Door;`
fn is_alias(text: &str, tokens: &[Token], start: usize) -> bool {
    word(text, tokens, start.checked_sub(3)) == "using"
}

/// Decides about a name in parentheses: `(Door)x` is a cast to a type, `F(Door)` passes a value.
fn cast_or_value(text: &str, tokens: &[Token], start: usize, at: usize) -> Place {
    let called = start.checked_sub(2).and_then(|at| tokens.get(at));
    let is_call = called.is_some_and(|token| {
        let name = token.name(text);
        (token.is_name && !BEFORE.contains(&name)) || matches!(token.sign(text), b')' | b']' | b'>')
    });
    let follows = tokens.get(at + 2);
    let is_operand = follows.is_some_and(|token| {
        token.is_name && !matches!(token.name(text), "is" | "as")
            || matches!(token.sign(text), b'(' | b'"' | b'\'' | b'$' | b'@')
            || token.sign(text).is_ascii_digit()
    });
    match (is_call, is_operand) {
        (false, true) => Place::Type,
        (true, _) => Place::Maybe,
        (false, false) => Place::No,
    }
}
