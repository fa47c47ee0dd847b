//! Implements the trait `Changes`, through which reading crates access information about the edits.

use super::Edits;
use crate::session::reading::session_view::SessionView;
use host_bridge::ObjectId;
use host_project_world::changes::Changes;
use host_project_world::targets::Targets;
use host_project_world::view::WorldView;

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
        let unsaved = edits.filter(|entry| match undone.contains_key(&entry.id) {
            true => self.saved_scenes(entry.id).next().is_some(),
            false => !self.is_saved(entry),
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
