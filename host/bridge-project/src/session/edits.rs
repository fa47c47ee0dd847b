//! The session's changes on objects, kept in order so that they can be laid over re-read files again.

use super::world::World;
use host_bridge::ObjectId;
use std::fmt;

/// Structural changes beyond this are refused: each costs memory until the host ends.
pub(super) const MAX_EDITS: usize = 100_000;

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    Active { object: ObjectId, active: bool },
    Parent { object: ObjectId, parent: Option<ObjectId> },
    Destroy { object: ObjectId },
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Active { object, active } => {
                write!(f, "{object} set {}", if *active { "active" } else { "inactive" })
            }
            Self::Parent {
                object,
                parent: Some(parent),
            } => write!(f, "{object} moved below {parent}"),
            Self::Parent { object, parent: None } => write!(f, "{object} made a root"),
            Self::Destroy { object } => write!(f, "{object} destroyed"),
        }
    }
}

/// All changes so far and the number of successful writes.
#[derive(Debug, Default)]
pub(super) struct Edits {
    in_order: Vec<Edit>,
    pub(super) writes: u64,
}

impl Edits {
    pub(super) fn is_full(&self) -> bool {
        self.in_order.len() >= MAX_EDITS
    }

    pub(super) fn add(&mut self, edit: Edit) {
        // Only the last flag of an object counts; moves stay, because a later one may need an earlier one.
        if let Edit::Active { object, .. } = edit {
            self.in_order
                .retain(|known| !matches!(known, Edit::Active { object: other, .. } if *other == object));
        }
        self.in_order.push(edit);
    }

    /// Lays all changes over a fresh world; those that no longer fit are dropped and returned.
    /// A change on an object of a scene that is not loaded waits for it.
    pub(super) fn lay_over(&mut self, world: &mut World, is_loaded: impl Fn(ObjectId) -> bool) -> Vec<Edit> {
        let mut gone = Vec::new();
        self.in_order.retain(|edit| {
            let fits = apply(world, edit);
            let (object, other) = match *edit {
                Edit::Active { object, .. } | Edit::Destroy { object } => (object, None),
                Edit::Parent { object, parent } => (object, parent),
            };
            let waits = !is_loaded(object) || other.is_some_and(|other| !is_loaded(other));
            if !fits && !waits {
                gone.push(*edit);
            }
            fits || waits
        });
        gone
    }
}

fn apply(world: &mut World, edit: &Edit) -> bool {
    let object = match edit {
        Edit::Active { object, .. } | Edit::Parent { object, .. } | Edit::Destroy { object } => *object,
    };
    let Some(at) = world.find(object) else { return false };
    match edit {
        Edit::Active { active, .. } => world.mark_active(at, *active),
        Edit::Destroy { .. } => world.destroy(at),
        Edit::Parent { parent: None, .. } => world.hang(at, None),
        Edit::Parent {
            parent: Some(parent), ..
        } => match world.find(*parent) {
            Some(parent) if !world.is_below(parent, at) => world.hang(at, Some(parent)),
            _ => return false,
        },
    }
    true
}
