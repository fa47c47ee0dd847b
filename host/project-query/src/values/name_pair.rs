//! The serialized and the C# name of a field in one text, such as `m_Mass (mass)`.
//!
//! This module splits such texts; `fields_by_name` and `members/name_hints` suggest names.

/// Returns the serialized name: `m_Mass` from `m_Mass (mass)`.
pub(crate) fn serialized(known: &str) -> &str {
    known.split_once(" (").map_or(known, |(serialized, _)| serialized)
}

/// Returns the serialized name and the C# name, in this order; equal if only one is known.
pub(crate) fn both_names(known: &str) -> [&str; 2] {
    let csharp = known.strip_suffix(')').and_then(|known| known.split_once(" ("));
    [serialized(known), csharp.map_or(known, |(_, csharp)| csharp)]
}

/// Returns the C# name: `mass` from `m_Mass (mass)`.
pub(crate) fn csharp(name: &str) -> &str {
    let inner = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    inner.map_or(name, |(_, csharp)| csharp)
}
