//! Checks the expansion of a file with its placeholders (stripped documents): each refers to a part of an instance,
//! which the expansion must contain.

use super::collect::Placeholder;

/// Result of checking the placeholder (stripped) documents of one file against the prefabs to which they refer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrippedReport {
    pub total: u32,
    /// Number of placeholders for an object or component that the source prefab has with the same class.
    pub resolved: u32,
    /// Number of placeholders that cannot be checked, because they refer to a model or another unreadable source.
    pub opaque: u32,
    /// File ids of placeholders whose part does not exist in the source.
    pub missing: Vec<i64>,
    /// File ids of placeholders whose part in the source has another class.
    pub mismatched: Vec<i64>,
}

/// What the source prefab contains for a placeholder (stripped) document: the class of the part, or nothing readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The part is an object or component with this class number.
    Class(u32),
    /// The placeholder cannot be checked, because the source or a part of it cannot be read.
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
