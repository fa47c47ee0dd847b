//! Short names that mean a .NET or Unity type, unless a source of the project declares a type with the name.

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

/// Short name of Unity's event class, whose serialized parts are YAML blocks.
pub(super) const EVENT: &str = "UnityEvent";

/// Returns true if a short type name can mean a type of Unity or .NET instead of one in the project's sources.
pub(super) fn means_more(short: &str) -> bool {
    NEVER.contains(&short) || matches!(short, EVENT | "List" | "Object") || values::kind(short, &[]).is_some()
}
