//! A trait that gives read requests facts about the unsaved changes of the session.
//!
//! Read requests see the changed objects in the world that they read. This trait does not reveal who made a change, the
//! order of the changes, or how to undo them.

use crate::targets::Targets;
use crate::view::WorldView;
use host_bridge::ObjectId;

/// Facts about unsaved changes for read requests. The editing session of the bridge implements this trait.
pub trait Changes {
    /// Returns the targets of all references that edits of this session set.
    fn targets(&self) -> &Targets;

    /// Returns the number of successful writes in this session, including undos and selections. It never falls.
    fn writes(&self) -> u64;

    /// Returns the number of edits that are not saved, including saved ones whose undo is not saved.
    fn unsaved_edits(&self) -> u64;

    /// Returns the revision number of the edit journal, which changes with each recorded edit.
    fn revision(&self) -> u64;

    /// Returns the id of the journal entry that destroyed the object; `None` if no entry that still applies did.
    fn destroyed_by(&self, object: ObjectId) -> Option<u64>;

    /// Returns true if a reload from its file would not change the scene at this position of the session's list.
    fn is_as_in_file(&self, view: WorldView<'_>, scene: usize) -> bool;

    /// Returns the memory in bytes of the objects that were created in this session.
    fn made_bytes(&self) -> usize;
}

/// A session without changes, for tests.
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
