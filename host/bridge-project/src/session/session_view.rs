//! The view of the session's own code: a view of the world, together with the edits.

use super::edits::Edits;
use super::view::WorldView;
use std::ops::Deref;

/// A view of the world, and the edits that readers cannot name.
#[derive(Clone, Copy)]
pub(super) struct SessionView<'v> {
    view: WorldView<'v>,
    pub(super) edits: &'v Edits,
}

impl<'v> SessionView<'v> {
    pub(super) fn of(view: WorldView<'v>, edits: &'v Edits) -> Self {
        Self { view, edits }
    }
}

impl<'v> Deref for SessionView<'v> {
    type Target = WorldView<'v>;

    fn deref(&self) -> &WorldView<'v> {
        &self.view
    }
}
