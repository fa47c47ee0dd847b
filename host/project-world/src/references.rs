//! Resolves a `{fileID: …}` in a component to an object of the session, or to a component of an object.

use crate::view::WorldView;
use crate::world::NodeAt;
use unity_project::expand::Component;
use unity_yaml::FileRef;

/// The object or component in a file that a local id refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The file id of the target.
    pub id: i64,
    /// The file id of the PrefabInstance that contains the target; 0 = the scene's own file contains it.
    pub instance: i64,
    /// True if the value that contains the id is in the scene's file.
    pub in_scene: bool,
}

impl WorldView<'_> {
    /// Returns the object to which `file` refers. If the id is that of a component, also returns the component's
    /// position on the object. `file` is a value of `component`, which belongs to `from`. Returns `None` for null, an
    /// asset, and a missing target.
    ///
    /// An id belongs to the file that contains the value: the scene's own, a prefab's, or that of a prefab nested in
    /// it. Unity computes ids in nested prefabs by exclusive or, level by level. So the change of the component's own
    /// id also applies to the reference.
    pub fn resolve_reference(
        self,
        from: NodeAt,
        component: &Component,
        file: FileRef,
    ) -> Option<(NodeAt, Option<usize>)> {
        if file.file_id == 0 || !file.guid.is_none() {
            return None;
        }
        let position = |at: NodeAt, id: i64| {
            let components = self.world.components(at).iter();
            let position = components.enumerate().find(|(_, component)| component.id == id);
            position.map(|(position, _)| (at, Some(position)))
        };
        if let Some(target) = self.changes.targets().get(file.file_id) {
            let at = self.world.find(target.object)?;
            let Some(id) = target.component else {
                return Some((at, None));
            };
            return position(at, id);
        }
        let Key { id, instance, .. } = self.key_of_reference(from, component, file)?;
        let at = self.world.by_file_id(from, id, instance)?;
        let object = self.world.object(at)?;
        if object.id == id && object.instance == instance {
            return Some((at, None));
        }
        position(at, id)
    }

    /// Returns the file id to which `file`, a value of `component`, refers, and the file of that id. The target may be
    /// missing.
    pub fn key_of_reference(self, from: NodeAt, component: &Component, file: FileRef) -> Option<Key> {
        let flat = self.world.flat(from)?;
        let instance = self.world.object(from)?.instance;
        let overridden = component.overrides.as_ref().and_then(|chain| chain.origin(file));
        let (source, id_there) = match (overridden, &component.text) {
            (Some((source, id)), _) => (source, id),
            (None, Some((source, at))) => (source, source.document(*at)?.id()),
            (None, None) => return None,
        };
        let in_scene = flat
            .file
            .as_ref()
            .is_none_or(|file| std::sync::Arc::ptr_eq(source, file));
        let (id, instance) = if in_scene {
            match flat.placeholders.get(&file.file_id) {
                Some((instance, source)) => (*source, *instance),
                None => (file.file_id, 0),
            }
        } else if id_there == component.id {
            (file.file_id, instance)
        } else {
            ((file.file_id ^ id_there ^ component.id) & i64::MAX, instance)
        };
        Some(Key { id, instance, in_scene })
    }
}
