//! Checks the expansion against Unity's placeholders: every placeholder names an object of an instance, which the
//! expansion must contain.

use super::collect::Placeholder;

/// The result for the placeholders of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrippedReport {
    pub total: u32,
    /// Found with the same class.
    pub resolved: u32,
    /// Inside a model file or another unreadable source, so it cannot be checked.
    pub opaque: u32,
    /// fileIDs without an object in the source.
    pub missing: Vec<i64>,
    /// fileIDs whose object in the source has another class.
    pub mismatched: Vec<i64>,
}

/// What the expanded prefab of an instance has for a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An object or component of this class.
    Class(u32),
    /// It cannot be checked, because its source or a part of it cannot be read.
    Unread,
    Nothing,
}

impl StrippedReport {
    /// Counts the placeholder with that fileID.
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
