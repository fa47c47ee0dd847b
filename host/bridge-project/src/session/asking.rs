//! What a question gets of the session: a view that changes nothing, or a lookup that may read files and keep what it found.
//!
//! Neither of them knows the session.

use super::Session;
use super::lookup::Lookup;
use super::view::WorldView;

impl Session {
    /// The session's own objects.
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
