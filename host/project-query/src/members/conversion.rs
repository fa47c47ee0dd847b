//! The result of a conversion from JSON: the node for a file, or a message with the expected and the given value.
//!
//! This module has the parts that all kinds of values share.

use serde_json::{Map, Value};
use std::borrow::Cow;
use unity_yaml::Node;

/// Maximum bytes of a wrong value that an error shows; a longer value is shortened.
const MAX_GOT: usize = 80;

pub(super) type Converted = Result<Node<'static>, String>;

/// Formats the error message `path: expected …, got …`; a long value is shortened.
pub(super) fn expected(path: &str, what: &str, got: &Value) -> String {
    let mut got = got.to_string();
    if got.len() > MAX_GOT {
        let end = (0..=MAX_GOT)
            .rev()
            .find(|at| got.is_char_boundary(*at))
            .unwrap_or_default();
        got.truncate(end);
        got.push('…');
    }
    format!("{path}: expected {what}, got {got}")
}

pub(super) fn text(value: &str) -> Node<'static> {
    Node::Text(Cow::Owned(value.to_owned()))
}

pub(super) fn owned(key: &str) -> Cow<'static, str> {
    Cow::Owned(key.to_owned())
}

pub(super) fn has_only_keys(map: &Map<String, Value>, keys: &[&str]) -> bool {
    map.keys().all(|key| keys.contains(&key.as_str()))
}
