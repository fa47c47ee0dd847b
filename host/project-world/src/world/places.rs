//! An index that finds the object for a file id: the object with this id, or with a component that has this id.

use super::{NodeAt, World};
use std::cell::RefCell;
use std::collections::HashMap;
use unity_project::expand::Flat;

/// Identity of an object: position of its file in the world, its file id, that of its PrefabInstance (0 = none).
type Key = (u32, i64, i64);

/// An index that finds objects by their file ids. It is built on the first request, and again after objects were added.
#[derive(Debug, Default)]
pub(super) struct Places(RefCell<Option<Made>>);

#[derive(Debug)]
struct Made {
    /// Number of objects in the arena when the index was built. If it grew, the index is outdated.
    nodes: usize,
    by_key: HashMap<Key, NodeAt>,
}

impl World {
    /// Returns the content of the file that contains the object, including the objects of its prefab instances.
    pub fn flat(&self, at: NodeAt) -> Option<&Flat> {
        let part = self.node(at)?.source.0;
        self.parts.get(part as usize).map(|part| &*part.flat)
    }

    /// Returns the object that has this file id, or a component with this id, in the same file as `near`. `instance` is
    /// the file id of the PrefabInstance; 0 for objects of the scene's file itself.
    pub(crate) fn by_file_id(&self, near: NodeAt, id: i64, instance: i64) -> Option<NodeAt> {
        let part = self.node(near)?.source.0;
        let mut places = self.places.0.borrow_mut();
        if places.as_ref().is_none_or(|made| made.nodes != self.nodes.len()) {
            *places = Some(self.make_places());
        }
        let at = places.as_ref()?.by_key.get(&(part, id, instance)).copied()?;
        self.node(at).filter(|node| node.alive).map(|_| at)
    }

    fn make_places(&self) -> Made {
        let mut by_key = HashMap::new();
        for (at, node) in (0..).zip(&self.nodes) {
            let (part, place) = node.source;
            let Some(flat) = self.parts.get(part as usize).map(|part| &part.flat) else {
                continue;
            };
            let Some(object) = flat.objects.get(place as usize) else {
                continue;
            };
            by_key.entry((part, object.id, object.instance)).or_insert(at);
            for component in &object.components {
                // The scene's file may add a component to an instance's object; the component's id is the file's own.
                let instance = if component.is_in(&flat.file) {
                    0
                } else {
                    object.instance
                };
                by_key.entry((part, component.id, instance)).or_insert(at);
            }
        }
        Made {
            nodes: self.nodes.len(),
            by_key,
        }
    }
}
