//! The view for cameras, picks and layouts: a view of the world with methods that compute the visible objects.

use host_project_world::view::WorldView;
use std::ops::Deref;

/// A view of the world, for cameras, picks and layouts.
#[derive(Clone, Copy)]
pub struct SceneView<'v>(WorldView<'v>);

impl<'v> SceneView<'v> {
    /// Creates the view from a view of the same world.
    pub fn new(view: WorldView<'v>) -> Self {
        Self(view)
    }

    /// Returns this view for a screen of that width and height in pixels.
    pub fn on_screen(self, width: u32, height: u32) -> Self {
        Self(self.0.on_screen(width, height))
    }
}

impl<'v> Deref for SceneView<'v> {
    type Target = WorldView<'v>;

    #[inline]
    fn deref(&self) -> &WorldView<'v> {
        &self.0
    }
}
