//! Normalizes method signatures in any of the three printed forms for comparison: without modifiers and parameter
//! names, with `.` before nested types and full names for C# keywords. `signature.rs` prints signatures.

use crate::keywords::KEYWORDS;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Maximum length in bytes of a method signature that a caller gives. A longer text is rejected; real ones are shorter.
const MAX_BYTES: usize = 4096;
static MODIFIERS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "public private protected internal static abstract virtual override sealed extern unsafe async new partial \
     readonly"
        .split_whitespace()
        .collect()
});

/// The reason why a text is no method signature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotASignature {
    #[error("the signature has {0} bytes, more than {MAX_BYTES}")]
    TooLong(usize),
    #[error(
        "`{0}` is not a method signature: it needs `NAME(TYPE,…)`, as in `System.Void My.Player::Hit(System.Int32)`"
    )]
    Shape(String),
    #[error("`{word}` in `{text}` is neither a modifier nor a type at this position")]
    Word { word: String, text: String },
}

/// The normalized parts of a method signature. They are equal for texts that refer to the same method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenSignature {
    /// The return type; `None` if the text has only `Name(…)`.
    pub ret: Option<String>,
    /// The declaring type; `None` if the text has no `::`.
    pub declaring: Option<String>,
    pub name: String,
    pub params: Vec<String>,
}

impl WrittenSignature {
    /// Parses a signature in the form of Mono.Cecil, Harmony or HarmonyX, or only `Name(types)`.
    ///
    /// # Errors
    /// If the text is too long or has none of these forms.
    pub fn parse(text: &str) -> Result<Self, NotASignature> {
        if text.len() > MAX_BYTES {
            return Err(NotASignature::TooLong(text.len()));
        }
        let shape = || NotASignature::Shape(text.to_owned());
        let plain = without_custom_modifiers(text.trim());
        let from = plain.rfind("::").unwrap_or_default();
        let open = from + plain[from..].find('(').ok_or_else(shape)?;
        let inside = plain[open + 1..].strip_suffix(')').ok_or_else(shape)?;
        let head = plain[..open].trim();
        let (before, name) = match head.rsplit_once("::") {
            Some((before, name)) => (before, name.trim()),
            None => head.rsplit_once(char::is_whitespace).unwrap_or(("", head)),
        };
        if name.is_empty() {
            return Err(shape());
        }
        let mut words = split_outside(before, char::is_whitespace);
        words.retain(|w| !w.is_empty());
        let declaring = if head.contains("::") {
            Some(words.pop().ok_or_else(shape)?)
        } else {
            None
        };
        let ret = words.pop().filter(|w| !MODIFIERS.contains(w));
        if let Some(word) = words.into_iter().find(|w| !MODIFIERS.contains(w)) {
            return Err(NotASignature::Word {
                word: word.to_owned(),
                text: text.to_owned(),
            });
        }
        let params = match inside.trim() {
            "" => Vec::new(),
            inside => split_outside(inside, |c| c == ',')
                .into_iter()
                .map(|p| param(p).ok_or_else(shape))
                .collect::<Result<_, _>>()?,
        };
        Ok(Self {
            ret: ret.map(canonical_type),
            declaring: declaring.map(canonical_type),
            name: name.split_whitespace().collect(),
            params,
        })
    }

    /// Returns true if this signature, maybe without return or declaring type, can be the complete one `full`.
    pub fn fits(&self, full: &Self) -> bool {
        self.name == full.name
            && self.params == full.params
            && (self.ret.is_none() || self.ret == full.ret)
            && (self.declaring.is_none() || self.declaring == full.declaring)
    }
}

/// Converts a type name to a key for lookups: `My.Game.Outer+Inner`, `` My.Game.Outer`1/Inner `` and
/// `My.Game.Outer<T>.Inner` all become `My.Game.Outer.Inner`.
pub(crate) fn type_key(text: &str) -> String {
    let mut depth = 0_usize;
    let mut key = String::new();
    for c in canonical_type(text).chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => key.push(c),
            _ => {}
        }
    }
    key
}

