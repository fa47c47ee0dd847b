//! A read-only view of the world for cameras, picks and layouts.

use host_project_world::view::WorldView;
use std::ops::Deref;

/// A view of the world with methods for cameras, picks and layouts.
#[derive(Clone, Copy)]
pub struct SceneView<'v>(WorldView<'v>);

impl<'v> SceneView<'v> {
    /// Creates the view from a general view of the same world.
    pub fn new(view: WorldView<'v>) -> Self {
        Self(view)
    }

    /// Returns this view with another screen size in pixels.
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
