//! The facts about unsaved changes that a reader may request.
//!
//! A reader sees the changes themselves in the world that it reads. It never sees who made them, in which order, or how
//! to undo them.

use crate::targets::Targets;
use crate::view::WorldView;
use host_bridge::ObjectId;

/// Gives readers the facts about unsaved changes. The session of the bridge implements it.
pub trait Changes {
    /// Returns the targets of references that edits of this session set.
    fn targets(&self) -> &Targets;

    /// Returns the number of successful writes in this session, including undos and selections. It never falls, so that
    /// caches can compare it.
    fn writes(&self) -> u64;

    /// Returns the number of edits that are not saved, including saved ones whose undo is not saved.
    fn unsaved_edits(&self) -> u64;

    /// Returns the revision of the edit journal. Two equal values mean that no edit was recorded in between.
    fn revision(&self) -> u64;

    /// Returns the id of the journal entry that destroyed the object; `None` if no entry in effect did.
    fn destroyed_by(&self, object: ObjectId) -> Option<u64>;

    /// True if a reload of the scene's file would show the same as the view. `scene` is its position in the session's
    /// list.
    fn is_as_in_file(&self, view: WorldView<'_>, scene: usize) -> bool;

    /// Returns the memory in bytes of the objects that no file contains.
    fn made_bytes(&self) -> usize;
}

/// The facts about a session without changes, for tests.
#[cfg(test)]
pub(crate) struct Unchanged;

#[cfg(test)]
impl Changes for Unchanged {
    fn targets(&self) -> &Targets {
        static NONE: std::sync::LazyLock<Targets> = std::sync::LazyLock::new(Targets::default);
        &NONE
    }

    fn writes(&self) -> u64 {
        0
    }

    fn unsaved_edits(&self) -> u64 {
        0
    }

    fn revision(&self) -> u64 {
        0
    }

    fn destroyed_by(&self, _object: ObjectId) -> Option<u64> {
        None
    }

    fn is_as_in_file(&self, _view: WorldView<'_>, _scene: usize) -> bool {
        true
    }

    fn made_bytes(&self) -> usize {
        0
    }
}
