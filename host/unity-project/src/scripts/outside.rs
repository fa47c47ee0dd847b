//! Short names that mean a type of .NET's or Unity's where no source of the project declares one.

use super::source::values;

/// Types of .NET that Unity writes nothing of.
pub(super) const NEVER: [&str; 17] = [
    "Action",
    "DateTime",
    "Dictionary",
    "Func",
    "Guid",
    "HashSet",
    "IDictionary",
    "IEnumerable",
    "IList",
    "LinkedList",
    "Predicate",
    "Queue",
    "SortedDictionary",
    "Stack",
    "TimeSpan",
    "decimal",
    "object",
];

/// Unity's own class whose parts are blocks.
pub(super) const EVENT: &str = "UnityEvent";

/// Whether a short name means something that no source of the project declares.
pub(super) fn means_more(short: &str) -> bool {
    NEVER.contains(&short) || matches!(short, EVENT | "List" | "Object") || values::kind(short, &[]).is_some()
}
