//! Finds parts of JSON text that are valid but that parsers read differently (RFC 8259, sections 4, 6 and 8.2; RFC
//! 7493).
//!
//! Belongs here: the search, in one pass and without a tree. Does not: the check that the text is valid JSON.

use super::text::end_of_text;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// Maximum length of a number without exponent that always fits an `f64` (the largest `f64` has 309 digits).
const LONG_NUMBER: usize = 308;

/// The reserved member name that `serde_json` uses internally for its type `RawValue`.
const PRIVATE: &str = "$serde_json::private::RawValue";

/// Maximum number of names in an object for pairwise comparison; more names are sorted instead.
const FEW: usize = 16;

/// Maximum number of characters of a name or number in an error message.
const SHOWN: usize = 60;

/// One ambiguous part of a JSON text. `at` is its position in bytes from the start of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ambiguous {
    /// An escape of half a surrogate pair, which is not a character; many clients cannot read it.
    HalfAPair { unit: String, at: usize },
    /// The second member with the same name in one object: some parsers use the first, most the last.
    Twice { name: String, at: usize },
    /// A member with a private name of `serde_json`, which parses the text in its value with a separate depth limit.
    Private { at: usize },
    /// A number outside the range of an `f64`: parsers read it as infinity or an exact number, or they fail.
    BeyondADouble { number: String, at: usize },
}

impl fmt::Display for Ambiguous {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HalfAPair { unit, at } => write!(
                f,
                "`{unit}` at byte {at} is half of a surrogate pair, which is no character (was a text truncated in \
                 the middle?)"
            ),
            Self::Twice { name, at } => write!(
                f,
                "the member `{name}` at byte {at} occurs twice in one object, and readers differ in which one they \
                 use"
            ),
            Self::Private { at } => write!(
                f,
                "the member `{PRIVATE}` at byte {at} is a reserved name for programs that read JSON with serde_json"
            ),
            Self::BeyondADouble { number, at } => write!(
                f,
                "the number {number} at byte {at} is outside the range of a double; write it as a string"
            ),
        }
    }
}

/// Returns the first ambiguous part of the valid JSON text `json`; it finds duplicate names at the end of their object.
pub(super) fn find(json: &str) -> Option<Ambiguous> {
    let bytes = json.as_bytes();
    // Most texts have no escapes, which a search over many bytes at a time detects.
    let has_escapes = memchr::memchr(b'\\', bytes).is_some();
    let mut open = Open::default();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let end = match byte {
            b'"' => end_of_text(bytes, at),
            b'-' | b'0'..=b'9' => end_of_number(bytes, at),
            _ => at + 1,
        };
        match byte {
            b'"' => {
                if has_escapes && let Some(found) = half_a_pair(json, at..end) {
                    return Some(found);
                }
                open.text(at..end);
            }
            b'-' | b'0'..=b'9' => {
                if let Some(found) = beyond_a_double(json, at..end) {
                    return Some(found);
                }
            }
            b'{' => open.object(),
            b'[' => open.array(),
            b',' => open.next(),
            b'}' => {
                if let Some(found) = open.close_object(json, has_escapes) {
                    return Some(found);
                }
            }
            b']' => open.close(),
            _ => {}
        }
        at = end;
    }
    None
}

/// The arrays and objects that contain one position in a JSON text, with the names of their members so far. It needs
/// little more than a byte for each level and 16 bytes for each name, so deeply nested text cannot exhaust the memory.
#[derive(Default)]
struct Open {
    /// The open objects (true) and arrays (false), outermost first.
    levels: SmallVec<[bool; 32]>,
    /// For each open object, the index in `names` of its first name.
    starts: SmallVec<[usize; 16]>,
    names: SmallVec<[Range<usize>; FEW]>,
    /// True if the next string in the JSON text is the name of a member, false if it is a value.
    name_next: bool,
}

impl Open {
    fn object(&mut self) {
        self.levels.push(true);
        self.starts.push(self.names.len());
        self.name_next = true;
    }

    fn array(&mut self) {
        self.levels.push(false);
        self.name_next = false;
    }

    fn next(&mut self) {
        self.name_next = self.levels.last() == Some(&true);
    }

    fn text(&mut self, span: Range<usize>) {
        if std::mem::take(&mut self.name_next) {
            self.names.push(span);
        }
    }

    fn close(&mut self) {
        self.levels.pop();
        self.name_next = false;
    }

    fn close_object(&mut self, json: &str, has_escapes: bool) -> Option<Ambiguous> {
        self.close();
        let start = self.starts.pop().unwrap_or_default();
        let spans = self.names.get(start..).unwrap_or_default();
        let found = private(json, spans).or_else(|| match has_escapes || spans.len() > FEW {
            true => find_duplicate(json, spans),
            false => twice_among_few(json, spans),
        });
        self.names.truncate(start);
        found
    }
}

fn private(json: &str, spans: &[Range<usize>]) -> Option<Ambiguous> {
    let mut long = spans.iter().filter(|span| span.len() > PRIVATE.len());
    let found = long.find(|span| name(json, span) == PRIVATE)?;
    Some(Ambiguous::Private { at: found.start })
}

