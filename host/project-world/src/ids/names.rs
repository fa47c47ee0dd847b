//! Persistent names of objects for the journal, made of file ids, because each run of the host assigns new session ids.

use super::keys::Key;
use super::{CREATED_FROM, Numbers, PER_SCENE, SceneIds, scene_of};
use host_bridge::ObjectId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The persistent name of an object in a scene. It is the same after a restart of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileName {
    /// An object of the file: its file id, that of its PrefabInstance, and its index among objects with equal ids.
    OfFile(i64, i64, u32),
    /// An object that was created in the session, with its number among the created objects of the scene.
    Made(i64),
}

/// A map from the number in an object id to the object in its file. It is built on the first request.
#[derive(Debug, Default)]
pub(super) struct Reverse(RefCell<Option<HashMap<i64, Key>>>);

impl Numbers {
    /// Returns the object's scene (its position) and persistent name; `None` if no object has this id.
    pub fn name_of(&self, object: ObjectId) -> Option<(usize, FileName)> {
        let scene = scene_of(object)?;
        let ids = self.0.get(&scene)?;
        let number = object.0 - ids.keys.base();
        let name = match number > CREATED_FROM {
            true => FileName::Made(number - CREATED_FROM),
            false => {
                let (id, instance, times) = ids.key_of(number)?;
                FileName::OfFile(id, instance, times)
            }
        };
        Some((scene, name))
    }

    /// Returns the id of the object with this persistent name in a scene. If the file was not read yet, reserves an id
    /// that no other object of the file gets. `None` if the scene's range has no such id.
    pub fn id_of_name(&mut self, scene: usize, name: FileName) -> Option<ObjectId> {
        let ids = self.scene_mut(scene);
        match name {
            FileName::OfFile(id, instance, times) => {
                let number = Arc::make_mut(&mut ids.keys).number((id, instance, times));
                ids.reverse = Reverse::default();
                (number <= CREATED_FROM).then_some(ObjectId(ids.keys.base() + number))
            }
            FileName::Made(number) => {
                let is_one = number > 0 && CREATED_FROM.checked_add(number)? < PER_SCENE;
                is_one.then(|| {
                    ids.created = ids.created.max(number);
                    ObjectId(ids.keys.base() + CREATED_FROM + number)
                })
            }
        }
    }

    /// Iterates over the scenes with objects that the session created: scene position, and number of such objects.
    pub fn created_counts(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        let all = self.0.iter().map(|(scene, ids)| (*scene, ids.created));
        all.filter(|(_, made)| *made > 0)
    }

    /// Marks the first `made` ids of this scene for created objects as assigned, so that no new object gets them.
    pub fn were_made(&mut self, scene: usize, made: i64) {
        let ids = self.scene_mut(scene);
        ids.created = ids.created.max(made.clamp(0, PER_SCENE - CREATED_FROM - 1));
    }
}

impl SceneIds {
    fn key_of(&self, number: i64) -> Option<Key> {
        let mut reverse = self.reverse.0.borrow_mut();
        let known = reverse.get_or_insert_with(|| self.keys.iter().map(|(key, number)| (number, key)).collect());
        known.get(&number).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_id_by_its_name_after_objects_are_reordered() {
        let mut numbers = Numbers::default();
        let ids = numbers.scene_mut(2).assign([(10, 0), (20, 7), (10, 0)].into_iter());
        let names: Vec<_> = ids.iter().map(|id| numbers.name_of(*id)).collect();
        let expected = [(10, 0, 0), (20, 7, 0), (10, 0, 1)];
        let expected = expected.map(|(id, instance, times)| Some((2, FileName::OfFile(id, instance, times))));
        assert_eq!(names, expected);
        // Another run, which reads the file after its objects were reordered.
        let mut again = Numbers::default();
        let moved = again.scene_mut(2).assign([(20, 7), (10, 0), (10, 0)].into_iter());
        assert_eq!(again.id_of_name(2, FileName::OfFile(20, 7, 0)), Some(moved[0]));
        assert_eq!(again.id_of_name(2, FileName::OfFile(10, 0, 1)), Some(moved[2]));
    }

    #[test]
    fn assigns_new_id_to_object_missing_from_its_file() {
        let mut numbers = Numbers::default();
        let there = numbers.scene_mut(0).assign([(1, 0)].into_iter());
        let gone = numbers.id_of_name(0, FileName::OfFile(99, 0, 0)).expect("a number");
        assert_ne!(gone, there[0]);
        assert_eq!(
            numbers.scene_mut(0).assign([(1, 0), (2, 0)].into_iter())[1],
            ObjectId(3)
        );
        assert_eq!(numbers.name_of(gone), Some((0, FileName::OfFile(99, 0, 0))));
    }

    #[test]
    fn never_reassigns_ids_of_created_objects() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.id_of_name(1, FileName::Made(5)), Some(ObjectId(1_900_005)));
        assert_eq!(numbers.scene_mut(1).create(1), Some(vec![ObjectId(1_900_006)]));
        for wrong in [0, -1, i64::MIN, i64::MAX, 100_000] {
            assert_eq!(numbers.id_of_name(1, FileName::Made(wrong)), None, "{wrong}");
        }
        assert_eq!(numbers.name_of(ObjectId(1_900_006)), Some((1, FileName::Made(6))));
        assert_eq!(numbers.name_of(ObjectId(7)), None);
    }
}
