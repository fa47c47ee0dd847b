//! Search indexes of objects by name, path and component type. Texts are in listing order of the objects.

use super::{NodeAt, Place, World};
use crate::text_index::TextIndex;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use unity_scripts::TypeId;

/// The search indexes of a world. Each is built on its first use, because most worlds of other files are never
/// searched, and many edits can happen between two searches.
#[derive(Debug, Default)]
pub(super) struct Indexes {
    names: OnceCell<TextIndex>,
    lower_paths: OnceCell<TextIndex>,
    paths: OnceCell<TextIndex>,
    by_type: OnceCell<HashMap<TypeId, Vec<Place>>>,
}

impl Indexes {
    /// Updates the index from component types to objects, if it exists, after one object's component types changed.
    pub(super) fn retyped(&mut self, place: Place, before: &BTreeSet<TypeId>, after: &BTreeSet<TypeId>) {
        let Some(by_type) = self.by_type.get_mut() else { return };
        for gone in before.difference(after) {
            if let Some(places) = by_type.get_mut(gone) {
                places.retain(|known| *known != place);
            }
        }
        for new in after.difference(before) {
            let places = by_type.entry(*new).or_default();
            if let Err(slot) = places.binary_search(&place) {
                places.insert(slot, place);
            }
        }
    }
}

impl World {
    /// Returns the names of the objects in lower case, in listing order.
    pub(crate) fn names(&self) -> &TextIndex {
        self.indexes.names.get_or_init(|| {
            let mut names = TextIndex::default();
            for at in &self.order {
                names.push(&self.name_of(*at).to_lowercase());
            }
            names
        })
    }

    /// Returns the hierarchy paths of the objects, in listing order.
    pub fn paths(&self) -> &TextIndex {
        self.indexes.paths.get_or_init(|| {
            let mut paths = TextIndex::default();
            let mut path = String::new();
            for at in &self.order {
                path.clear();
                // Parents come before their children.
                let parent = self.node(*at).and_then(|node| self.node(node.parent?));
                path.push_str(parent.map_or("", |parent| paths.get(parent.place)));
                path.push('/');
                path.push_str(self.name_of(*at));
                paths.push(&path);
            }
            paths
        })
    }

    /// Returns the hierarchy path of the object, from the index of all paths if it exists. Does not build this index.
    pub(crate) fn path(&self, at: NodeAt) -> String {
        let known = self.indexes.paths.get().zip(self.node(at));
        known.map_or_else(|| self.path_of(at), |(paths, node)| paths.get(node.place).to_owned())
    }

    /// Returns the hierarchy paths of the objects in lower case, in listing order.
    pub(crate) fn lower_paths(&self) -> &TextIndex {
        self.indexes.lower_paths.get_or_init(|| {
            let (paths, mut lower) = (self.paths(), TextIndex::default());
            for place in 0..self.count() {
                lower.push(&paths.get(place).to_lowercase());
            }
            lower
        })
    }

    /// Returns the objects with a component of this type, as ascending positions in the list of all objects.
    pub fn with_type(&self, kind: TypeId) -> &[Place] {
        let by_type = self.indexes.by_type.get_or_init(|| {
            let mut by_type: HashMap<TypeId, Vec<Place>> = HashMap::new();
            for (place, at) in (0..).zip(&self.order) {
                for component in self.components(*at) {
                    let places = by_type.entry(component.kind).or_default();
                    if places.last() != Some(&place) {
                        places.push(place);
                    }
                }
            }
            by_type
        });
        by_type.get(&kind).map_or(&[], Vec::as_slice)
    }
}
