//! Lists, searches and describes objects.

use crate::ids;
use crate::view::WorldView;
use crate::world::{NodeAt, Place};
use host_api::similar_names::{did_you_mean, near_paths};
use host_bridge::{
    BridgeError, BridgeErrorKind, ObjectCard, ObjectFilter, ObjectId, ObjectOrder, Page, PageRequest, Replied, Reply,
    SceneId, json_len,
};
use std::collections::BTreeSet;
use unity_scripts::TypeId;

/// Approximate JSON size in bytes of the keys, numbers and flags in an object's description, without its texts.
const CARD_BYTES: usize = 220;

/// Maximum number of scenes with problems that the notes of an answer name. The notes only count the others.
const MAX_NOTES: usize = 5;

/// Maximum number of objects with the same path whose ids a message lists.
const MOST_NAMED: usize = 3;

/// Maximum number of objects whose paths are compared with an unknown path, to suggest similar ones.
const MOST_COMPARED: u32 = 20_000;

impl WorldView<'_> {
    /// Returns the position of the loaded object with this id.
    ///
    /// # Errors
    /// `NotFound` if no loaded object has the id. The hint names the scene of the id if that scene is not loaded.
    pub fn find(self, object: ObjectId) -> Result<NodeAt, BridgeError> {
        self.world.find(object).ok_or_else(|| {
            let error = BridgeError::new(BridgeErrorKind::NotFound, format!("there is no object {object}"));
            if let Some(entry) = self.changes.destroyed_by(object) {
                return error.with_hint(format!("entry {entry} destroyed it; undo that entry to restore it"));
            }
            let slot = ids::scene_of(object).and_then(|at| Some((at, self.scenes.get(at)?)));
            match slot {
                Some((at, slot)) if slot.listed && slot.loaded.is_none() => error.with_hint(format!(
                    "numbers like this belong to scn:{at} ({}), which is not loaded; open it first",
                    slot.file.path
                )),
                _ => error.with_hint("list or search the objects; ids look like obj:12"),
            }
        })
    }

    /// Returns the description of the object for an answer: id, name, path, flags and similar facts.
    pub fn card(self, at: NodeAt) -> ObjectCard {
        let (node, object) = (self.world.node(at), self.world.object(at));
        let id_of = |at: NodeAt| self.world.node(at).map(|node| node.id);
        let tag = object.map(|object| &*object.tag).filter(|tag| !tag.is_empty());
        ObjectCard {
            id: node.map_or(ObjectId(0), |node| node.id),
            name: object.map(|object| object.name.to_string()).unwrap_or_default(),
            path: self.world.path(at),
            tag: tag.unwrap_or("Untagged").to_owned(),
            layer: object.map_or(0, |object| object.layer),
            active: node.is_some_and(|node| node.active),
            active_in_hierarchy: node.is_some_and(|node| node.active_in_hierarchy),
            component_count: self.world.components(at).len() as u32,
            scene: SceneId(node.map_or(0, |node| node.scene)),
            parent: node.and_then(|node| id_of(node.parent?)),
            child_count: node.map_or(0, |node| node.children.len() as u32),
            opaque: object.is_some_and(|object| object.is_opaque()),
            global_id: self.global_id(at),
        }
    }

    /// Returns Unity's stable id (`GlobalObjectId`) of a scene object; `None` if no file contains the object.
    fn global_id(self, at: NodeAt) -> Option<String> {
        if self.world.node(at).is_some_and(|node| ids::is_created(node.id)) {
            return None;
        }
        let object = self.world.object(at)?;
        let guid = self.scenes.get(self.world.home(at)? as usize)?.file.guid;
        let (id, instance) = (object.id.cast_unsigned(), object.instance.cast_unsigned());
        (!guid.is_none()).then(|| format!("GlobalObjectId_V1-2-{guid}-{id}-{instance}"))
    }

    /// Returns one page of the loaded objects that match the filter.
    ///
    /// # Errors
    /// `NotFound` if the parent or scene in the filter does not exist.
    pub fn objects(self, filter: &ObjectFilter, page: &PageRequest) -> Result<Replied, BridgeError> {
        let mut matching = self.matching(filter)?;
        if filter.order == ObjectOrder::Path
            && let Some(all) = matching.as_list()
        {
            all.sort_by(|a, b| self.world.paths().get(*a).cmp(self.world.paths().get(*b)));
        }
        Ok(self.object_page(&matching, page, filter.scene))
    }

    /// Returns one page of the objects with this hierarchy path. A path with sibling numbers (`/Spawn[2]`) matches at
    /// most one object in each file.
    pub fn find_by_path(self, path: &str, page: &PageRequest) -> Replied {
        let mut places = self.world.places_of_path(path);
        if places.is_empty()
            && let Some((plain, unique)) = strip_numbers(path)
        {
            places = self.world.places_of_path(&plain);
            let is_it = |at| self.world.has_unique_path(at, &unique);
            places.retain(|place| self.world.node_at_place(*place).is_some_and(is_it));
        }
        let near = places.is_empty().then(|| self.similar_paths(path));
        let scenes = places.iter().filter_map(|place| self.world.node_at_place(*place));
        let scenes: BTreeSet<u32> = scenes.filter_map(|at| Some(self.world.node(at)?.scene)).collect();
        let mut replied = self.object_page(&Matches::List(places), page, None);
        // A caller who got the requested object needs no notes on other scenes.
        if !scenes.is_empty() {
            let notes = scenes
                .into_iter()
                .flat_map(|scene| self.scene_notes(Some(SceneId(scene))));
            replied.diagnostics = notes.collect();
        }
        replied.diagnostics.extend(near.flatten());
        replied
    }

    /// Returns the ids of the first objects with this path as text, for a message; empty if no object has the path.
    pub fn named_by(self, path: &str) -> String {
        let places = self.world.places_of_path(path);
        let nodes = places
            .iter()
            .filter_map(|place| self.world.node(self.world.node_at_place(*place)?));
        let ids: Vec<String> = nodes.take(MOST_NAMED).map(|node| node.id.to_string()).collect();
        let more = if places.len() > ids.len() { ", …" } else { "" };
        format!("{}{more}", ids.join(" or "))
    }

    fn similar_paths(self, path: &str) -> Option<String> {
        let nodes = (0..self.world.count().min(MOST_COMPARED)).filter_map(|place| self.world.node_at_place(place));
        let mut paths: Vec<String> = nodes.map(|at| self.world.path(at)).collect();
        // Many siblings may have the same name.
        paths.dedup();
        let near = near_paths(path, paths.iter().map(String::as_str))
            .into_iter()
            .filter_map(|path| {
                let place = self.world.places_of_path(path).into_iter().next()?;
                let node = self.world.node(self.world.node_at_place(place)?)?;
                Some(format!("{} ({path})", node.id))
            });
        let meant = did_you_mean(near)?;
        Some(format!("no object of the loaded scenes has this path; {meant}"))
    }

    fn object_page(self, matching: &Matches, page: &PageRequest, scene: Option<SceneId>) -> Replied {
        let cut = Page::cut(
            page,
            matching.len(),
            |at| self.world.node_at_place(matching.get(at)?).map(|at| self.card(at)),
            |card| CARD_BYTES + json_len(&card.name) + json_len(&card.path) + json_len(&card.tag),
        );
        Replied {
            reply: Reply::Objects(cut),
            diagnostics: self.scene_notes(scene),
        }
    }

    /// Returns a message for each scene that could not be read completely, or only for the scene `only`.
    fn scene_notes(self, only: Option<SceneId>) -> Vec<String> {
        let slots = self.scenes.iter().enumerate();
        let covered = slots.filter(|(at, _)| only.is_none_or(|scene| scene.0 as usize == *at));
        let mut notes: Vec<String> = covered
            .filter_map(|(at, slot)| {
                if let Some(problem) = slot.problem.as_ref().filter(|_| slot.wanted && slot.listed) {
                    let path = &slot.file.path;
                    let told = self.with_remedy(at, problem);
                    return Some(format!("scn:{at} ({path}) is not among them: {told}"));
                }
                let problems = &slot.loaded.as_ref()?.problems;
                let first = problems.first()?;
                let more = match problems.len() {
                    1 => String::new(),
                    count => format!(" (and {} more, see the project's problems)", count - 1),
                };
                Some(format!("scn:{at}: {first}{more}"))
            })
            .collect();
        let left_out = notes.len().saturating_sub(MAX_NOTES);
        if left_out > 0 {
            notes.truncate(MAX_NOTES);
            notes.push(format!(
                "{left_out} more scenes have problems, see the project's problems"
            ));
        }
        notes
    }

    fn matching(self, filter: &ObjectFilter) -> Result<Matches, BridgeError> {
        let (start, end) = self.covered(filter)?;
        let lower = |text: &Option<String>| text.as_deref().map(str::to_lowercase).filter(|text| !text.is_empty());
        let (name, path, query) = (lower(&filter.name), lower(&filter.path), lower(&filter.query));
        let types: Option<Vec<TypeId>> = filter
            .component_type
            .as_deref()
            .map(|name| self.library.types().that_are(name));
        // The most selective index gives the candidates; each of them is then checked against the whole filter.
        let candidates = if let Some(needle) = &name {
            Some(self.world.names().containing(needle))
        } else if let Some(needle) = path.as_ref().or(query.as_ref()) {
            Some(self.world.lower_paths().containing(needle))
        } else if let Some(types) = &types {
            let mut places: Vec<Place> = types
                .iter()
                .flat_map(|kind| self.world.with_type(*kind))
                .copied()
                .collect();
            places.sort_unstable();
            places.dedup();
            Some(places)
        } else {
            None
        };
        let free = !filter.active_only && !filter.roots_only && filter.tag.is_none() && filter.layer.is_none();
        if candidates.is_none() && free {
            return Ok(Matches::Range(start, end));
        }
        let fits = |place: &Place| {
            let text_fits = |needle: &Option<String>, text: &str| needle.as_ref().is_none_or(|n| text.contains(n));
            let Some((at, node, object)) = self.world.node_at_place(*place).and_then(|at| {
                let node = self.world.node(at)?;
                Some((at, node, self.world.object(at)?))
            }) else {
                return false;
            };
            let tag = if object.tag.is_empty() { "Untagged" } else { &object.tag };
            (start..end).contains(place)
                && (!filter.active_only || node.active_in_hierarchy)
                && (!filter.roots_only || node.parent.is_none())
                && filter.layer.is_none_or(|layer| layer == object.layer)
                && filter.tag.as_deref().is_none_or(|wanted| wanted == tag)
                && text_fits(&name, self.world.names().get(*place))
                && text_fits(&path, self.world.lower_paths().get(*place))
                && text_fits(&query, self.world.lower_paths().get(*place))
                && types.as_ref().is_none_or(|types| {
                    let mut components = self.world.components(at).iter();
                    components.any(|component| types.contains(&component.kind))
                })
        };
        Ok(Matches::List(match candidates {
            Some(candidates) => candidates.into_iter().filter(fits).collect(),
            None => (start..end).filter(fits).collect(),
        }))
    }

    /// Returns the range (start, exclusive end) in the list of all objects that the filter's scene and parent contain.
    fn covered(self, filter: &ObjectFilter) -> Result<(Place, Place), BridgeError> {
        let (mut start, mut end) = match filter.scene {
            None => (0, self.world.count()),
            Some(scene) => self.world.range(scene.0).unwrap_or((0, 0)),
        };
        if let Some(parent) = filter.under {
            let node = self.find(parent).map(|at| self.world.node(at))?;
            let (place, family) = node.map_or((0, 1), |node| (node.place, node.family));
            start = start.max(place + 1);
            end = end.min(place + family);
        }
        Ok((start, end.max(start)))
    }
}

