//! The facts about unsaved changes that a reader may request.
//!
//! A reader sees the changes themselves in the world that it reads. It never sees who made them, in which order, or how
//! to undo them.

use crate::targets::Targets;
use crate::view::WorldView;
use host_bridge::ObjectId;

/// The owner of the unsaved changes, for readers.
pub trait Changes {
    /// The targets of the references set in this session.
    fn targets(&self) -> &Targets;

    /// The number of successful writes.
    fn writes(&self) -> u64;

    /// Equal values mean that nothing was recorded in between.
    fn revision(&self) -> u64;

    /// The entry in effect that destroyed the object.
    fn destroyed_by(&self, object: ObjectId) -> Option<u64>;

    /// Whether a reload of the scene's file would show everything that the view does.
    fn is_as_in_file(&self, view: WorldView<'_>, scene: usize) -> bool;

    /// Memory of the objects that are in no file.
    fn made_bytes(&self) -> usize;
}

/// No changes.
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
