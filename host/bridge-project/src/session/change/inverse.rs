//! How a change is taken back where it stands, so that a preview costs what it changes and not what is loaded.
//!
//! Belongs here: flags and component lists. Does not: the hierarchy, whose order and indexes are worked out anew in any case.

use crate::session::Session;
use crate::session::edits::Edit;
use crate::session::pick_ui::laid::Laid;
use crate::session::world::NodeAt;
use unity_project::expand::Component;

/// What stood there before a change.
pub(in crate::session) enum Inverse {
    /// The world has no part in it.
    Nothing,
    Active(NodeAt, bool),
    /// `None` = the list that its file has.
    Components(NodeAt, Option<Vec<Component>>),
    /// Only building the world anew takes it back.
    Hierarchy,
}

impl Session {
    /// To be asked before the change is made.
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

    /// Takes back the changes behind the first `kept` ones of this command; false where one of them changed the hierarchy.
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
        self.kept.laid = Laid::default();
        true
    }
}
