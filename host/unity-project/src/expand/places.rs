//! Where in the hierarchy a document of a file lands, and what a prefab instance lays its rows over.
//!
//! Belongs here: from documents and ids to objects and components. Does not: what stands in them.

use super::flat::{Component, Flat};
use std::collections::{HashMap, HashSet};

/// Position of an object, and of the component on it.
pub type Place = (usize, usize);

/// Of one file that was played out; of one that could not be, nothing.
#[derive(Debug)]
pub struct Places<'a> {
    flat: Option<&'a Flat>,
    by_document: HashMap<u32, Place>,
    /// By the instance's id and the component's in the instance's source.
    by_target: HashMap<(i64, i64), Place>,
    /// By the instance's id and the object's in the instance's source; own objects with 0.
    objects: HashMap<(i64, i64), usize>,
    /// First object of each instance.
    roots: HashMap<i64, usize>,
    /// Instances of which some part is opaque.
    opaque: HashSet<i64>,
}

impl<'a> Places<'a> {
    /// `path` is the file's own.
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

    /// What was played out.
    pub fn flat(&self) -> Option<&'a Flat> {
        self.flat
    }

    /// The component at a place.
    pub fn component(&self, place: Place) -> Option<&'a Component> {
        self.flat?.objects.get(place.0)?.components.get(place.1)
    }

    /// Where the document at this position in the file stands, if it is a component.
    pub fn of_document(&self, document: u32) -> Option<Place> {
        self.by_document.get(&document).copied()
    }

    /// The component that an instance lays a row over, by the instance's id and the component's in its source.
    pub fn of_target(&self, instance: i64, target: i64) -> Option<Place> {
        self.by_target.get(&(instance, target)).copied()
    }

    /// An object, by its instance's id (0 for the file's own) and its id there.
    pub fn object(&self, instance: i64, id: i64) -> Option<usize> {
        self.objects.get(&(instance, id)).copied()
    }

    /// The first object of an instance.
    pub fn root(&self, instance: i64) -> Option<usize> {
        self.roots.get(&instance).copied()
    }

    /// True where some part of the instance cannot be read without Unity.
    pub fn is_opaque(&self, instance: i64) -> bool {
        self.opaque.contains(&instance)
    }
}
