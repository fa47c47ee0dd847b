//! The two names of a field in one text: the file's and that of C#, as `m_Mass (mass)`.
//!
//! Belongs here: either of them. Does not: which was meant by a name that is neither (`named`, `members/near`).

/// `m_Mass` from `m_Mass (mass)`.
pub(in crate::session) fn serialized(known: &str) -> &str {
    known.split_once(" (").map_or(known, |(serialized, _)| serialized)
}

/// The serialized name and that of C#, which are one where no other is known.
pub(in crate::session) fn both(known: &str) -> [&str; 2] {
    let csharp = known.strip_suffix(')').and_then(|known| known.split_once(" ("));
    [serialized(known), csharp.map_or(known, |(_, csharp)| csharp)]
}

/// `mass` from `m_Mass (mass)`.
pub(in crate::session) fn csharp(name: &str) -> &str {
    let inner = name.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    inner.map_or(name, |(_, csharp)| csharp)
}
