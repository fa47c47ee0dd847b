//! Implements the trait `Changes`, through which reading crates access information about the edits.

use super::{Edit, Edits};
use crate::session::edit_origin::About;
use crate::session::reading::session_view::SessionView;
use host_bridge::ObjectId;
use host_project_journal::journal::Entry;
use host_project_world::changes::Changes;
use host_project_world::targets::Targets;
use host_project_world::view::WorldView;
use std::collections::BTreeSet;

impl Changes for Edits {
    fn targets(&self) -> &Targets {
        &self.targets
    }

    fn writes(&self) -> u64 {
        self.writes
    }

    fn unsaved_edits(&self) -> u64 {
        let undone = self.journal.undone_entries();
        let edits = self
            .journal
            .entries()
            .iter()
            .filter(|entry| entry.undoes.is_empty() && entry.lost.is_none());
        let unsaved = edits.filter(|entry| {
            let is_undone = undone.contains_key(&entry.id);
            // A change of the time scale belongs to no file, so no save contains it.
            let is_of_no_file = || {
                entry
                    .steps
                    .iter()
                    .all(|step| step.scenes().is_empty() && !step.is_on_disk())
            };
            !self.unsaved_scenes(entry, is_undone).is_empty() || (!is_undone && is_of_no_file())
        });
        unsaved.count() as u64
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn destroyed_by(&self, object: ObjectId) -> Option<u64> {
        self.destroyed_by(object)
    }

    fn is_as_in_file(&self, view: WorldView<'_>, scene: usize) -> bool {
        SessionView::new(view, self).is_as_in_file(scene)
    }

    fn made_bytes(&self) -> usize {
        self.created_totals().1
    }
}

impl Edits {
    /// Returns the scenes whose files do not contain the current result of the journal entry: its changes if it is in
    /// effect, and their undo if it is undone.
    pub(in crate::session) fn unsaved_scenes(&self, entry: &Entry<Edit, About>, is_undone: bool) -> BTreeSet<usize> {
        let saved: BTreeSet<usize> = self.saved_scenes(entry.id).collect();
        let scenes = entry.steps.iter().flat_map(Edit::scenes);
        scenes.filter(|scene| saved.contains(scene) == is_undone).collect()
    }
}
