//! Builds the objects of a file: its own ones, then a copy of the source of each prefab instance with all overrides.

mod card;
mod object_overrides;
mod order;
mod own_objects;

use super::budget::{PLACEHOLDER, Size};
use super::collect::{Collected, InstanceDoc, Placeholder};
use super::flat::{Component, Flat, Object};
use super::opaque::{MAX_OBJECTS, Opaque};
use super::override_chain::Override;
use super::placeholders::Found;
use super::prefabs::Prefabs;
use card::CARD;
use object_overrides::change_object;
use std::collections::HashMap;
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_files::AssetProblem;

/// Parent of an object as the object's document describes it, before the parent's index in the list is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Father {
    Root,
    /// The parent is the Transform with this file id: one of the file itself, or one with a placeholder document.
    Id(i64),
    Draft(u32),
}

/// An object during the expansion, before the index of its parent is known.
pub(super) struct Draft {
    pub(super) object: Object,
    pub(super) father: Father,
    /// File ids by which a parent's list of children can contain this object: the id of its Transform and, for the root
    /// of a prefab instance, the id of the instance. An id that does not exist is 0.
    pub(super) listed_as: [i64; 2],
    pub(super) root_order: Option<i64>,
}

pub(super) struct Builder {
    pub(super) source: Arc<Source>,
    /// True if the expanded file is a scene. An object of an instance without a placeholder document has no id in a
    /// scene, and a computed id in a prefab.
    pub(super) is_scene: bool,
    named: HashMap<(i64, i64), i64>,
    pub(super) drafts: Vec<Draft>,
    objects_by_id: HashMap<i64, u32>,
    pub(super) transforms_by_id: HashMap<i64, u32>,
    /// Index in the list of objects of the first object of each prefab instance, by the file id of the instance.
    pub(super) instance_roots: HashMap<i64, u32>,
    /// Placeholder (stripped) documents of instances that are not expanded yet, by the file id of the instance.
    pub(super) unchecked: HashMap<i64, Vec<(i64, Placeholder)>>,
    /// Number of bytes that this expansion has taken from the memory budget so far.
    drawn: usize,
    pub(super) flat: Flat,
}

/// Expands one file; the caller has already taken `taken` bytes from the memory budget for it. Fails with `OverBudget`
/// before memory beyond the budget is allocated, and gives all bytes back. Otherwise the `Flat::weight` of the result
/// stays taken.
pub(super) fn build(
    library: &mut dyn Prefabs,
    source: Arc<Source>,
    taken: usize,
    is_scene: bool,
) -> Result<Flat, AssetProblem> {
    let collected = Collected::collect(&source, library.types_mut());
    let mut builder = Builder {
        source,
        is_scene,
        named: collected.placeholder_ids(),
        drafts: Vec::with_capacity(collected.objects.len()),
        objects_by_id: HashMap::new(),
        transforms_by_id: HashMap::new(),
        instance_roots: HashMap::new(),
        unchecked: HashMap::new(),
        drawn: taken,
        flat: Flat::default(),
    };
    for (id, placeholder) in &collected.placeholders {
        let names = (placeholder.instance, placeholder.source);
        builder.flat.placeholders.insert(*id, names);
        let of_instance = builder.unchecked.entry(placeholder.instance).or_default();
        of_instance.push((*id, *placeholder));
    }
    if let Err(problem) = builder.fill(library, &collected) {
        library.give_back(builder.drawn);
        return Err(problem);
    }
    builder.flat.file = Some(Arc::clone(&builder.source));
    let (drawn, text) = (builder.drawn, builder.source.bytes());
    let mut flat = order::finish(builder, &collected);
    let held = text.saturating_add(flat.placeholders.len().saturating_mul(PLACEHOLDER));
    flat.weight = held.saturating_add(flat.size.price(is_scene)).min(drawn);
    library.give_back(drawn - flat.weight);
    Ok(flat)
}

impl Builder {
    fn fill(&mut self, library: &mut dyn Prefabs, collected: &Collected) -> Result<(), AssetProblem> {
        let own = Size {
            objects: collected.objects.len(),
            components: collected.transforms.len() + collected.components.len(),
        };
        self.draw(library, own.price(self.is_scene))?;
        library.step(own.steps())?;
        self.own_objects(library, collected);
        for instance in &collected.instances {
            self.instance(library, instance)?;
        }
        self.attach_components(collected);
        for (id, placeholder) in self.unchecked.drain().flat_map(|(_, all)| all) {
            self.flat.stripped.check(id, placeholder, Found::Nothing);
        }
        Ok(())
    }

    fn draw(&mut self, library: &mut dyn Prefabs, bytes: usize) -> Result<(), AssetProblem> {
        library.draw(bytes)?;
        self.drawn = self.drawn.saturating_add(bytes);
        Ok(())
    }

    fn check_placeholders(&mut self, instance: i64, source: Option<&Flat>) {
        for (id, placeholder) in self.unchecked.remove(&instance).into_iter().flatten() {
            let found = source.map_or(Found::Unread, |flat| flat.find(placeholder.source));
            self.flat.stripped.check(id, placeholder, found);
        }
    }

    pub(super) fn problem(&mut self, text: String) {
        self.flat.problems.push(format!("{}: {text}", self.source.path));
    }