/// Finds the first name that occurs twice in an object. It compares each pair, for a few names without escapes.
fn twice_among_few(json: &str, spans: &[Range<usize>]) -> Option<Ambiguous> {
    let is_second = |at: usize| {
        spans[..at]
            .iter()
            .any(|other| json[other.clone()] == json[spans[at].clone()])
    };
    let second = &spans[(1..spans.len()).find(|at| is_second(*at))?];
    Some(Ambiguous::Twice {
        name: short(&name(json, second), SHOWN),
        at: second.start,
    })
}

/// Finds the first name that occurs twice in an object, and the position of its second occurrence.
fn find_duplicate(json: &str, spans: &[Range<usize>]) -> Option<Ambiguous> {
    if spans.len() < 2 {
        return None;
    }
    let mut names: Vec<(Cow<'_, str>, usize)> = spans.iter().map(|span| (name(json, span), span.start)).collect();
    names.sort_unstable();
    let doubled = names.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let (name, at) = doubled.map(|pair| &pair[1]).min_by_key(|(_, at)| *at)?;
    Some(Ambiguous::Twice {
        name: short(name, SHOWN),
        at: *at,
    })
}

/// Returns a name without quotes and escapes: `a` for `"\u0061"`.
fn name<'j>(json: &'j str, span: &Range<usize>) -> Cow<'j, str> {
    let quoted = json.get(span.clone()).unwrap_or_default();
    let inside = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    serde_json::from_str(quoted).map_or(Cow::Borrowed(inside), Cow::Owned)
}

fn end_of_number(bytes: &[u8], start: usize) -> usize {
    let inside = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    start + bytes.iter().skip(start).take_while(inside).count()
}

fn beyond_a_double(json: &str, span: Range<usize>) -> Option<Ambiguous> {
    let number = json.get(span.clone())?;
    let may_be = number.len() > LONG_NUMBER || number.contains(['e', 'E']);
    let is = may_be && number.parse::<f64>().is_ok_and(f64::is_infinite);
    is.then(|| Ambiguous::BeyondADouble {
        number: short(number, SHOWN),
        at: span.start,
    })
}

/// Finds the first `\u` escape in `span` that is one half of a surrogate pair without the other half.
fn half_a_pair(json: &str, span: Range<usize>) -> Option<Ambiguous> {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut from = span.start;
    while let Some(at) = json.get(from..span.end)?.find('\\').map(|found| from + found) {
        from = match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => at + 12,
            Some(0xd800..=0xdfff) => {
                let unit = json.get(at..at + 6)?.to_owned();
                return Some(Ambiguous::HalfAPair { unit, at });
            }
            Some(_) => at + 6,
            // Skips the character after the backslash of another escape: the second one in `\\` starts no escape.
            None => at + 2,
        };
    }
    None
}

pub(super) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn finds_duplicate_member_however_it_is_escaped() {
        for (text, name, at) in [
            (r#"{"a":1,"a":1}"#, "a", 7),
            (r#"{"a":1,"\u0061":2}"#, "a", 7),
            (r#"{"b":{"a":1,"c":[{}],"a":3}}"#, "a", 21),
            (r#"[{"x":"{\"a\":"},{"a":1,"b":{"a":2},"a":3}]"#, "a", 36),
            (r#"{"":0 , "" : 1}"#, "", 8),
        ] {
            let expected = Ambiguous::Twice {
                name: name.to_owned(),
                at,
            };
            assert_eq!(find(text), Some(expected), "{text}");
        }
        for text in [
            r#"{"a":{"a":{"a":[]}},"b":{"a":"a","b":"a"}}"#,
            r#"[{"a":1},{"a":1}]"#,
            r#"{"a":["a","a"],"\\u0061":0}"#,
            r#""{\"a\":1,\"a\":1}""#,
            "{}",
            "",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn finds_number_beyond_double_range_but_not_the_largest() {
        let long = format!("{}.0", "9".repeat(309));
        for text in ["1e999", "-1E+400", &long] {
            let found = find(&format!("[0,{text}]"));
            assert!(
                matches!(&found, Some(Ambiguous::BeyondADouble { at: 3, .. })),
                "{text}: {found:?}"
            );
        }
        for text in [
            "1.7976931348623157e308",
            "-0e999",
            "1e-999",
            "123456789012345678901234567890",
            "\"1e999\"",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn finds_no_ambiguity_in_deep_and_long_texts() {
        let deep = "[".repeat(1 << 20) + &"]".repeat(1 << 20);
        assert_eq!(find(&deep), None);
        let members: Vec<String> = (0..100_000).map(|at| format!("\"{at}\":0")).collect();
        assert_eq!(find(&format!("{{{}}}", members.join(","))), None);
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(".{0,3}", inner, 0..5).prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn finds_no_ambiguity_in_serialized_trees(value in value()) {
            prop_assert_eq!(find(&value.to_string()), None);
            prop_assert_eq!(find(&format!("{value:#}")), None);
        }

        #[test]
        fn never_panics_on_arbitrary_text(text in "[\\[\\]{}:,\"\\\\a0e19-]{0,40}") {
            find(&text);
        }
    }
}
