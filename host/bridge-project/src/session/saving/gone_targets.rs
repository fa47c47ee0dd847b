//! Targets of references that edits set and that no longer exist. If the file already contains the same broken
//! reference, a save leaves it unchanged.

use crate::session::Session;
use crate::session::reading::session_view::SessionView;
use host_project_world::ids::is_created;
use host_project_world::targets::{Named, Target};
use host_project_world::world::NodeAt;
use std::collections::HashMap;
use unity_project::expand::Component;
use unity_yaml::Node;

/// For each scene, the ids of its placeholders (objects of prefab instances that the scene's file only mentions), by
/// the id in the prefab's file and the PrefabInstance's id.
type Placeholders = HashMap<Option<u32>, HashMap<(i64, i64), i64>>;

impl SessionView<'_> {
    /// True if the broken reference `old` in the file pointed to `target` before that object or component was removed.
    pub(super) fn names_what_is_gone(self, at: NodeAt, component: &Component, old: &Node<'_>, target: Target) -> bool {
        let file = old.file_ref();
        let leads = self.is_there(target) || self.resolve_reference(at, component, file).is_some();
        if leads || file.file_id == 0 || !file.guid.is_none() {
            return false;
        }
        let (Some(named), Some(key)) = (
            self.edits.targets.last_ids(target),
            self.key_of_reference(at, component, file),
        ) else {
            return false;
        };
        // The placeholder of an object in a prefab instance may have been removed with the object.
        named.key == (key.id, key.instance) || key.in_scene && named.in_scene == Some(file.file_id)
    }

    /// Returns those reference targets (objects and components) that exist in project files, each with its ids there.
    pub(in crate::session) fn names_of(self, targets: &[Target]) -> Vec<(Target, Named)> {
        let mut placeholders = Placeholders::new();
        let targets = targets.iter();
        let names = targets.filter_map(|target| Some((*target, self.name_of(*target, &mut placeholders)?)));
        names.collect()
    }

    fn is_there(self, target: Target) -> bool {
        let object = self.world.find(target.object).and_then(|at| self.world.object(at));
        object.is_some_and(|object| {
            let has = |id| object.components.iter().any(|known| known.id == id);
            target.component.is_none_or(has)
        })
    }

    fn name_of(self, target: Target, placeholders: &mut Placeholders) -> Option<Named> {
        let at = self.world.find(target.object).filter(|_| !is_created(target.object))?;
        let (object, flat) = (self.world.object(at)?, self.world.flat(at)?);
        let component = match target.component {
            Some(id) => Some(object.components.iter().find(|known| known.id == id)?),
            None => None,
        };
        let id = component.map_or(object.id, |component| component.id);
        if component.map_or(object.instance == 0, |component| component.is_in(&flat.file)) {
            return Some(Named {
                key: (id, 0),
                in_scene: Some(id),
            });
        }
        let key = (id, object.instance);
        let by_source = placeholders.entry(self.world.home(at)).or_insert_with(|| {
            let all = flat.placeholders.iter();
            all.map(|(id, (instance, source))| ((*source, *instance), *id))
                .collect()
        });
        Some(Named {
            key,
            in_scene: by_source.get(&key).copied(),
        })
    }
}

impl Session {
    /// Stores the ids in files of all existing targets of references that edits of this session set, to recognize them
    /// when they are gone.
    pub(in crate::session) fn note_targets(&mut self) {
        let names = self.view().names_of(self.edits.targets.all());
        self.edits.targets.note_ids(names);
    }
}
