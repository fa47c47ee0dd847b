//! Undoes a change in place, so that a preview costs as much as its changes and not as much as all loaded scenes.
//!
//! Covers flags and component lists. The hierarchy is not covered: its order and indexes are always computed again.

use crate::session::Session;
use crate::session::edits::Edit;
use host_project_world::world::NodeAt;
use unity_project::expand::Component;

/// The state before a change.
pub(in crate::session) enum Inverse {
    /// The change does not affect the world.
    Nothing,
    Active(NodeAt, bool),
    /// `None` = the component list of the file.
    Components(NodeAt, Option<Vec<Component>>),
    /// Can only be undone by building the world again.
    Hierarchy,
}

impl Session {
    /// To be called before the change is made.
    pub(super) fn inverse_of(&self, edit: &Edit) -> Inverse {
        let at = edit.object().and_then(|object| self.world.find(object));
        match (edit, at) {
            (Edit::Time { .. }, _) => Inverse::Nothing,
            (Edit::Active { .. }, Some(at)) => Inverse::Active(at, self.world.node(at).is_some_and(|node| node.active)),
            (Edit::Field { .. } | Edit::Add { .. } | Edit::Remove { .. }, Some(at)) => {
                Inverse::Components(at, self.world.overlaid(at).map(<[Component]>::to_vec))
            }
            _ => Inverse::Hierarchy,
        }
    }

    /// Undoes the changes after the first `kept` ones of this command; false if one of them changed the hierarchy.
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
