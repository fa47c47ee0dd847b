//! Tests of values: whether a value passes a comparison.
//!
//! `facts` and `filter` provide the values.

use host_bridge::Op;
use host_bridge::value_order::{real, whole};
use serde_json::Value;
use std::cmp::Ordering;
use unity_fields::Kind;

/// A value that a query compares, with its number if it is an enum value, a layer or a mask.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) value: Value,
    pub(crate) number: Option<i64>,
    pub(crate) kind: Option<Kind>,
}

impl From<Value> for Item {
    fn from(value: Value) -> Self {
        Self {
            value,
            number: None,
            kind: None,
        }
    }
}

/// Returns true if the item passes the comparison with the test value `wanted`; null if the operator takes no value.
pub(super) fn passes(item: &Item, op: &Op, wanted: &Value) -> bool {
    let value = &item.value;
    match op {
        Op::Equal => equal(item, wanted),
        Op::Unequal => !equal(item, wanted),
        Op::Greater => by_number(value, wanted).is_some_and(Ordering::is_gt),
        Op::AtLeast => by_number(value, wanted).is_some_and(Ordering::is_ge),
        Op::Less => by_number(value, wanted).is_some_and(Ordering::is_lt),
        Op::AtMost => by_number(value, wanted).is_some_and(Ordering::is_le),
        Op::Contains => contains(value, wanted),
        Op::Matches => wanted
            .as_str()
            .is_some_and(|glob| texts(value).any(|text| matches(glob, text))),
        Op::Exists => !value.is_null(),
        Op::Missing => match value {
            Value::Array(items) => items.iter().any(is_broken),
            value => is_broken(value),
        },
        Op::Other(_) => false,
    }
}

/// Returns true if the item equals `wanted`: `1` equals `1.0`, a name equals its number, a reference its `ref`.
fn equal(item: &Item, wanted: &Value) -> bool {
    let as_number = || item.number.is_some_and(|number| wanted.as_f64() == Some(number as f64));
    is_same_value(&item.value, wanted) || as_number()
}

/// Returns true if the value is a reference to a missing target.
fn is_broken(value: &Value) -> bool {
    value.get("missing").is_some()
}

pub(super) fn is_named(value: &Value, name: &str) -> bool {
    value.get("ref").is_some() && value.get("name").and_then(Value::as_str) == Some(name)
}

/// Returns true if the value is a broken reference that the file stores with this guid or file id.
pub(super) fn is_lost(value: &Value, id: &str) -> bool {
    let written = ["missing", "unverifiable"]
        .into_iter()
        .find_map(|part| value.get(part)?.as_str());
    written.is_some_and(|written| written.eq_ignore_ascii_case(id))
}

/// Returns true if two values are equal; `1` equals `1.0`. References are equal if they have the same target. Their
/// `sub` and `component` must also be equal if `wanted` has them.
pub fn is_same_value(value: &Value, wanted: &Value) -> bool {
    match (value, wanted) {
        (Value::Array(items), Value::Array(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(item, other)| is_same_value(item, other))
        }
        (Value::Object(_), Value::String(text)) => value.get("ref").and_then(Value::as_str) == Some(text),
        (Value::Object(parts), Value::Object(others)) => match others.get("ref") {
            // The name and type in a reference do not count, only its target.
            Some(goal) if parts.contains_key("ref") => {
                let same = |part: &str| others.get(part).is_none_or(|other| parts.get(part) == Some(other));
                parts.get("ref") == Some(goal) && same("sub") && same("component")
            }
            _ => {
                parts.len() == others.len()
                    && parts
                        .iter()
                        .all(|(name, part)| others.get(name).is_some_and(|other| is_same_value(part, other)))
            }
        },
        _ => match (real(value), real(wanted)) {
            _ if whole(value).is_some() && whole(wanted).is_some() => whole(value) == whole(wanted),
            (Some(number), Some(other)) => number == other || (number as f32) == (other as f32),
            _ => value == wanted,
        },
    }
}

fn by_number(value: &Value, wanted: &Value) -> Option<Ordering> {
    if let (Some(number), Some(other)) = (whole(value), whole(wanted)) {
        return Some(number.cmp(&other));
    }
    real(value)?.partial_cmp(&real(wanted)?)
}

fn contains(value: &Value, wanted: &Value) -> bool {
    if let Value::Array(items) = value {
        return items.iter().any(|item| is_item(item, wanted));
    }
    let part = wanted.as_str().map(str::to_lowercase);
    part.is_some_and(|part| texts(value).any(|text| text.to_lowercase().contains(&part)))
}

/// Returns true if an element of a list equals `wanted`. For a reference, `wanted` can also be the name of its target,
/// or the guid or file id of a broken reference.
fn is_item(item: &Value, wanted: &Value) -> bool {
    let of_text = |text: &str| is_named(item, text) || is_lost(item, text);
    is_same_value(item, wanted) || wanted.as_str().is_some_and(of_text)
}

/// Returns a text in the value that differs from `given` only in case; `None` if there is no such text.
pub(super) fn in_other_case(value: &Value, given: &str) -> Option<String> {
    let is_it = |text: &&str| match text.is_ascii() && given.is_ascii() {
        true => text.eq_ignore_ascii_case(given),
        false => text.to_lowercase() == given.to_lowercase(),
    };
    texts(value).find(is_it).map(str::to_owned)
}

/// Returns all texts of a value to which text operators apply: the value itself, the target and the name of a
/// reference, and the texts of a list's elements.
fn texts(value: &Value) -> impl Iterator<Item = &str> {
    let of_list = value.as_array().into_iter().flatten().flat_map(texts_of_item);
    texts_of_item(value).chain(of_list)
}

