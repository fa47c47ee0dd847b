//! Undoes a change in place, so that a preview costs as much as its changes and not as much as all loaded scenes.
//!
//! Covers active flags and component lists. Changes of the hierarchy are not covered: they need a new world.

use crate::session::Session;
use crate::session::edits::Edit;
use host_project_world::world::NodeAt;
use unity_project::expand::Component;

/// The data that undoes one change.
pub(in crate::session) enum Inverse {
    /// No data, because the change does not affect the world.
    Nothing,
    Active(NodeAt, bool),
    /// The former component list of an object; `None` = the component list of the file.
    Components(NodeAt, Option<Vec<Component>>),
    /// The change can only be undone by building the world again.
    Hierarchy,
}

impl Session {
    /// Returns the data to undo the edit. Must be called before the edit is made.
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

    /// Undoes the changes of this command except the first `kept` ones. Returns false if one of them changed the
    /// hierarchy.
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