/// Splits the text at separators that are outside of all brackets.
fn split_outside(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && is_separator(c) => {
                parts.push(&text[from..at]);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Removes the custom modifiers ` modreq(…)` and ` modopt(…)`, which Mono.Cecil prints.
fn without_custom_modifiers(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = [" modreq(", " modopt("].iter().filter_map(|m| rest.find(m)).min() {
        let Some(end) = rest[at..].find(')') else { break };
        kept.push_str(&rest[..at]);
        rest = &rest[at + end + 1..];
    }
    kept.push_str(rest);
    kept
}

fn param(text: &str) -> Option<String> {
    let text = split_outside(text, |c| c == '=').first().copied().unwrap_or_default();
    let mut words = split_outside(text, char::is_whitespace);
    words.retain(|w| !w.is_empty());
    let mut by_ref = false;
    while let ["ref" | "out" | "in" | "params" | "this" | "scoped" | "readonly", _, ..] = words.as_slice() {
        by_ref |= matches!(words[0], "ref" | "out" | "in");
        words.remove(0);
    }
    // A type, optionally followed by the parameter's name.
    let (1 | 2) = words.len() else { return None };
    let mut ty = canonical_type(words[0]);
    if by_ref && !ty.ends_with('&') {
        ty.push('&');
    }
    Some(ty)
}

fn canonical_type(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().filter(|c| !c.is_whitespace()).peekable();
    while let Some(c) = chars.next() {
        match c {
            '+' | '/' => out.push('.'),
            '`' => while chars.next_if(char::is_ascii_digit).is_some() {},
            '?' => make_nullable(&mut out),
            // `[0...,0...]` is `[,]`.
            '0' if out.ends_with(['[', ',']) && chars.peek() == Some(&'.') => while chars.next_if_eq(&'.').is_some() {},
            c if c.is_alphanumeric() || c == '_' => {
                let mut word = String::from(c);
                while let Some(next) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    word.push(next);
                }
                let alone = !out.ends_with('.') && !matches!(chars.peek(), Some('.' | '+' | '/'));
                match KEYWORDS.iter().find(|(keyword, _)| alone && *keyword == word) {
                    Some((_, name)) => {
                        out.push_str("System.");
                        out.push_str(name);
                    }
                    None => out.push_str(&word),
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// Wraps the type at the end of the text `out` in `System.Nullable<…>`, for a `?` after the type.
fn make_nullable(out: &mut String) {
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, c) in out.char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' | ',' | '(' if depth == 0 => {
                start = at + c.len_utf8();
                break;
            }
            '<' => depth -= 1,
            _ => {}
        }
    }
    out.insert_str(start, "System.Nullable<");
    out.push('>');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> WrittenSignature {
        WrittenSignature::parse(text).expect(text)
    }

    #[test]
    fn three_spellings_of_a_plain_method_are_equal() {
        let cecil = parse("System.Void UnityEngine.GameObject::SetActive(System.Boolean)");
        assert_eq!(
            cecil,
            parse("System.Void UnityEngine.GameObject::SetActive(System.Boolean value)")
        );
        assert_eq!(
            cecil,
            parse(" public  void UnityEngine.GameObject::SetActive( bool value = true )")
        );
        assert!(parse("SetActive(bool)").fits(&cecil));
        assert!(!parse("SetActive(int)").fits(&cecil));
    }

    #[test]
    fn spellings_of_nested_generic_array_and_ref_types_are_equal() {
        let one = parse(
            "System.Int32[0...,0...][] N.A`1/B::F(N.C/D&,System.Collections.Generic.List`1<System.Nullable`1<System.Int32>>)",
        );
        let other = parse("static int[,][] N.A`1+B::F(out N.C.D d, System.Collections.Generic.List<int?> list)");
        assert_eq!(one, other);
        assert_eq!(type_key("N.A`1/B"), type_key("N.A<N.T>+B"));
    }

    #[test]
    fn rejects_text_that_is_no_signature() {
        for text in [
            "",
            "Hit",
            "Hit(",
            "(int)",
            "a b c N.T::Hit()",
            "::()",
            "N.T::Hit(int a b)",
            "void ::Hit)(",
        ] {
            assert!(WrittenSignature::parse(text).is_err(), "{text:?}");
        }
        assert_eq!(
            WrittenSignature::parse(&"x".repeat(5000)),
            Err(NotASignature::TooLong(5000))
        );
    }
}
