//! `SessionView`: the session's own read-only view, which includes the edits.

use crate::session::edits::Edits;
use host_project_query::query_view::QueryView;
use host_project_world::view::WorldView;
use std::ops::Deref;

/// A read-only view of the session's objects, together with the edits. Other crates get the view without the edits.
#[derive(Clone, Copy)]
pub(in crate::session) struct SessionView<'v> {
    view: QueryView<'v>,
    pub(in crate::session) edits: &'v Edits,
}

impl<'v> SessionView<'v> {
    pub(in crate::session) fn new(view: WorldView<'v>, edits: &'v Edits) -> Self {
        let view = QueryView::new(view);
        Self { view, edits }
    }
}

impl<'v> Deref for SessionView<'v> {
    type Target = QueryView<'v>;

    fn deref(&self) -> &QueryView<'v> {
        &self.view
    }
}
