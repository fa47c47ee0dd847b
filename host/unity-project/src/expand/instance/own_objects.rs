//! The file's own objects, and its components, which can be on these objects or on parts of instances.

use super::{Builder, Draft, Father};
use crate::expand::collect::{Collected, ComponentDoc, ObjectDoc};
use crate::expand::flat::{Component, Object};
use crate::expand::insert::insert;
use crate::expand::prefabs::Prefabs;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

impl Builder {
    pub(super) fn own_objects(&mut self, library: &mut dyn Prefabs, collected: &Collected) {
        let components = collected.components.iter().map(|doc| doc.id);
        let transforms = collected.transforms.iter().map(|doc| doc.id);
        let placeholders = collected.placeholders.keys().copied();
        let there: HashSet<i64> = components.chain(transforms).chain(placeholders).collect();
        for doc in &collected.objects {
            let at = self.drafts.len() as u32;
            self.objects_by_id.insert(doc.id, at);
            self.drafts.push(Draft {
                object: Object {
                    id: doc.id,
                    instance: 0,
                    name: doc.name.as_str().into(),
                    tag: library.tag(&doc.tag),
                    layer: doc.layer,
                    static_flags: doc.static_flags,
                    active: doc.active,
                    unread: None,
                    within: false,
                    lost: count_missing(doc, &there),
                    parent: None,
                    text: Some((Arc::clone(&self.source), doc.at)),
                    overrides: None,
                    components: Vec::with_capacity(doc.components.len()),
                },
                father: Father::Root,
                listed_as: [0, 0],
                root_order: None,
            });
        }
        let mut homeless = 0;
        for doc in &collected.transforms {
            let Some(at) = self.objects_by_id.get(&doc.object).copied() else {
                homeless += 1;
                continue;
            };
            self.transforms_by_id.insert(doc.id, at);
            let Some(draft) = self.drafts.get_mut(at as usize) else {
                continue;
            };
            draft.object.components.insert(
                0,
                Component {
                    id: doc.id,
                    class: doc.class,
                    kind: doc.kind,
                    within: false,
                    text: Some((Arc::clone(&self.source), doc.at)),
                    overrides: None,
                },
            );
            draft.father = if doc.father == 0 {
                Father::Root
            } else {
                Father::Id(doc.father)
            };
            draft.listed_as[0] = doc.id;
            draft.root_order = doc.root_order;
        }
        if homeless > 0 {
            self.problem(format!(
                "{homeless} Transforms belong to no GameObject of the file and are left out"
            ));
        }
    }

    /// Attaches the components that instances add to objects of their prefab: at the index that the instance specifies,
    /// otherwise after the prefab's own components.
    pub(super) fn attach_components(&mut self, collected: &Collected) {
        let instances = collected.instances.iter();
        let wanted: HashMap<i64, usize> = instances.flat_map(|doc| doc.mods.wanted_components()).collect();
        let mut placed: HashMap<Option<u32>, Vec<(usize, Component)>> = HashMap::new();
        let mut places: HashMap<i64, usize> = HashMap::new();
        for object in &collected.objects {
            places.extend(object.components.iter().enumerate().map(|(at, id)| (*id, at)));
        }
        for doc in &collected.instances {
            places.extend(doc.mods.added_components().enumerate().map(|(at, id)| (id, at)));
        }
        let mut in_order: Vec<&ComponentDoc> = collected.components.iter().collect();
        in_order.sort_by_key(|doc| places.get(&doc.id).copied().unwrap_or(usize::MAX));
        for doc in in_order {
            let own = self.objects_by_id.get(&doc.object).copied();
            let at = own.or_else(|| self.opaque_owner(collected, doc.object));
            let component = Component {
                id: doc.id,
                class: doc.class,
                kind: doc.kind,
                within: own.is_none(),
                text: Some((Arc::clone(&self.source), doc.at)),
                overrides: None,
            };
            match at.and_then(|at| self.drafts.get_mut(at as usize)) {
                Some(draft) => match wanted.get(&doc.id) {
                    Some(place) => placed.entry(at).or_default().push((*place, component)),
                    None => draft.object.components.push(component),
                },
                None => self.flat.loose.push((doc.object, component)),
            }
        }
        for (at, added) in placed {
            if let Some(draft) = at.and_then(|at| self.drafts.get_mut(at as usize)) {
                let list = std::mem::take(&mut draft.object.components);
                // The Transform always comes first.
                let added = added.into_iter().map(|(place, component)| (place.max(1), component));
                draft.object.components = insert(list, added.collect());
            }
        }
    }
}

/// Counts the components that the object lists but `there` (ids of readable ones) lacks; id 0 is a removed component.
fn count_missing(object: &ObjectDoc, there: &HashSet<i64>) -> u32 {
    let lost = object.components.iter().filter(|id| **id != 0 && !there.contains(id));
    u32::try_from(lost.count()).unwrap_or(u32::MAX)
}
