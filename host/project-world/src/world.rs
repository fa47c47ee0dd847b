//! The objects of all loaded scenes in one list: parents, children and flags after the edits of the session.

mod id_index;
mod indexes;
mod overlay;
mod path_lookup;
mod places;
mod same_names;

use crate::ids::Ids;
use host_bridge::ObjectId;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use unity_project::expand::{Component, Flat, Object};

/// The index of an object in the list of all objects (the arena). It never changes.
pub type NodeAt = u32;

/// The position of an object in listing order: scene by scene, each object directly before its descendants.
pub type Place = u32;

/// One object of the session: its position in the hierarchy and its flags.
#[derive(Debug)]
pub struct Node {
    /// The id under which callers know the object.
    pub id: ObjectId,
    /// The position of the object's file in `World::parts`, and the position of the object in that file.
    source: (u32, u32),
    /// The scene in which the object is now, as its position in the session's list.
    pub scene: u32,
    /// The parent of the object; `None` for a root object of the scene.
    pub parent: Option<NodeAt>,
    /// The children of the object, in the order of siblings.
    pub children: Vec<NodeAt>,
    /// The object's own active flag (`activeSelf` in Unity).
    pub active: bool,
    /// True if the object and all its ancestors are active.
    pub active_in_hierarchy: bool,
    pub(crate) alive: bool,
    /// The position of the object in listing order.
    pub place: Place,
    /// Number of the object's descendants, plus one for the object itself.
    pub family: u32,
    /// Number of the object's ancestors; 0 for a root object.
    pub depth: u32,
}

/// The objects of one file with their ids, from which a world (a set of objects) is built.
#[derive(Clone, Debug)]
pub struct Part {
    /// The position of the scene in the session's list.
    pub scene: u32,
    /// The objects of the file, including those of its prefab instances.
    pub flat: Arc<Flat>,
    /// The ids of these objects, in the same order as `flat`.
    pub ids: Arc<Ids>,
}

/// The objects of all loaded scenes.
#[derive(Debug, Default)]
pub struct World {
    parts: Vec<Part>,
    nodes: Vec<Node>,
    roots: HashMap<u32, Vec<NodeAt>>,
    by_id: id_index::ById,
    order: Vec<NodeAt>,
    ranges: Vec<(u32, Place, Place)>,
    indexes: indexes::Indexes,
    /// The component lists that edits of this session changed. They replace the lists from the files.
    overlay: HashMap<NodeAt, Vec<Component>>,
    places: places::Places,
    same_names: same_names::SameNames,
}

impl World {
    /// Creates a world with the objects as the files contain them. Call `arrange` after edits are applied to the world.
    pub fn from_parts(parts: Vec<Part>) -> Self {
        let mut world = Self::default();
        let count = parts.iter().map(|part| part.ids.len()).sum();
        world.nodes.reserve(count);
        for part in parts {
            world.add(part);
        }
        world
    }

    /// Adds the objects of a file to their scene. The file's first object without a parent becomes the scene's last
    /// root object. Call `arrange` afterwards.
    pub fn add(&mut self, part: Part) {
        self.same_names.forget();
        let part_at = self.parts.len() as u32;
        let first = self.nodes.len() as u32;
        for ((at, object), id) in (0..).zip(&part.flat.objects).zip(part.ids.iter()) {
            let node_at = first + at;
            let parent = object.parent.map(|parent| first + parent);
            self.nodes.push(Node {
                id: *id,
                source: (part_at, at),
                scene: part.scene,
                parent,
                children: Vec::new(),
                active: object.active,
                active_in_hierarchy: object.active,
                alive: true,
                place: 0,
                family: 1,
                depth: 0,
            });
            match parent.and_then(|parent| self.nodes.get_mut(parent as usize)) {
                Some(parent) => parent.children.push(node_at),
                None => self.roots.entry(part.scene).or_default().push(node_at),
            }
        }
        self.by_id.add(first, &part.ids);
        self.parts.push(part);
    }

