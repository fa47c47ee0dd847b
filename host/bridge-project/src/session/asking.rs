//! What a read command receives: a read-only view of the session, or a lookup that may also read files and cache
//! results.
//!
//! Neither of them gives access to the session itself.

use super::Session;
use super::lookup::Lookup;
use super::view::WorldView;

impl Session {
    /// A view of the session's own objects.
    pub(super) fn view(&self) -> WorldView<'_> {
        WorldView::of(&self.library, &self.scenes, &self.world, &self.edits, &self.options)
    }

    pub(super) fn lookup(&mut self) -> Lookup<'_> {
        Lookup {
            library: &mut self.library,
            kept: &mut self.kept,
            numbers: &mut self.numbers,
            scenes: &self.scenes,
            world: &self.world,
            edits: &self.edits,
            options: &self.options,
            clock: self.clock,
        }
    }
}
