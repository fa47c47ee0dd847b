//! Paths with `[*]`, which matches any item of a list: `onClick.persistentCalls.calls[*].methodName`.
//!
//! Lists the paths of a component's items; `uses` reads them.

use crate::values::field::{Fields, Found};
use serde_json::Value;

/// Any item.
pub(super) const ANY: &str = "[*]";

/// Limit of paths in one component; a component with more is reported as not read.
const MOST: usize = 100_000;

/// The result of a path in one component.
pub(super) enum Each {
    /// Paths without `[*]`.
    Paths(Vec<String>),
    /// The value before `[*]` is not a list.
    NoList(Found),
    /// There are too many items.
    TooMany,
}

/// The paths of all items.
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
                // Another item may have one.
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
