//! Object ids `obj:<n>`. Each scene has its own range, so an id does not depend on the order in which scenes open.

mod keys;
mod list;
mod names;

use host_bridge::ObjectId;
pub(crate) use keys::Keys;
pub use list::Ids;
pub use names::FileName;
use names::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// Number of object ids reserved for each scene. The objects in its file use less than a quarter of them at first.
const PER_SCENE: i64 = 1_000_000;

/// Within a scene's range, objects of the file have numbers up to this one, and objects created in the session have
/// larger ones. So after a restart, no object of the file gets the id of a created object that no longer exists.
const CREATED_FROM: i64 = 900_000;

/// First id after the ranges of all scenes, for objects that no longer fit into their scene's range.
const OVERFLOW: i64 = 1 << 50;

/// First object id for prefab files. Each prefab file has its own range of ids, in the order of the prefabs' numbers.
const PREFABS_FROM: i64 = 1_000_000_000_000;

/// The ids that are assigned to the objects of one scene or prefab file.
#[derive(Debug)]
pub struct SceneIds {
    /// The ids of the objects in the file. Shared with the thread that assigns ids to the objects of a large file.
    keys: Arc<Keys>,
    /// Number of ids that are assigned to objects created in the session.
    created: i64,
    reverse: Reverse,
}

/// The assigned ids of all scenes. The key is the scene's position in the session's list.
#[derive(Debug, Default)]
pub struct Numbers(HashMap<usize, SceneIds>);

/// A snapshot for [`Numbers::roll_back`]: for each scene, the number of ids assigned to objects created in the session.
#[derive(Clone, Debug, Default)]
pub struct Given(HashMap<usize, i64>);

impl Numbers {
    /// Returns the object ids of one scene. `scene` is its position in the session's list of scenes.
    pub fn scene_mut(&mut self, scene: usize) -> &mut SceneIds {
        self.0.entry(scene).or_insert_with(|| SceneIds::new(scene))
    }

    /// Returns a snapshot of the number of ids assigned to created objects, for a later `roll_back`.
    pub fn counts(&self) -> Given {
        Given(self.0.iter().map(|(scene, ids)| (*scene, ids.created)).collect())
    }

    /// Releases the ids that were assigned to created objects after `given`. No caller may have received them.
    pub fn roll_back(&mut self, given: &Given) {
        for (scene, ids) in &mut self.0 {
            ids.created = given.0.get(scene).copied().unwrap_or_default();
        }
    }
}

impl SceneIds {
    pub(crate) fn new(scene: usize) -> Self {
        Self::starting_at(i64::try_from(scene).unwrap_or_default() * PER_SCENE)
    }

    pub(crate) fn for_prefab(prefab: usize) -> Self {
        Self::starting_at(PREFABS_FROM + i64::try_from(prefab).unwrap_or_default() * PER_SCENE)
    }

    fn starting_at(base: i64) -> Self {
        Self {
            keys: Arc::new(Keys::starting_at(base)),
            created: 0,
            reverse: Reverse::default(),
        }
    }

    /// Assigns ids to the objects of a scene or prefab file. Each key is the object's file id and the file id of its
    /// PrefabInstance; the keys are in hierarchy order.
    pub(crate) fn assign(&mut self, keys: impl Iterator<Item = (i64, i64)>) -> Vec<ObjectId> {
        self.reverse = Reverse::default();
        Arc::make_mut(&mut self.keys).assign(keys)
    }

    /// Returns the map from objects in the file to their numbers, for a thread that assigns ids to a large file.
    pub fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys)
    }

    /// Replaces the map from objects to numbers by `after`. Returns false without a change if it is not `before`.
    pub(crate) fn take_over(&mut self, before: &Arc<Keys>, after: Keys) -> bool {
        let is_newest = Arc::ptr_eq(&self.keys, before);
        if is_newest {
            self.keys = Arc::new(after);
            self.reverse = Reverse::default();
        }
        is_newest
    }

    /// Returns the id of the object at the position `at` in the scene's file, with the file ids `id` and `instance` (of
    /// its PrefabInstance). `None` if it is unknown or ambiguous.
    pub fn known_id(&self, at: usize, id: i64, instance: i64) -> Option<ObjectId> {
        self.keys.known_number(at, id, instance)
    }

    /// Assigns `count` unused ids to new objects; `None` if the scene's range has too few ids left.
    pub fn create(&mut self, count: usize) -> Option<Vec<ObjectId>> {
        let end = i64::try_from(count)
            .ok()
            .and_then(|count| self.created.checked_add(count))?;
        if CREATED_FROM + end >= PER_SCENE {
            return None;
        }
        let first = self.created + 1;
        self.created = end;
        let numbers = first..=end;
        Some(
            numbers
                .map(|number| ObjectId(self.keys.base() + CREATED_FROM + number))
                .collect(),
        )
    }
}

/// Returns true if the object with this id was created in the session, so that no file contains it.
pub fn is_created(id: ObjectId) -> bool {
    scene_of(id).is_some() && id.0 % PER_SCENE > CREATED_FROM
}

/// Returns the number of the prefab file to which an object id belongs; `None` if the object is in a scene.
pub fn prefab_of(id: ObjectId) -> Option<usize> {
    let in_range = (PREFABS_FROM..OVERFLOW).contains(&id.0);
    in_range
        .then(|| usize::try_from((id.0 - PREFABS_FROM) / PER_SCENE).ok())
        .flatten()
}

/// Returns the position of the scene to which an object id belongs, loaded or not; `None` if the object is in a prefab.
pub fn scene_of(id: ObjectId) -> Option<usize> {
    let in_range = id.0 > 0 && id.0 < PREFABS_FROM && id.0 % PER_SCENE != 0;
    in_range.then(|| usize::try_from(id.0 / PER_SCENE).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_assigned_ids_and_never_reuses_them() {
        let mut ids = SceneIds::new(3);
        let first = ids.assign([(10, 0), (20, 0), (10, 7)].into_iter());
        assert_eq!(first, [ObjectId(3_000_001), ObjectId(3_000_002), ObjectId(3_000_003)]);
        let second = ids.assign([(20, 0), (30, 0), (10, 7)].into_iter());
        assert_eq!(second, [ObjectId(3_000_002), ObjectId(3_000_004), ObjectId(3_000_003)]);
        assert_eq!(ids.assign([(40, 0), (10, 0)].into_iter())[1], first[0]);
        assert_eq!(scene_of(ObjectId(3_000_004)), Some(3));
        assert_eq!(scene_of(ObjectId(-4)), None);
    }

    #[test]
    fn created_ids_use_a_separate_range_without_reuse() {
        let mut ids = SceneIds::new(2);
        let of_file = ids.assign([(10, 0)].into_iter());
        let first = ids.create(2).expect("room");
        assert_eq!(first, [ObjectId(2_900_001), ObjectId(2_900_002)]);
        assert_eq!(ids.create(1).expect("room"), [ObjectId(2_900_003)]);
        assert_eq!(ids.create(99_997), None);
        assert_eq!(ids.create(99_996).map(|ids| ids.len()), Some(99_996));
        assert_eq!(ids.create(1), None);
        assert!(is_created(first[0]) && !is_created(of_file[0]) && !is_created(ObjectId(-1)));
        assert_eq!(scene_of(first[0]), Some(2));
    }

    #[test]
    fn file_ids_never_reach_the_range_of_created_ids() {
        let mut ids = SceneIds::new(1);
        let many = ids.assign((0..900_010).map(|key| (key, 0)));
        assert!(many.iter().all(|id| !is_created(*id)));
        assert_eq!(scene_of(many[899_999]), Some(1));
    }
}
