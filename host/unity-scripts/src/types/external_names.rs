//! Short names that refer to a .NET or Unity type if no source of the project declares such a type.

use super::source::values;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Short names of .NET types that Unity never serializes.
pub(super) static NEVER: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "Action DateTime Dictionary Func Guid HashSet IDictionary IEnumerable IList LinkedList Predicate Queue \
     SortedDictionary Stack TimeSpan decimal object"
        .split_whitespace()
        .collect()
});

/// Short name of Unity's event class, whose parts are written as blocks.
pub(super) const EVENT: &str = "UnityEvent";

/// Whether a short name has a meaning outside the project's sources.
pub(super) fn means_more(short: &str) -> bool {
    NEVER.contains(&short) || matches!(short, EVENT | "List" | "Object") || values::kind(short, &[]).is_some()
}
