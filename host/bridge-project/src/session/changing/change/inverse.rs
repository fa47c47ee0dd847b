//! Undoes changes without a reload, so that the time of a preview depends on its changes and not on the loaded scenes.
//!
//! Supports active flags and component lists. After a change of the hierarchy, the session must be rebuilt instead.

use crate::session::Session;
use crate::session::edits::Edit;
use host_project_world::world::NodeAt;
use unity_project::expand::Component;

pub(in crate::session) enum Inverse {
    Nothing,
    Active(NodeAt, bool),
    /// Undo the change by setting the object's component list to this one; `None` for the list in the object's file.
    Components(NodeAt, Option<Vec<Component>>),
    /// Undo the change by rebuilding all objects from the files and edits, because it cannot be undone alone.
    Hierarchy,
}

impl Session {
    /// Returns the data from which the edit can be undone. Must be called before the edit is made.
    pub(super) fn inverse_of(&self, edit: &Edit) -> Inverse {
        let at = edit.object().and_then(|object| self.world.find(object));
        match (edit, at) {
            (Edit::Time { .. } | Edit::Source { .. } | Edit::Asset { .. }, _) => Inverse::Nothing,
            (Edit::Active { .. }, Some(at)) => Inverse::Active(at, self.world.node(at).is_some_and(|node| node.active)),
            (Edit::Field { .. } | Edit::Add { .. } | Edit::Remove { .. }, Some(at)) => {
                Inverse::Components(at, self.world.overlaid(at).map(<[Component]>::to_vec))
            }
            _ => Inverse::Hierarchy,
        }
    }

    /// Undoes the changes of the current command after its first `kept` ones. If one of them changed the hierarchy,
    /// changes nothing and returns false.
    pub(super) fn take_back_in_place(&mut self, kept: usize) -> bool {
        let made = self.inverses.split_off(kept.min(self.inverses.len()));
        if made.iter().any(|inverse| matches!(inverse, Inverse::Hierarchy)) {
            return false;
        }
        for inverse in made.into_iter().rev() {
            match inverse {
                Inverse::Active(at, active) => self.world.set_active(at, active),
                Inverse::Components(at, components) => self.world.overlay(at, components),
                Inverse::Nothing | Inverse::Hierarchy => {}
            }
        }
        self.scene_caches.forget_layout();
        true
    }
}
