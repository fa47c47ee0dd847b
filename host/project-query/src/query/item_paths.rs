//! Paths with `[*]`, which means any element of a list: `onClick.persistentCalls.calls[*].methodName`.
//!
//! This module lists the paths of the elements; `uses` reads them.

use crate::values::field::{Fields, Found};
use serde_json::Value;

/// Notation for any element of a list.
pub(super) const ANY: &str = "[*]";

/// Maximum number of paths to which `[*]` expands in one component; a component with more is reported as not compared.
const MOST: usize = 100_000;

/// The result of expanding a path with `[*]` (any list element) in one component.
pub(super) enum Each {
    /// Paths in which each `[*]` is replaced by an index.
    Paths(Vec<String>),
    /// No list to expand exists at the path; contains what was found instead.
    NoList(Found),
    /// The lists on the path have too many elements in total to compare all of them.
    TooMany,
}

/// Expands a path with `[*]` to the paths of all elements.
pub(super) fn item_paths(fields: &Fields<'_>, path: &str) -> Each {
    let (mut paths, mut no_list) = (vec![path.to_owned()], None);
    while paths.iter().any(|path| path.contains(ANY)) {
        let mut next = Vec::new();
        for path in paths {
            let Some((list, rest)) = path.split_once(ANY) else {
                next.push(path);
                continue;
            };
            let place = match fields.find(list) {
                Found::Value(place) => place,
                // Another element can have the list.
                other => {
                    no_list = Some(other);
                    continue;
                }
            };
            let Value::Array(items) = fields.value(&place, usize::MAX).0 else {
                no_list = Some(Found::NoSuchField(Vec::new()));
                continue;
            };
            let count = items.len();
            if next.len().saturating_add(count) > MOST {
                return Each::TooMany;
            }
            next.extend((0..count).map(|at| format!("{list}[{at}]{rest}")));
        }
        paths = next;
    }
    match no_list {
        Some(found) if paths.is_empty() => Each::NoList(found),
        _ => Each::Paths(paths),
    }
}
