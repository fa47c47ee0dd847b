//! The view of queries: a view of the loaded objects (`World`) that also reads values.

use host_project_view::scene_view::SceneView;
use host_project_world::view::WorldView;
use host_project_world::world::World;
use std::ops::Deref;

/// A view of a `World` (the objects of files) with the computed positions of UI objects, for queries.
#[derive(Clone, Copy)]
pub struct QueryView<'v>(SceneView<'v>);

impl<'v> QueryView<'v> {
    /// Creates a query view of the `World` of `view`.
    pub fn new(view: WorldView<'v>) -> Self {
        Self(SceneView::new(view))
    }

    /// Returns this view with the `World` of another file, whose path is `file`; unchanged if `world` is `None`.
    pub fn with_world(self, world: Option<&'v World>, file: &'v str) -> Self {
        Self::new(WorldView::with_world(**self, world, file))
    }
}

impl<'v> Deref for QueryView<'v> {
    type Target = SceneView<'v>;

    #[inline]
    fn deref(&self) -> &SceneView<'v> {
        &self.0
    }
}
