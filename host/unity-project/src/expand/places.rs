//! Maps documents and ids of a file to objects and components in the hierarchy, including the targets of a prefab
//! instance's rows.

use super::flat::{Component, Flat};
use std::collections::{HashMap, HashSet};

/// Index of an object, and of the component on it.
pub type Place = (usize, usize);

/// The map of one expanded file; empty for a file that could not be expanded.
#[derive(Debug)]
pub struct Places<'a> {
    flat: Option<&'a Flat>,
    by_document: HashMap<u32, Place>,
    /// By the instance's id and the component's id in the instance's source.
    by_target: HashMap<(i64, i64), Place>,
    /// By the instance's id and the object's id in the instance's source; the file's own objects have instance 0.
    objects: HashMap<(i64, i64), usize>,
    /// First object of each instance.
    roots: HashMap<i64, usize>,
    /// Ids of instances that have a part whose source cannot be read.
    opaque: HashSet<i64>,
}

impl<'a> Places<'a> {
    /// `path` is the path of the file itself.
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

    /// The expanded file.
    pub fn flat(&self) -> Option<&'a Flat> {
        self.flat
    }

    /// The component at a place.
    pub fn component(&self, place: Place) -> Option<&'a Component> {
        self.flat?.objects.get(place.0)?.components.get(place.1)
    }

    /// The place of the document at this position in the file, if it is a component.
    pub fn place_of_document(&self, document: u32) -> Option<Place> {
        self.by_document.get(&document).copied()
    }

    /// The component that an instance's row applies to, by the instance's id and the component's id in its source.
    pub fn place_of_target(&self, instance: i64, target: i64) -> Option<Place> {
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

    /// True if a part of the instance cannot be read without Unity.
    pub fn is_opaque(&self, instance: i64) -> bool {
        self.opaque.contains(&instance)
    }
}
