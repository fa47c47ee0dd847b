//! Which entry an object went with, for whoever asks for it afterwards.

use super::{Edit, Edits};
use host_bridge::ObjectId;

impl Edits {
    /// The entry in effect that destroyed it, alone or with what it hung below. None for what fell out of the journal.
    pub(in crate::session) fn destroyed_by(&self, object: ObjectId) -> Option<u64> {
        let undone = self.journal.undone();
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
