//! Checks the expansion of a file with its placeholders (stripped documents): each refers to a part of an instance,
//! which the expansion must contain.

use super::collect::Placeholder;

/// Result of checking the placeholder (stripped) documents of one file against the prefabs to which they refer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrippedReport {
    pub total: u32,
    /// Number of placeholders whose object or component exists in the source prefab with the same class.
    pub resolved: u32,
    /// Number of placeholders that cannot be checked, because they refer to a model or another unreadable source.
    pub opaque: u32,
    /// File ids of placeholders whose object or component does not exist in the source prefab.
    pub missing: Vec<i64>,
    /// File ids of placeholders whose object or component has another class in the source prefab.
    pub mismatched: Vec<i64>,
}

/// What the source prefab contains for a placeholder (stripped) document: the class of the part, or nothing readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The source prefab contains the object or component of the placeholder; the number is its class.
    Class(u32),
    /// Nothing is known about the placeholder, because the source prefab or a part of it cannot be read.
    Unread,
    Nothing,
}

impl StrippedReport {
    pub(super) fn check(&mut self, id: i64, placeholder: Placeholder, found: Found) {
        self.total += 1;
        match found {
            Found::Class(class) if class == placeholder.class => self.resolved += 1,
            Found::Class(_) => self.mismatched.push(id),
            Found::Unread => self.opaque += 1,
            Found::Nothing => self.missing.push(id),
        }
    }
}
