//! A check of the expansion against Unity's placeholders: every placeholder names an object of an instance, which the
//! expansion must contain.

use super::collect::Placeholder;

/// The result of the check for the placeholders of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrippedReport {
    pub total: u32,
    /// Number of placeholders whose object exists with the same class.
    pub resolved: u32,
    /// Number of placeholders for parts of a model or another unreadable source, which cannot be checked.
    pub opaque: u32,
    /// File ids of placeholders without an object in the source.
    pub missing: Vec<i64>,
    /// File ids of placeholders whose object in the source has another class.
    pub mismatched: Vec<i64>,
}

/// What the expanded source of an instance contains for a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An object or component of this class.
    Class(u32),
    /// The placeholder cannot be checked, because the source or a part of it cannot be read.
    Unread,
    Nothing,
}

impl StrippedReport {
    /// Adds the placeholder with that file id to the result.
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
