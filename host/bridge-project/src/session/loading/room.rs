//! Limits the memory of loaded scenes, and closes scenes to free memory. `expand::budget` computes the memory use and
//! the limit of one file.

use crate::session::Session;
use host_bridge::SceneId;
use host_project_world::scene_slot::SceneSlot;
use host_project_world::world::World;
use unity_files::{AssetProblem, Excess};
use unity_project::expand::Flat;
use unity_scripts::background_files::discard;

/// Whether other scenes may be closed to free memory for the scene that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Room {
    /// Other scenes may be closed, because a caller requested this scene.
    Make,
    /// No scene may be closed, because the scene is one of many or is read again after a change of its file.
    Leave,
}

impl Session {
    /// Checks the memory limit for a scene that was just read. If necessary, first drops caches. Then, with
    /// `Room::Make`, closes the least recently requested scenes without unsaved edits, and adds them to `closed`.
    /// Closes none if that would not free enough memory.
    pub(in crate::session) fn make_room(
        &mut self,
        at: usize,
        flat: &Flat,
        room: Room,
        closed: &mut Vec<SceneId>,
    ) -> Result<(), AssetProblem> {
        let limit = self.files().scenes_limit();
        // The scene's own text is counted with the other texts.
        let weight = flat.weight.saturating_sub(flat.text_bytes());
        if self.files().held_beside(at) + weight <= limit {
            return Ok(());
        }
        self.caches.unloaded.clear();
        let index = self.query_caches.make_room();
        discard(self.library.types().sources(), index);
        self.library.evict(0);
        if self.files().held_beside(at) + weight <= limit {
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
        let needed = self.library.texts_of(flat) + weight + self.edits.created_totals().1;
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
        // The world also contains the scenes. It is built again afterwards.
        self.world = World::default();
        for (_, other) in others {
            self.close(other, closed);
            if self.files().held_beside(at) + weight <= limit {
                break;
            }
        }
        Ok(())
    }

    /// Returns the memory use of a loaded scene in bytes, including its texts. 0 if it is not loaded.
    fn weight_of(&self, slot: &SceneSlot) -> usize {
        let flat = slot.loaded.as_ref().map(|loaded| &loaded.flat);
        flat.map_or(0, |flat| flat.weight + self.library.texts_of(flat))
    }

    /// Closes a loaded scene. Its ids and edits are kept until it is loaded again. The caller must rebuild the world.
    fn close(&mut self, at: usize, closed: &mut Vec<SceneId>) {
        if let Some(slot) = self.scenes.get_mut(at)
            && slot.loaded.take().is_some()
        {
            slot.wanted = false;
            closed.push(SceneId(u32::try_from(at).unwrap_or(u32::MAX)));
        }
    }
}

#[cfg(test)]
mod tests;
