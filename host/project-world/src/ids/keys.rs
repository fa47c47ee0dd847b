//! A map from the objects of one file, identified by their file ids, to their numbers in the session.

use super::{CREATED_FROM, OVERFLOW};
use foldhash::fast::RandomState;
use host_bridge::ObjectId;
use std::collections::HashMap;

/// Number of objects that are absent from the file but keep their number. If there are more, they may lose it.
const MAX_GONE: usize = 100_000;

/// Identity of an object in a file: its file id, that of its PrefabInstance (0 = none), and its index among equal ids.
pub(super) type Key = (i64, i64, u32);

/// A map from the objects of a scene or prefab file to the numbers in their ids. Absent objects keep their numbers.
#[derive(Clone, Debug)]
pub struct Keys {
    base: i64,
    next: i64,
    by_key: HashMap<Key, i64, RandomState>,
}

impl Keys {
    /// Creates an empty map from objects to numbers. The id of an object is `base` plus its number, from 1.
    pub(crate) fn starting_at(base: i64) -> Self {
        Self {
            base,
            next: 1,
            by_key: HashMap::default(),
        }
    }

    pub(crate) fn base(&self) -> i64 {
        self.base
    }

    /// Assigns a number to each object of a file; the keys are in hierarchy order. The first call assigns 1, 2, 3, …;
    /// in later calls, a new object gets a number that was never used.
    pub(crate) fn assign(&mut self, keys: impl Iterator<Item = (i64, i64)>) -> Vec<ObjectId> {
        let count = keys.size_hint().0;
        let mut seen: HashMap<(i64, i64), u32, RandomState> =
            HashMap::with_capacity_and_hasher(count, RandomState::default());
        if self.by_key.is_empty() {
            self.by_key.reserve(count);
        }
        let numbers: Vec<ObjectId> = keys
            .map(|(id, instance)| {
                // A broken file may contain an id twice; each repetition is a separate key.
                let times = seen.entry((id, instance)).or_default();
                let key = (id, instance, *times);
                *times += 1;
                let number = self.number(key);
                ObjectId(if number <= CREATED_FROM {
                    self.base + number
                } else {
                    OVERFLOW + self.base * 1_000 + number
                })
            })
            .collect();
        if self.by_key.len() > 2 * seen.len() + MAX_GONE {
            // A file that is rewritten again and again would fill the memory with former objects.
            self.by_key
                .retain(|(id, instance, times), _| seen.get(&(*id, *instance)).is_some_and(|all| times < all));
        }
        numbers
    }

    /// Returns the number of the object with this key in its file. Assigns a new number to an unknown object.
    pub(crate) fn number(&mut self, key: Key) -> i64 {
        let next = &mut self.next;
        *self.by_key.entry(key).or_insert_with(|| {
            let number = *next;
            *next += 1;
            number
        })
    }

    /// Returns the id of the object with the file id `id` in the PrefabInstance `instance`. Before the first
    /// assignment, returns the id that the object at position `at` in the file will get. `None` if it is unknown or
    /// ambiguous.
    pub(crate) fn known_number(&self, at: usize, id: i64, instance: i64) -> Option<ObjectId> {
        if self.by_key.is_empty() {
            let number = i64::try_from(at).ok()? + 1;
            return (number <= CREATED_FROM).then_some(ObjectId(self.base + number));
        }
        // An id that a broken file contains twice identifies no object.
        let is_double = self.by_key.contains_key(&(id, instance, 1));
        let number = *self.by_key.get(&(id, instance, 0)).filter(|_| !is_double)?;
        (number <= CREATED_FROM).then_some(ObjectId(self.base + number))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, i64)> + '_ {
        self.by_key.iter().map(|(key, number)| (*key, *number))
    }
}
