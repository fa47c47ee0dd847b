//! Notes for callers about values that cannot be known without Unity, or that cannot be read.

use crate::view::WorldView;
use crate::world::NodeAt;
use unity_project::expand::component_tree;

impl WorldView<'_> {
    /// Returns a note if the object is a prefab instance with an unreadable source: only its overrides are known.
    pub fn unread_note(self, at: NodeAt) -> Option<String> {
        self.world.object(at).filter(|object| object.is_opaque())?;
        let path = self.path(at);
        let why = self.why_unread(at);
        Some(format!(
            "only the overrides of the instance {path} are known: {why}; it may have other components, values and parts"
        ))
    }

    /// Returns a note if the object lists components that cannot be read; `None` if all can be read.
    pub fn lost_components_note(self, at: NodeAt) -> Option<String> {
        let lost = self.world.object(at)?.lost;
        let path = self.path(at);
        (lost > 0).then(|| {
            format!(
                "{path} lists {lost} more components than are shown: their documents are not in the file, or are broken"
            )
        })
    }

    /// Returns a note if the fields of the component at `position` cannot be read; `None` if they can.
    pub fn broken_fields_note(self, at: NodeAt, position: usize) -> Option<String> {
        let types = self.library.types();
        let component = self.world.components(at).get(position)?;
        let problem = component_tree(component, types).err()?;
        let (path, name) = (self.path(at), types.name(component.kind));
        Some(format!(
            "component {position} of {path} ({name}) cannot be read: {problem}"
        ))
    }
}
