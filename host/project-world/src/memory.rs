//! The memory budget of loaded scenes and cached files, and the remedy for a scene that has no room.

use crate::lookup::Lookup;
use crate::scene_slot::SceneSlot;
use crate::view::WorldView;
use host_bridge::{BridgeError, BridgeErrorKind};
use unity_files::{AssetProblem, Excess};
use unity_project::expand::Flat;

/// The text before the paths of scenes that stay loaded.
const KEPT: &str = "raise `project.memory`, or save or undo what was changed in scenes that aren't closed for it while that is not saved";

impl<'s> WorldView<'s> {
    /// The other loaded scenes that are not closed for this one: a reload from their files would lose edits of this
    /// session.
    pub fn changed_beside(self, at: usize) -> impl Iterator<Item = &'s SceneSlot> {
        let slots = self.scenes.iter().enumerate();
        slots
            .filter(move |(other, slot)| {
                *other != at && slot.loaded.is_some() && !self.changes.is_as_in_file(self, *other)
            })
            .map(|(_, slot)| slot)
    }

    /// Why that scene is not loaded, with the current remedy: scenes with edits are not closed for it.
    pub fn with_remedy(self, at: usize, problem: &AssetProblem) -> String {
        let is_room = matches!(
            problem,
            AssetProblem::OverBudget {
                excess: Excess::Room { .. }
            }
        );
        if !is_room {
            return problem.with_remedy();
        }
        let changed: Vec<&str> = self.changed_beside(at).map(|slot| slot.file.path.as_str()).collect();
        match changed.as_slice() {
            [] => problem.with_remedy(),
            changed => format!("{problem}; {KEPT}: {}", changed.join(", ")),
        }
    }
}

impl Lookup<'_> {
    /// Limit of all loaded scenes together. The other half of the budget is for expanding files.
    pub fn scenes_limit(&self) -> usize {
        self.memory / 2
    }

    /// Memory of all other scenes, of objects created in this session, and of all held texts.
    pub fn held_beside(&self, at: usize) -> usize {
        let scenes = self.scenes.iter().enumerate().filter(|(other, _)| *other != at);
        let scenes = scenes.filter_map(|(_, slot)| slot.loaded.as_ref());
        let scenes: usize = scenes.map(|loaded| loaded.flat.weight).sum();
        scenes + self.held + self.kept.unloaded.weight() + self.changes.made_bytes() + self.library.text_bytes()
    }

    /// Whether data of that size may be cached beside the loaded scenes.
    pub(crate) fn has_room_beside(&self, weight: usize) -> bool {
        self.held_beside(usize::MAX) + weight <= self.scenes_limit()
    }

    /// # Errors
    /// `Conflict` if the session has no room for objects of that size.
    pub fn room_for_created(&self, flat: &Flat) -> Result<(), BridgeError> {
        let limit = self.scenes_limit();
        if self.held_beside(usize::MAX) + flat.weight <= limit {
            return Ok(());
        }
        let message = format!("the session's scenes and objects would take more than {limit} bytes of memory");
        Err(BridgeError::new(BridgeErrorKind::Conflict, message)
            .with_hint("raise `project.memory`, or undo what was made (undo_edits) and restart the host"))
    }
}