fn texts_of_item(value: &Value) -> impl Iterator<Item = &str> {
    let of_reference = value
        .get("ref")
        .into_iter()
        .chain(value.get("ref").and_then(|_| value.get("name")));
    value.as_str().into_iter().chain(of_reference.filter_map(Value::as_str))
}

/// Returns true if a text matches a glob: `*` matches any number of characters, `?` one. Case is ignored.
pub(crate) fn matches(glob: &str, text: &str) -> bool {
    let folded = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (glob, text) = (folded(glob), folded(text));
    let (mut at, mut from) = (0, 0);
    // Index of the last `*` in the pattern, and the end of the text that it matches.
    let mut star: Option<(usize, usize)> = None;
    while from < text.len() {
        match glob.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(letter) if *letter == '?' || Some(letter) == text.get(from) => {
                at += 1;
                from += 1;
            }
            _ => match &mut star {
                Some((place, reach)) => {
                    *reach += 1;
                    (at, from) = (*place + 1, *reach);
                }
                None => return false,
            },
        }
    }
    glob.get(at..)
        .is_some_and(|rest| rest.iter().all(|letter| *letter == '*'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn comparison_operators_return_expected_results() {
        let table = [
            (json!(60), Op::Equal, json!(60.0), true),
            (json!(0.1), Op::Equal, json!(0.100_000_001), true),
            (json!("60"), Op::Equal, json!(60), false),
            (json!("Player"), Op::Equal, json!("player"), false),
            (json!("Player"), Op::Unequal, json!("player"), true),
            (json!([0, 1.5, 0]), Op::Equal, json!([0.0, 1.5, 0]), true),
            (json!(true), Op::Equal, json!(true), true),
            (json!(null), Op::Equal, json!(null), true),
            (json!({"ref": "obj:3", "name": "Door"}), Op::Equal, json!("obj:3"), true),
            (
                json!({"ref": "obj:3", "name": "Door"}),
                Op::Equal,
                json!({"ref": "obj:3"}),
                true,
            ),
            (json!(12), Op::Greater, json!(10), true),
            (json!(10), Op::Greater, json!(10), false),
            (json!(10), Op::AtLeast, json!(10), true),
            (json!("Infinity"), Op::Greater, json!(1e30), true),
            (json!("12"), Op::Greater, json!(10), false),
            (
                json!("9007199254740993"),
                Op::Equal,
                json!(9_007_199_254_740_993_i64),
                true,
            ),
            (
                json!("9007199254740993"),
                Op::Equal,
                json!(9_007_199_254_740_992_i64),
                false,
            ),
            (
                json!("9007199254740993"),
                Op::Greater,
                json!(9_007_199_254_740_992_i64),
                true,
            ),
            (json!(9), Op::Less, json!(10), true),
            (json!(10), Op::AtMost, json!(9.5), false),
            (json!("Play again"), Op::Contains, json!("PLAY"), true),
            (json!(["Default", "UI"]), Op::Contains, json!("UI"), true),
            (json!(["Default"]), Op::Contains, json!("Def"), false),
            (
                json!([{"ref": "Assets/Red.mat", "name": "Red"}]),
                Op::Contains,
                json!("red.mat"),
                false,
            ),
            (
                json!([{"ref": "Assets/Red.mat", "name": "Red"}]),
                Op::Contains,
                json!("Assets/Red.mat"),
                true,
            ),
            (
                json!([{"ref": "builtin:Red", "name": "Red (Instance)"}, {"ref": "Assets/Red.mat", "name": "Red"}]),
                Op::Contains,
                json!("Red"),
                true,
            ),
            (
                json!([{"ref": "builtin:Red", "name": "Red (Instance)"}]),
                Op::Contains,
                json!("Red"),
                false,
            ),
            (json!([{"missing": "0a"}]), Op::Contains, json!("0A"), true),
            (json!("Spawn 12"), Op::Matches, json!("spawn*?2"), true),
            (
                json!({"ref": "Assets/Red.mat", "name": "Red"}),
                Op::Matches,
                json!("*.mat"),
                true,
            ),
            (json!(null), Op::Exists, json!(null), false),
            (json!(0), Op::Exists, json!(null), true),
            (json!({"missing": "0123"}), Op::Missing, json!(null), true),
            (json!({"unverifiable": "0123"}), Op::Missing, json!(null), false),
        ];
        for (value, op, wanted, expected) in table {
            let item = Item::from(value);
            assert_eq!(passes(&item, &op, &wanted), expected, "{item:?} {op:?} {wanted}");
        }
        let item = Item {
            value: json!("Continuous"),
            number: Some(1),
            kind: None,
        };
        assert!(passes(&item, &Op::Equal, &json!(1)) && passes(&item, &Op::Equal, &json!("Continuous")));
        assert!(passes(&item, &Op::Unequal, &json!(2)) && !passes(&item, &Op::Unequal, &json!(1)));
    }

    /// The plain definition: exponential, but correct.
    fn slow(glob: &[char], text: &[char]) -> bool {
        match (glob, text) {
            ([], []) => true,
            (['*', rest @ ..], text) => slow(rest, text) || (!text.is_empty() && slow(glob, &text[1..])),
            (['?', rest @ ..], [_, text @ ..]) => slow(rest, text),
            ([letter, rest @ ..], [first, text @ ..]) => letter == first && slow(rest, text),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn glob_match_equals_reference_implementation(glob in "[ab*?]{0,8}", text in "[ab]{0,10}") {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            prop_assert_eq!(matches(&glob, &text), slow(&letters(&glob), &letters(&text)));
            prop_assert_eq!(matches(&glob.to_uppercase(), &text), matches(&glob, &text));
        }
    }
}
