//! What a `{fileID: …}` in a component stands for in this session: an object, or a component on one.

use super::view::WorldView;
use super::world::NodeAt;
use unity_project::expand::Component;
use unity_yaml::FileRef;

/// What a local id means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) id: i64,
    /// The PrefabInstance's id; 0 = the scene's own file has it.
    pub(super) instance: i64,
    /// The value that names it stands in the scene's file.
    pub(super) in_scene: bool,
}

impl WorldView<'_> {
    /// The object, and the component's position on it where a component is meant. `component` is one of `from`'s;
    /// `file` is a value of its tree. `None` for nothing, an asset, and what is gone.
    ///
    /// An id counts in the file that the value stands in: the scene's own, a prefab's, or one nested in that. Within
    /// prefabs an id changes by exclusive or from level to level, so the component's own ids on both ends tell the way.
    pub(super) fn resolve_reference(
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
        if let Some(target) = self.edits.targets.get(file.file_id) {
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

    /// Which id of which file a value of a component's tree names, whether anything has it or not.
    pub(super) fn key_of_reference(self, from: NodeAt, component: &Component, file: FileRef) -> Option<Key> {
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

#[cfg(test)]
pub(super) mod tests;
