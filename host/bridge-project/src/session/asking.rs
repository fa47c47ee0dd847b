//! What a read command receives: a read-only view of the session, or a lookup that may also read files and cache
//! results.
//!
//! Neither of them gives access to the session itself.

use super::Session;
use super::lookup::Lookup;
use super::session_view::SessionView;
use super::view::WorldView;

impl Session {
    /// A view of the session's own objects.
    pub(super) fn view(&self) -> SessionView<'_> {
        let screen = self.options.screen;
        let view = WorldView::of(&self.library, &self.scenes, &self.world, &self.edits, screen);
        SessionView::of(view, &self.edits)
    }

    pub(super) fn lookup(&mut self) -> Lookup<'_> {
        Lookup {
            library: &mut self.library,
            kept: &mut self.kept,
            numbers: &mut self.numbers,
            scenes: &self.scenes,
            world: &self.world,
            changes: &self.edits,
            screen: self.options.screen,
            memory: self.options.memory,
            clock: self.clock,
        }
    }
}