    fn instance(&mut self, library: &mut dyn Prefabs, doc: &InstanceDoc) -> Result<(), AssetProblem> {
        let guid = doc.mods.prefab.guid;
        self.flat.needs.insert(guid);
        self.flat.counts.instances += 1;
        let flat = library.prefab(guid)?.and_then(|flat| {
            let size = self.drafts.len() + flat.objects.len();
            if size > MAX_OBJECTS {
                return Err(Opaque::TooLarge {
                    path: library.path(guid),
                });
            }
            Ok(flat)
        });
        let first = self.drafts.len() as u32;
        match flat {
            Ok(flat) => {
                library.step(flat.size.steps() + flat.needs.len())?;
                self.draw(library, flat.size.price(self.is_scene))?;
                self.flat.counts.instances = self.flat.counts.instances.saturating_add(flat.counts.instances);
                self.flat.counts.depth = self.flat.counts.depth.max(flat.counts.depth + 1);
                self.flat.needs.extend(flat.needs.iter().copied());
                self.copy(library, doc, &flat)?;
                self.check_placeholders(doc.id, Some(&flat));
            }
            Err(why) => {
                if let Some(problem) = why.problem() {
                    self.problem(problem);
                }
                self.draw(library, CARD.price(self.is_scene))?;
                library.step(doc.mods.rows())?;
                self.add_card(library, doc, &why)?;
                self.check_placeholders(doc.id, None);
            }
        }
        if (first as usize) < self.drafts.len() {
            self.instance_roots.insert(doc.id, first);
        }
        Ok(())
    }

    /// Returns the id in this file of the object or component `source` of an instance's prefab; 0 if it has no such id.
    fn local(&self, instance: i64, source: i64) -> i64 {
        let computed = if self.is_scene {
            0
        } else {
            (instance ^ source) & i64::MAX
        };
        self.named.get(&(instance, source)).copied().unwrap_or(computed)
    }

    pub(super) fn note_object(&mut self, instance: i64, source: i64, at: u32) {
        let id = self.local(instance, source);
        let is_named = self.named.contains_key(&(instance, source));
        note(&mut self.objects_by_id, id, is_named, at);
    }

    /// Records the index of an object by the id of its Transform in this file; returns the id, or 0 if there is none.
    pub(super) fn note_transform(&mut self, instance: i64, source: i64, at: u32) -> i64 {
        let id = self.local(instance, source);
        let is_named = self.named.contains_key(&(instance, source));
        note(&mut self.transforms_by_id, id, is_named, at);
        id
    }

    /// Returns the id under which an instance's object or component is stored: in a scene the id in the source prefab,
    /// which is unique together with the instance's id; in a prefab the id in this file.
    pub(super) fn kept_id(&self, instance: i64, source: i64) -> i64 {
        if self.is_scene {
            source
        } else {
            self.local(instance, source)
        }
    }

    fn copy(&mut self, library: &mut dyn Prefabs, doc: &InstanceDoc, flat: &Flat) -> Result<(), AssetProblem> {
        let mods = &doc.mods;
        self.drafts.reserve(flat.objects.len());
        // Parents come before their children, so a removed parent is known when its child is processed.
        let mut places: Vec<Option<u32>> = Vec::with_capacity(flat.objects.len());
        for object in &flat.objects {
            let parent = object.parent.map(|at| places.get(at as usize).copied().flatten());
            if parent == Some(None) || mods.removed_objects.contains(&object.id) {
                places.push(None);
                continue;
            }
            let at = self.drafts.len() as u32;
            places.push(Some(at));
            let mut copy = Object {
                id: self.kept_id(doc.id, object.id),
                instance: if self.is_scene { doc.id } else { 0 },
                name: Arc::clone(&object.name),
                tag: Arc::clone(&object.tag),
                layer: object.layer,
                static_flags: object.static_flags,
                active: object.active,
                unread: object.unread.clone(),
                within: object.within,
                lost: object.lost,
                parent: None,
                text: object.text.clone(),
                overrides: Override::with_instance(object.overrides.clone(), mods, object.id),
                components: Vec::with_capacity(object.components.len()),
            };
            change_object(library, &mut copy, mods, object.id)?;
            for component in &object.components {
                if !mods.removed_components.contains(&component.id) {
                    copy.components.push(self.copy_component(doc, component));
                }
            }
            self.note_object(doc.id, object.id, at);
            let transform = object.components.first().filter(|c| class::is_transform(c.class));
            let transform_id = transform.map_or(0, |transform| self.note_transform(doc.id, transform.id, at));
            let is_root = parent.is_none();
            self.drafts.push(Draft {
                object: copy,
                father: match parent.flatten() {
                    Some(parent) => Father::Draft(parent),
                    None if mods.parent == 0 => Father::Root,
                    None => Father::Id(mods.parent),
                },
                listed_as: [transform_id, if is_root { doc.id } else { 0 }],
                root_order: transform
                    .filter(|transform| is_root && mods.changes_target(transform.id))
                    .and_then(|transform| mods.value(transform.id, "m_RootOrder")?.parse().ok()),
            });
        }
        for (object, component) in &flat.loose {
            if !mods.removed_components.contains(&component.id) {
                let copy = self.copy_component(doc, component);
                self.flat.loose.push((self.kept_id(doc.id, *object), copy));
            }
        }
        Ok(())
    }

    fn copy_component(&self, doc: &InstanceDoc, component: &Component) -> Component {
        Component {
            id: self.kept_id(doc.id, component.id),
            class: component.class,
            kind: component.kind,
            within: component.within,
            text: component.text.clone(),
            overrides: Override::with_instance(component.overrides.clone(), &doc.mods, component.id),
        }
    }
}

/// Records the index of an object by its id in `ids`. A computed id gives way to an equal id that the file contains;
/// both can exist, because two nested instances with the same id cancel out.
fn note(ids: &mut HashMap<i64, u32>, id: i64, is_named: bool, at: u32) {
    if is_named {
        ids.insert(id, at);
    } else if id != 0 {
        ids.entry(id).or_insert(at);
    }
}
