//! The memory limit for loaded scenes and cached files, and the hint for a scene that exceeds it.

use crate::lookup::Lookup;
use crate::scene_slot::SceneSlot;
use crate::view::WorldView;
use host_bridge::{BridgeError, BridgeErrorKind};
use unity_files::{AssetProblem, Excess};
use unity_project::expand::Flat;

/// The hint in the error for a scene that exceeds the memory limit. The paths of scenes that must stay loaded follow.
const KEPT: &str = "raise `project.memory`, or save or undo what was changed in scenes that aren't closed for it while that is not saved";

impl<'s> WorldView<'s> {
    /// Returns the loaded scenes with unsaved edits, except the scene `at`. The host keeps them open: edits would be
    /// lost.
    pub fn changed_beside(self, at: usize) -> impl Iterator<Item = &'s SceneSlot> {
        let slots = self.scenes.iter().enumerate();
        slots
            .filter(move |(other, slot)| {
                *other != at && slot.loaded.is_some() && !self.changes.is_as_in_file(self, *other)
            })
            .map(|(_, slot)| slot)
    }

    /// Returns why the scene `at` is not loaded. If memory is too small, names the scenes that unsaved edits keep open.
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
    /// Returns the limit in bytes for all loaded scenes together, which is half of the limit for all memory (`memory`).
    pub fn scenes_limit(&self) -> usize {
        self.memory / 2
    }

    /// Returns the memory in bytes of everything that is loaded or cached, except the scene at the position `at`.
    pub fn held_beside(&self, at: usize) -> usize {
        let scenes = self.scenes.iter().enumerate().filter(|(other, _)| *other != at);
        let scenes = scenes.filter_map(|(_, slot)| slot.loaded.as_ref());
        let scenes: usize = scenes.map(|loaded| loaded.flat.weight).sum();
        scenes + self.held + self.kept.unloaded.weight() + self.changes.made_bytes() + self.library.text_bytes()
    }

    /// Returns true if the host can cache `weight` more bytes without exceeding the memory limit for loaded scenes.
    pub(crate) fn has_room_beside(&self, weight: usize) -> bool {
        self.held_beside(usize::MAX) + weight <= self.scenes_limit()
    }

    /// Checks that created objects fit into the memory limit for loaded scenes.
    ///
    /// # Errors
    /// `Conflict` if the new objects exceed the memory limit.
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