    /// Computes the listing order and the active flags. The next search builds the search indexes again.
    pub fn arrange(&mut self) {
        self.order.clear();
        self.ranges.clear();
        self.indexes = indexes::Indexes::default();
        self.same_names.forget();
        let mut scenes: Vec<u32> = self.parts.iter().map(|part| part.scene).collect();
        scenes.sort_unstable();
        scenes.dedup();
        for scene in scenes {
            let start = self.order.len() as Place;
            let roots = self.roots.get(&scene).cloned().unwrap_or_default();
            for root in roots {
                self.place_family(root);
            }
            self.ranges.push((scene, start, self.order.len() as Place));
        }
        for at in self.order.clone().into_iter().rev() {
            let Some(node) = self.nodes.get(at as usize) else {
                continue;
            };
            let (family, parent) = (node.family, node.parent);
            if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(parent as usize)) {
                parent.family += family;
            }
        }
    }

    fn place_family(&mut self, root: NodeAt) {
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            let place = self.order.len() as Place;
            let Some(node) = self.nodes.get(at as usize) else {
                continue;
            };
            let parent = node.parent.and_then(|parent| self.nodes.get(parent as usize));
            let shown_above = parent.is_none_or(|parent| parent.active_in_hierarchy);
            let depth = parent.map_or(0, |parent| parent.depth + 1);
            self.order.push(at);
            if let Some(node) = self.nodes.get_mut(at as usize) {
                node.place = place;
                node.family = 1;
                node.depth = depth;
                node.active_in_hierarchy = node.active && shown_above;
                open.extend(node.children.iter().rev());
            }
        }
    }

    /// Returns the position of the object with this id; `None` if it does not exist or was destroyed.
    #[inline]
    pub fn find(&self, id: ObjectId) -> Option<NodeAt> {
        let at = self.by_id.find(id)?;
        self.node(at).filter(|node| node.alive).map(|_| at)
    }

    /// Returns the state of the object in the hierarchy; `None` if the position does not exist.
    #[inline]
    pub fn node(&self, at: NodeAt) -> Option<&Node> {
        self.nodes.get(at as usize)
    }

    /// Returns the data of the object from its file; `None` if the position does not exist.
    #[inline]
    pub fn object(&self, at: NodeAt) -> Option<&Object> {
        let (part, object) = self.node(at)?.source;
        self.parts.get(part as usize)?.flat.objects.get(object as usize)
    }

    pub(crate) fn hangs_as_in_file(&self, at: NodeAt) -> bool {
        let (Some(node), Some(object)) = (self.node(at), self.object(at)) else {
            return false;
        };
        let first = at - node.source.1;
        node.parent == object.parent.map(|parent| first + parent)
    }

    /// Returns the scene whose file contains the object. If the object was moved, `Node::scene` is a different scene.
    #[inline]
    pub fn home(&self, at: NodeAt) -> Option<u32> {
        let part = self.node(at)?.source.0;
        self.parts.get(part as usize).map(|part| part.scene)
    }

    /// Returns the object at this position in the list of all objects; `None` if the position does not exist.
    #[inline]
    pub fn node_at_place(&self, place: Place) -> Option<NodeAt> {
        self.order.get(place as usize).copied()
    }

    /// Returns the number of objects after edits, without destroyed ones.
    #[inline]
    pub fn count(&self) -> Place {
        self.order.len() as Place
    }

    /// Returns which part (start, exclusive end) of the list of all objects is in a scene; `None` if it is not loaded.
    pub fn range(&self, scene: u32) -> Option<(Place, Place)> {
        let found = self.ranges.iter().find(|(known, ..)| *known == scene);
        found.map(|(_, start, end)| (*start, *end))
    }

    /// Returns the object and its siblings: the children of its parent, or the root objects of its scene.
    pub fn siblings(&self, at: NodeAt) -> &[NodeAt] {
        let Some(node) = self.node(at) else { return &[] };
        match node.parent.and_then(|parent| self.node(parent)) {
            Some(parent) => &parent.children,
            None => self.roots.get(&node.scene).map_or(&[], Vec::as_slice),
        }
    }

    pub(crate) fn root_count(&self, scene: u32) -> u32 {
        self.roots.get(&scene).map_or(0, |roots| roots.len() as u32)
    }

    /// Sets the object's active flag and immediately updates the flags of all descendants. `arrange` is not necessary.
    pub fn set_active(&mut self, at: NodeAt, active: bool) {
        let Some(node) = self.nodes.get_mut(at as usize) else {
            return;
        };
        node.active = active;
        let (first, family) = (node.place, node.family);
        for place in first..first + family {
            let Some(at) = self.node_at_place(place) else { return };
            let parent = self.node(at).and_then(|node| node.parent);
            let above = parent.and_then(|at| self.node(at));
            let shown_above = above.is_none_or(|node| node.active_in_hierarchy);
            if let Some(node) = self.nodes.get_mut(at as usize) {
                node.active_in_hierarchy = node.active && shown_above;
            }
        }
    }

    /// Sets the object's active flag in a world before `arrange`, while edits are applied.
    pub fn mark_active(&mut self, at: NodeAt, active: bool) {
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.active = active;
        }
    }

    /// Returns true if `at` is a descendant of `ancestor`. The world must be arranged.
    pub fn is_placed_below(&self, at: NodeAt, ancestor: NodeAt) -> bool {
        let (Some(node), Some(ancestor)) = (self.node(at), self.node(ancestor)) else {
            return false;
        };
        (ancestor.place + 1..ancestor.place + ancestor.family).contains(&node.place)
    }

    /// Returns true if `at` is `ancestor` or one of its descendants.
    pub fn is_below(&self, at: NodeAt, ancestor: NodeAt) -> bool {
        let mut next = Some(at);
        while let Some(at) = next {
            if at == ancestor {
                return true;
            }
            next = self.node(at).and_then(|node| node.parent);
        }
        false
    }

    /// Moves the object below `parent`, or to the root objects of its scene if `parent` is `None`. `index` is the
    /// position among the new siblings; `None` for the end.
    pub fn hang(&mut self, at: NodeAt, parent: Option<NodeAt>, index: Option<u32>) {
        self.unhang(at);
        let scene = parent.and_then(|parent| self.node(parent)).map(|node| node.scene);
        let siblings = match parent.and_then(|parent| self.nodes.get_mut(parent as usize)) {
            Some(parent) => &mut parent.children,
            None => {
                let scene = self.node(at).map_or(0, |node| node.scene);
                self.roots.entry(scene).or_default()
            }
        };
        let last = siblings.len();
        siblings.insert(index.map_or(last, |index| last.min(index as usize)), at);
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.parent = parent;
        }
        if let Some(scene) = scene {
            self.each_below(at, |node| node.scene = scene);
        }
        self.same_names.forget();
    }

    /// Removes the object and all its descendants from the world.
    pub fn destroy(&mut self, at: NodeAt) {
        self.unhang(at);
        self.each_below(at, |node| node.alive = false);
    }

    /// Returns the children of `parent` in order, or the root objects of `scene` if `parent` is `None`.
    pub fn children_or_roots(&self, parent: Option<NodeAt>, scene: u32) -> &[NodeAt] {
        match parent {
            Some(parent) => self.node(parent).map_or(&[], |node| &node.children),
            None => self.roots.get(&scene).map_or(&[], Vec::as_slice),
        }
    }

    /// Returns the hierarchy path of the object without sibling numbers. Also works before `arrange`.
    pub fn path_of(&self, at: NodeAt) -> String {
        let mut names = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next.filter(|_| names.len() <= self.nodes.len()) {
            names.push(self.object(at).map_or("", |object| &object.name));
            next = self.node(at).and_then(|node| node.parent);
        }
        let mut path = String::new();
        for name in names.into_iter().rev() {
            path.push('/');
            path.push_str(name);
        }
        path
    }

    /// Returns the ids of all ancestors of the object, the parent first.
    pub fn ancestors(&self, at: NodeAt) -> Vec<ObjectId> {
        let mut above = Vec::new();
        let mut next = self.node(at).and_then(|node| node.parent);
        while let Some(node) = next
            .and_then(|at| self.node(at))
            .filter(|_| above.len() <= self.nodes.len())
        {
            above.push(node.id);
            next = node.parent;
        }
        above
    }

    /// Returns the ids of the object and all its descendants.
    pub fn family(&self, at: NodeAt) -> HashSet<ObjectId> {
        let (mut family, mut open) = (HashSet::new(), vec![at]);
        while let Some(node) = open.pop().and_then(|at| self.node(at)) {
            family.insert(node.id);
            open.extend(&node.children);
        }
        family
    }

    /// Returns messages about format errors in the file of `scene` (`None`: all files), which may be read only in part.
    pub fn damage(&self, scene: Option<u32>) -> impl Iterator<Item = &str> {
        let parts = self
            .parts
            .iter()
            .filter(move |part| scene.is_none_or(|scene| part.scene == scene));
        parts.flat_map(|part| part.flat.damage.iter().map(String::as_str))
    }

    /// Returns true if the world contains the scene at this position of the session's list.
    #[inline]
    pub fn has_scene(&self, scene: u32) -> bool {
        self.parts.iter().any(|part| part.scene == scene)
    }

    fn unhang(&mut self, at: NodeAt) {
        let Some((parent, scene)) = self.node(at).map(|node| (node.parent, node.scene)) else {
            return;
        };
        let siblings = match parent.and_then(|parent| self.nodes.get_mut(parent as usize)) {
            Some(parent) => &mut parent.children,
            None => self.roots.entry(scene).or_default(),
        };
        siblings.retain(|sibling| *sibling != at);
        self.same_names.forget();
    }

    fn each_below(&mut self, at: NodeAt, mut change: impl FnMut(&mut Node)) {
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            if let Some(node) = self.nodes.get_mut(at as usize) {
                change(node);
                open.extend(&node.children);
            }
        }
    }
}
