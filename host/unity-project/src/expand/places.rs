//! Finds the objects and components of a hierarchy by the index of a document, or by the ids in an override row.

use super::flat::{Component, Flat};
use std::collections::{HashMap, HashSet};

/// Location of a component in an expanded file: index of its object in `Flat::objects`, and index among its components.
pub type Place = (usize, usize);

/// The locations of the components and objects of one expanded file; empty for a file that could not be expanded.
#[derive(Debug)]
pub struct Places<'a> {
    flat: Option<&'a Flat>,
    by_document: HashMap<u32, Place>,
    /// Locations of components of instances, by the instance's id and the component's id in the instance's source.
    by_target: HashMap<(i64, i64), Place>,
    /// Indexes of objects, by the instance's id (0 for the file's own objects) and the object's id in its source.
    objects: HashMap<(i64, i64), usize>,
    /// Index of the first object of each instance, by the instance's id.
    roots: HashMap<i64, usize>,
    /// Ids of instances that have a part whose source cannot be read.
    opaque: HashSet<i64>,
}

impl<'a> Places<'a> {
    /// Creates the table of locations for the expanded file at the asset path `path`; it is empty if `flat` is `None`.
    pub fn new(path: &str, flat: Option<&'a Flat>) -> Self {
        let mut places = Self {
            flat,
            by_document: HashMap::new(),
            by_target: HashMap::new(),
            objects: HashMap::new(),
            roots: HashMap::new(),
            opaque: HashSet::new(),
        };
        for (at, object) in flat.into_iter().flat_map(|flat| flat.objects.iter().enumerate()) {
            places.objects.insert((object.instance, object.id), at);
            if object.instance != 0 {
                places.roots.entry(object.instance).or_insert(at);
                if object.is_opaque() {
                    places.opaque.insert(object.instance);
                }
            }
            for (index, component) in object.components.iter().enumerate() {
                match &component.text {
                    Some((text, document)) if text.path == path => {
                        places.by_document.insert(*document, (at, index));
                    }
                    _ => {
                        places.by_target.insert((object.instance, component.id), (at, index));
                    }
                }
            }
        }
        places
    }

    /// Returns the expanded file; `None` if it could not be expanded.
    pub fn flat(&self) -> Option<&'a Flat> {
        self.flat
    }

    /// Returns the component at the location `place`.
    pub fn component(&self, place: Place) -> Option<&'a Component> {
        self.flat?.objects.get(place.0)?.components.get(place.1)
    }

    /// Returns the location of the component whose document has that index in the file; `None` if it is no component.
    pub fn place_of_document(&self, document: u32) -> Option<Place> {
        self.by_document.get(&document).copied()
    }

    /// Returns the location of the component that an override row changes; `target` is its id in the source prefab.
    pub fn place_of_target(&self, instance: i64, target: i64) -> Option<Place> {
        self.by_target.get(&(instance, target)).copied()
    }

    /// Returns the index of the object with the id `id` in the source of the instance; 0 means the file's own objects.
    pub fn object(&self, instance: i64, id: i64) -> Option<usize> {
        self.objects.get(&(instance, id)).copied()
    }

    /// Returns the index of the first object of an instance.
    pub fn root(&self, instance: i64) -> Option<usize> {
        self.roots.get(&instance).copied()
    }

    /// Returns true if a part of the instance has a source that the host cannot read.
    pub fn is_opaque(&self, instance: i64) -> bool {
        self.opaque.contains(&instance)
    }
}
