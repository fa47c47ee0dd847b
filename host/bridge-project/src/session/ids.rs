//! `obj:<n>`: a range of numbers for each scene, so that a number does not depend on which scenes were opened before.

mod keys;
mod list;
mod names;

use host_bridge::ObjectId;
pub(super) use keys::Keys;
pub(super) use list::Ids;
pub(super) use names::FileName;
use names::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// Numbers set aside for each scene. An expansion stays below a quarter of it; the rest is for objects that come later.
const PER_SCENE: i64 = 1_000_000;

/// Within a scene's range: from here on objects that were made in the session; files' objects stay below. A restart forgets
/// those, and no file's object can then be taken for one of them.
const CREATED_FROM: i64 = 900_000;

/// Behind all scenes' ranges, where one of them is used up.
const OVERFLOW: i64 = 1 << 50;

/// From here on: a range for each prefab file, in the order in which the files were met.
const PREFABS_FROM: i64 = 1_000_000_000_000;

/// The numbers of one scene's objects.
#[derive(Debug)]
pub(super) struct SceneIds {
    /// Of the file's objects. Shared with the thread that numbers a file with many.
    keys: Arc<Keys>,
    /// Numbers given to objects made in the session.
    created: i64,
    reverse: Reverse,
}

/// The numbers of all scenes' objects, by the scene's position in the session's list.
#[derive(Debug, Default)]
pub(super) struct Numbers(HashMap<usize, SceneIds>);

/// How many numbers each scene had given to objects made in the session.
#[derive(Clone, Debug, Default)]
pub(super) struct Given(HashMap<usize, i64>);

impl Numbers {
    pub(super) fn of(&mut self, scene: usize) -> &mut SceneIds {
        self.0.entry(scene).or_insert_with(|| SceneIds::new(scene))
    }

    pub(super) fn given(&self) -> Given {
        Given(self.0.iter().map(|(scene, ids)| (*scene, ids.created)).collect())
    }

    /// Gives numbers back that nobody was told.
    pub(super) fn back_to(&mut self, given: &Given) {
        for (scene, ids) in &mut self.0 {
            ids.created = given.0.get(scene).copied().unwrap_or_default();
        }
    }
}

impl SceneIds {
    pub(super) fn new(scene: usize) -> Self {
        Self::above(i64::try_from(scene).unwrap_or_default() * PER_SCENE)
    }

    /// Of the prefab file of that number.
    pub(super) fn of_prefab(prefab: usize) -> Self {
        Self::above(PREFABS_FROM + i64::try_from(prefab).unwrap_or_default() * PER_SCENE)
    }

    fn above(base: i64) -> Self {
        Self {
            keys: Arc::new(Keys::above(base)),
            created: 0,
            reverse: Reverse::default(),
        }
    }

    /// Numbers for the file's keys in hierarchy order.
    pub(super) fn assign(&mut self, keys: impl Iterator<Item = (i64, i64)>) -> Vec<ObjectId> {
        self.reverse = Reverse::default();
        Arc::make_mut(&mut self.keys).assign(keys)
    }

    /// The keys with their numbers, for whoever numbers a file beside the session.
    pub(super) fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys)
    }

    /// Goes on with `after`, which was made of `before`; false where other numbers were given since.
    pub(super) fn take_over(&mut self, before: &Arc<Keys>, after: Keys) -> bool {
        let is_newest = Arc::ptr_eq(&self.keys, before);
        if is_newest {
            self.keys = Arc::new(after);
            self.reverse = Reverse::default();
        }
        is_newest
    }

    /// The number of the file's object with that key; see [`Keys::told`].
    pub(super) fn told(&self, at: usize, key: (i64, i64)) -> Option<ObjectId> {
        self.keys.told(at, key)
    }

    /// Never-used numbers for objects made in the session; `None` once the scene has given out all it has.
    pub(super) fn create(&mut self, count: usize) -> Option<Vec<ObjectId>> {
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

/// True where no file has the object: it was made in the session.
pub(super) fn is_created(id: ObjectId) -> bool {
    scene_of(id).is_some() && id.0 % PER_SCENE > CREATED_FROM
}

/// The prefab file that a number belongs to.
pub(super) fn prefab_of(id: ObjectId) -> Option<usize> {
    let in_range = (PREFABS_FROM..OVERFLOW).contains(&id.0);
    in_range
        .then(|| usize::try_from((id.0 - PREFABS_FROM) / PER_SCENE).ok())
        .flatten()
}

/// The scene that a number belongs to, whether it is loaded or not.
pub(super) fn scene_of(id: ObjectId) -> Option<usize> {
    let in_range = id.0 > 0 && id.0 < PREFABS_FROM && id.0 % PER_SCENE != 0;
    in_range.then(|| usize::try_from(id.0 / PER_SCENE).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_and_never_reused() {
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
    fn created_numbers_lie_apart_and_are_never_reused() {
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
    fn files_never_reach_the_created_numbers() {
        let mut ids = SceneIds::new(1);
        let many = ids.assign((0..900_010).map(|key| (key, 0)));
        assert!(many.iter().all(|id| !is_created(*id)));
        assert_eq!(scene_of(many[899_999]), Some(1));
    }
}
