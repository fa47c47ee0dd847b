//! The steps of an undo in the order in which they are made. The callers make those steps that change files; the objects
//! are built again from all edits in effect.

use super::{Edit, Edits};
use host_project_writer::Direction;
use std::collections::BTreeSet;

impl Edits {
    /// Returns the steps of an undo that the journal already contains. `leaves` are the entries that it turns around.
    pub(in crate::session) fn steps_of_undo(&self, leaves: &BTreeSet<u64>) -> Vec<(&Edit, Direction)> {
        let undone = self.journal.undone_entries();
        let leaves = leaves.iter().copied();
        let (undone, applied): (Vec<u64>, Vec<u64>) = leaves.partition(|leaf| undone.contains_key(leaf));
        self.turned_steps(&undone, &applied)
    }

    /// Returns the steps of the entries `undone` backwards, then those of the entries `applied`. Both are oldest first.
    pub(in crate::session) fn turned_steps(&self, undone: &[u64], applied: &[u64]) -> Vec<(&Edit, Direction)> {
        let steps = |id: &u64| self.journal.entry(*id).map_or(&[][..], |entry| entry.steps.as_slice());
        let back = undone.iter().rev().flat_map(|id| steps(id).iter().rev());
        let again = applied.iter().flat_map(steps);
        let back = back.map(|edit| (edit, Direction::Back));
        back.chain(again.map(|edit| (edit, Direction::Again))).collect()
    }
}
