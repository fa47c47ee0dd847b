//! Finds the journal entry that destroyed an object.

use super::{Edit, Edits};
use host_bridge::ObjectId;

impl Edits {
    /// Returns the id of the journal entry that destroyed the object or one of its ancestors and is not undone, if any.
    pub(in crate::session) fn destroyed_by(&self, object: ObjectId) -> Option<u64> {
        let undone = self.journal.undone_entries();
        let mut entries = self
            .journal
            .entries()
            .iter()
            .rev()
            .filter(|entry| !undone.contains_key(&entry.id));
        let destroys = |step: &Edit| matches!(step, Edit::Destroy { family, .. } if family.contains(&object));
        entries
            .find(|entry| entry.steps.iter().any(destroys))
            .map(|entry| entry.id)
    }
}
