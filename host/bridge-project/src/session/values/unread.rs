//! What a reader is told of values that nobody can know without Unity, or that can't be read.

use crate::session::view::WorldView;
use crate::session::world::NodeAt;
use unity_project::expand::component_tree;

impl WorldView<'_> {
    /// That more belongs to the object than is told of it.
    pub(in crate::session) fn unread(self, at: NodeAt) -> Option<String> {
        self.world.object(at).filter(|object| object.is_opaque())?;
        let path = self.path(at);
        let why = self.why_unread(at);
        Some(format!(
            "{path} is an instance of which only what it sets itself is known: {why}; it may have other components, values and parts"
        ))
    }

    /// That the object lists components of which nothing can be read.
    pub(in crate::session) fn lost(self, at: NodeAt) -> Option<String> {
        let lost = self.world.object(at)?.lost;
        let path = self.path(at);
        (lost > 0).then(|| {
            format!(
                "{path} lists {lost} more components than are told: their documents are not in the file, or are broken"
            )
        })
    }

    /// That a component's fields can't be read.
    pub(in crate::session) fn broken(self, at: NodeAt, position: usize) -> Option<String> {
        let types = self.library.types();
        let component = self.world.components(at).get(position)?;
        let problem = component_tree(component, types).err()?;
        let (path, name) = (self.path(at), types.name(component.kind));
        Some(format!(
            "component {position} of {path} ({name}) cannot be read: {problem}"
        ))
    }
}
