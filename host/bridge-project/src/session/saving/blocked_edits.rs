//! Edits that cannot be saved to files, and the journal entries that contain them.

use super::cannot;
use crate::session::Session;
use crate::session::edits::Edit;
use crate::session::reading::session_view::SessionView;
use host_bridge::BridgeError;
use host_project_world::ids::scene_of;
use std::collections::BTreeSet;

/// Maximum number of journal entries that an error message lists.
const NAMED: usize = 8;

impl SessionView<'_> {
    /// Checks that no object or component of the scene was created, removed or moved in this session.
    pub(super) fn only_values_changed(self, scene: usize, path: &str) -> Result<(), BridgeError> {
        let journal = &self.edits.journal;
        let undone = journal.undone_entries();
        let of_scene = |step: &&Edit| !step.is_value() && step.scenes().contains(&scene);
        let mut named = Vec::new();
        for entry in journal.entries().iter().filter(|entry| !undone.contains_key(&entry.id)) {
            if let Some(step) = entry.steps.iter().find(of_scene) {
                named.push(format!("entry {}: {step}", entry.id));
            }
        }
        let older = journal.base().iter().filter(of_scene).count();
        if named.is_empty() && older == 0 {
            return Ok(());
        }
        let more = named.len().saturating_sub(NAMED);
        named.truncate(NAMED);
        if more > 0 {
            named.push(format!("{more} entries more"));
        }
        if older > 0 {
            named.push(format!("{older} changes that are too old to be undone"));
        }
        Err(cannot(format!(
            "{path} can't be saved: only values of fields and active flags are written to files, but objects or components were created, removed or moved: {}",
            named.join("; ")
        ))
        .with_hint("undo these entries (undo_edits) and make such changes in Unity; nothing was written"))
    }
}

impl Session {
    /// Returns a note if changes of the current call, such as a created object, prevent saving their scenes. `None` if
    /// saving is switched off.
    pub(in crate::session) fn blocks_saving(&self) -> Option<String> {
        let steps = self.edits.journal.open().iter().filter(|step| !step.is_value());
        let scenes: BTreeSet<usize> = steps.flat_map(Edit::scenes).collect();
        let slots = scenes.into_iter().filter_map(|scene| self.scenes.get(scene));
        let paths: Vec<&str> = slots.map(|slot| slot.file.path.as_str()).collect();
        let is_told = self.may_save() && !self.options.is_sample && !paths.is_empty();
        is_told.then(|| {
            format!(
                "save_scenes writes only values of fields and active flags: because of objects or components created, removed or moved here it rejects {}",
                paths.join(", ")
            )
        })
    }
}

impl Edit {
    /// True if the edit changes only a value, so that it can be saved.
    fn is_value(&self) -> bool {
        matches!(self, Self::Field { .. } | Self::Active { .. } | Self::Time { .. })
    }

    pub(in crate::session) fn scenes(&self) -> BTreeSet<usize> {
        let parents = match self {
            Self::Parent { parent, from, .. } => [*parent, *from],
            _ => [None, None],
        };
        let objects = self.object().into_iter().chain(parents.into_iter().flatten());
        objects.filter_map(scene_of).collect()
    }
}
