//! The text format of field values in the journal: `t<bytes>:<text>`, `l<items>:<items>`, or `m<entries>:` followed by
//! `<bytes>:<key><value>` for each entry. JSON would lose duplicate keys, and JSON parsers limit the depth.

use std::borrow::Cow;
use std::fmt::Write;
use unity_yaml::Node;

/// Maximum nesting depth of a value in the journal file; a deeper one is invalid. No value in a project file is deeper.
const MOST_DEPTH: usize = 200;

pub(super) fn write(node: &Node<'_>) -> String {
    let mut text = String::new();
    put(node, &mut text);
    text
}

/// Parses a YAML value from the text form in the journal file. Returns `None` if the text is invalid.
pub(super) fn read(text: &str) -> Option<Node<'static>> {
    let mut rest = text;
    let node = take(&mut rest, 0)?;
    rest.is_empty().then_some(node)
}

fn put(node: &Node<'_>, text: &mut String) {
    // Writing into a String cannot fail.
    let _ = match node {
        Node::Text(value) => write!(text, "t{}:{value}", value.len()),
        Node::List(items) => {
            let head = write!(text, "l{}:", items.len());
            items.iter().for_each(|item| put(item, text));
            head
        }
        Node::Map(entries) => {
            let head = write!(text, "m{}:", entries.len());
            for (key, value) in entries {
                let _ = write!(text, "{}:{key}", key.len());
                put(value, text);
            }
            head
        }
    };
}

fn take(rest: &mut &str, depth: usize) -> Option<Node<'static>> {
    if depth > MOST_DEPTH {
        return None;
    }
    let letter = rest.chars().next()?;
    *rest = rest.get(letter.len_utf8()..)?;
    match letter {
        't' => sized(rest).map(|text| Node::Text(Cow::Owned(text))),
        'l' => {
            let items: Option<Vec<_>> = (0..count(rest)?).map(|_| take(rest, depth + 1)).collect();
            items.map(Node::List)
        }
        'm' => {
            let entry = |rest: &mut &str| Some((Cow::Owned(sized(rest)?), take(rest, depth + 1)?));
            let entries: Option<Vec<_>> = (0..count(rest)?).map(|_| entry(rest)).collect();
            entries.map(Node::Map)
        }
        _ => None,
    }
}

/// Parses a length prefix (number and colon). Rejects more than the remaining length: each item takes at least a byte.
fn count(rest: &mut &str) -> Option<usize> {
    let (number, behind) = rest.split_once(':')?;
    *rest = behind;
    number.parse().ok().filter(|count| *count <= rest.len())
}

fn sized(rest: &mut &str) -> Option<String> {
    let bytes = count(rest)?;
    let text = rest.get(..bytes)?.to_owned();
    *rest = rest.get(bytes..)?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nodes() -> impl Strategy<Value = Node<'static>> {
        let text = ".{0,8}".prop_map(|text| Node::Text(text.into()));
        text.prop_recursive(4, 32, 4, |inner| {
            let entry = (".{0,4}".prop_map(Cow::Owned), inner.clone());
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(Node::List),
                prop::collection::vec(entry, 0..4).prop_map(Node::Map),
            ]
        })
    }

    proptest! {
        #[test]
        fn round_trips_any_value(node in nodes()) {
            prop_assert_eq!(read(&write(&node)), Some(node));
        }

        #[test]
        fn value_parsed_from_any_text_round_trips(text in "[tlm0-9:aé]{0,24}") {
            if let Some(node) = read(&text) {
                prop_assert_eq!(read(&write(&node)), Some(node));
            }
        }
    }

    #[test]
    fn rejects_a_value_that_nests_too_deep() {
        assert_eq!(read(&("l1:".repeat(100_000) + "t0:")), None);
        assert!(read(&("l1:".repeat(150) + "t0:")).is_some());
    }
}