/// The objects that match a filter, as positions in the list of all objects. A range if there is no filter.
enum Matches {
    Range(Place, Place),
    List(Vec<Place>),
}

impl Matches {
    fn len(&self) -> usize {
        match self {
            Self::Range(start, end) => (end - start) as usize,
            Self::List(places) => places.len(),
        }
    }

    fn get(&self, at: usize) -> Option<Place> {
        match self {
            Self::Range(start, end) => u32::try_from(at).ok().map(|at| start + at).filter(|place| place < end),
            Self::List(places) => places.get(at).copied(),
        }
    }

    fn as_list(&mut self) -> Option<&mut Vec<Place>> {
        if let Self::Range(start, end) = *self {
            *self = Self::List((start..end).collect());
        }
        match self {
            Self::List(places) => Some(places),
            Self::Range(..) => None,
        }
    }
}

/// Returns the path without sibling numbers, and its canonical form without `[1]`; `None` if it has no sibling number.
fn strip_numbers(path: &str) -> Option<(String, String)> {
    let (mut plain, mut unique) = (String::new(), String::new());
    for step in path.split('/').skip(1) {
        let numbered = step.strip_suffix(']').and_then(|step| step.rsplit_once('['));
        let number = numbered.and_then(|(name, digits)| Some((name, digits.parse::<u32>().ok()?)));
        let (name, written) = match number {
            Some((name, 1)) => (name, name),
            Some((name, _)) => (name, step),
            None => (step, step),
        };
        for (text, step) in [(&mut plain, name), (&mut unique, written)] {
            text.push('/');
            text.push_str(step);
        }
    }
    (plain != path).then_some((plain, unique))
}
