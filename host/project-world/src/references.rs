//! Resolves a reference `{fileID: …}` in a component to an object of the session, or to a component of an object.

use crate::view::WorldView;
use crate::world::NodeAt;
use unity_project::expand::Component;
use unity_yaml::FileRef;

/// The identity of the target of a reference: its file id, and the file that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The file id of the target object or component.
    pub id: i64,
    /// The file id of the PrefabInstance that contains the target; 0 if the scene's own file contains the target.
    pub instance: i64,
    /// True if the reference itself is stored in the scene's file, not in a prefab's.
    pub in_scene: bool,
}

impl WorldView<'_> {
    /// Returns the object to which the reference `file` points. If the target is a component, also returns its position
    /// in the object's component list. `file` is a value in `component`, a component of the object `from`. Returns
    /// `None` if the reference is null, points to an asset, or has no existing target.
    ///
    /// A file id belongs to the file that stores the reference: the scene, a prefab, or a prefab nested in it. For
    /// nested prefabs, Unity combines the ids of each level by exclusive or.
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

    /// Returns the file id and file to which the reference `file` in `component` points. The target need not exist.
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
