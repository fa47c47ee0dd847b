//! The memory of the session: the share used by loaded scenes, and the scenes that are closed to make room.
//!
//! Decides what is counted and what is closed. The costs, and the limit of one file, are in `expand::budget`.

use super::Session;
use super::lookup::Lookup;
use super::scene_slot::SceneSlot;
use super::view::WorldView;
use super::world::World;
use host_bridge::{BridgeError, BridgeErrorKind, SceneId};
use unity_project::beside::discard;
use unity_project::expand::Flat;
use unity_project::{AssetProblem, Excess};

/// The text before the paths of scenes that stay loaded.
const KEPT: &str = "raise `project.memory`, or save or undo what was changed in scenes that aren't closed for it while that is not saved";

/// Whether other scenes may be closed for the scene that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// A caller requested this scene now.
    Make,
    /// It is one of many, or is reloaded because its file changed.
    Leave,
}

impl Session {
    /// Admits a scene that was just expanded, if there is room, or makes room: first by dropping caches that can be
    /// read again, then, with `Room::Make`, by closing the least recently requested scenes without unsaved edits.
    /// `closed` receives these.
    ///
    /// # Errors
    /// `OverBudget`; then nothing was closed.
    pub(super) fn make_room(
        &mut self,
        at: usize,
        flat: &Flat,
        room: Room,
        closed: &mut Vec<SceneId>,
    ) -> Result<(), AssetProblem> {
        let limit = self.lookup().scenes_limit();
        // The estimate for its own text is counted with the texts.
        let weight = flat.weight.saturating_sub(flat.text_bytes());
        if self.lookup().held_beside(at) + weight <= limit {
            return Ok(());
        }
        self.kept.dumped = None;
        self.kept.unloaded.clear();
        self.kept.scan.forget();
        // Freeing it takes some time.
        discard(self.library.types().sources(), self.kept.users.forget());
        self.library.evict(0);
        if self.lookup().held_beside(at) + weight <= limit {
            return Ok(());
        }
        if room == Room::Leave {
            let excess = Excess::Room { limit };
            return Err(AssetProblem::OverBudget { excess });
        }
        let mut others: Vec<(u64, usize)> = (0..)
            .zip(&self.scenes)
            .filter_map(|(other, slot)| (other != at && slot.loaded.is_some()).then_some((slot.used, other)))
            .collect();
        others.sort_unstable();
        let needed = self.library.texts_of(flat) + weight + self.edits.made().1;
        if needed > limit {
            let excess = Excess::Memory { limit };
            return Err(AssetProblem::OverBudget { excess });
        }
        let changed: usize = self.view().changed_beside(at).map(|slot| self.weight_of(slot)).sum();
        if needed + changed > limit {
            let excess = Excess::Room { limit };
            return Err(AssetProblem::OverBudget { excess });
        }
        others.retain(|(_, other)| self.view().is_as_in_file(*other));
        // The world also holds the scenes; it is built again afterwards.
        self.world = World::default();
        for (_, other) in others {
            self.close(other, closed);
            if self.lookup().held_beside(at) + weight <= limit {
                break;
            }
        }
        Ok(())
    }

    /// The memory of a loaded scene, with its texts.
    fn weight_of(&self, slot: &SceneSlot) -> usize {
        let flat = slot.loaded.as_ref().map(|loaded| &loaded.flat);
        flat.map_or(0, |flat| flat.weight + self.library.texts_of(flat))
    }

    /// Closes a loaded scene; its ids and the session's edits on it are kept for the next opening. The world must be
    /// built again afterwards.
    fn close(&mut self, at: usize, closed: &mut Vec<SceneId>) {
        if let Some(slot) = self.scenes.get_mut(at)
            && slot.loaded.take().is_some()
        {
            slot.wanted = false;
            closed.push(SceneId(u32::try_from(at).unwrap_or(u32::MAX)));
        }
    }
}

impl<'s> WorldView<'s> {
    /// The other loaded scenes that are not closed for this one: a reload from their files would lose edits of this
    /// session.
    pub(super) fn changed_beside(self, at: usize) -> impl Iterator<Item = &'s SceneSlot> {
        let slots = self.scenes.iter().enumerate();
        slots
            .filter(move |(other, slot)| {
                *other != at && slot.loaded.is_some() && !self.changes.is_as_in_file(self, *other)
            })
            .map(|(_, slot)| slot)
    }

    /// Why that scene is not loaded, with the current remedy: scenes with edits are not closed for it.
    pub(super) fn with_remedy(self, at: usize, problem: &AssetProblem) -> String {
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
    fn scenes_limit(&self) -> usize {
        self.memory / 2
    }

    /// Memory of all other scenes, of objects created in this session, and of all held texts.
    fn held_beside(&self, at: usize) -> usize {
        let scenes = self.scenes.iter().enumerate().filter(|(other, _)| *other != at);
        let scenes = scenes.filter_map(|(_, slot)| slot.loaded.as_ref());
        let scenes: usize = scenes.map(|loaded| loaded.flat.weight).sum();
        let dumped = self
            .kept
            .dumped
            .as_ref()
            .map_or(0, super::hierarchy::dumped::Dumped::weight);
        scenes
            + dumped
            + self.kept.unloaded.weight()
            + self.kept.users.bytes()
            + self.kept.scan.bytes()
            + self.changes.made_bytes()
            + self.library.text_bytes()
    }

    /// Whether data of that size may be cached beside the loaded scenes.
    pub(super) fn has_room_beside(&self, weight: usize) -> bool {
        self.held_beside(usize::MAX) + weight <= self.scenes_limit()
    }

    /// # Errors
    /// `Conflict` if the session has no room for objects of that size.
    pub(super) fn room_for_created(&self, flat: &Flat) -> Result<(), BridgeError> {
        let limit = self.scenes_limit();
        if self.held_beside(usize::MAX) + flat.weight <= limit {
            return Ok(());
        }
        let message = format!("the session's scenes and objects would take more than {limit} bytes of memory");
        Err(BridgeError::new(BridgeErrorKind::Conflict, message)
            .with_hint("raise `project.memory`, or undo what was made (undo_edits) and restart the host"))
    }
}

#[cfg(test)]
mod tests;
