//! The ids of the objects of a file, in file order, with a search for an object by its id.

use host_bridge::ObjectId;
use std::ops::Deref;

/// The ids of the objects of a file, in the order of the objects in the file.
#[derive(Debug)]
pub struct Ids {
    list: Vec<ObjectId>,
    /// The positions of the ids in `list`, sorted by id; `None` if the list is sorted itself, as at first.
    ascending: Option<Vec<u32>>,
}

impl Ids {
    pub(crate) fn position(&self, id: ObjectId) -> Option<u32> {
        match &self.ascending {
            None => self.list.binary_search(&id).ok().and_then(|at| u32::try_from(at).ok()),
            Some(positions) => {
                let found = positions.binary_search_by_key(&Some(id), |at| self.list.get(*at as usize).copied());
                found.ok().and_then(|at| positions.get(at).copied())
            }
        }
    }

    /// Returns the smallest and the largest id; `None` if the list is empty.
    pub(crate) fn bounds(&self) -> Option<(ObjectId, ObjectId)> {
        match &self.ascending {
            None => Some((*self.list.first()?, *self.list.last()?)),
            Some(positions) => {
                let id = |at: Option<&u32>| self.list.get(*at? as usize).copied();
                Some((id(positions.first())?, id(positions.last())?))
            }
        }
    }
}

impl From<Vec<ObjectId>> for Ids {
    fn from(list: Vec<ObjectId>) -> Self {
        let ascending = (!list.is_sorted()).then(|| {
            let mut positions: Vec<u32> = (0..).take(list.len()).collect();
            positions.sort_by_key(|at| list.get(*at as usize).copied());
            positions
        });
        Self { list, ascending }
    }
}

impl Deref for Ids {
    type Target = [ObjectId];

    fn deref(&self) -> &[ObjectId] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_position_of_each_id_in_any_order() {
        for list in [vec![], vec![4], vec![1, 2, 3], vec![7, 3, 9, 1]] {
            let list: Vec<ObjectId> = list.into_iter().map(ObjectId).collect();
            let ids = Ids::from(list.clone());
            for (at, id) in (0..).zip(&list) {
                assert_eq!(ids.position(*id), Some(at), "{list:?}");
            }
            assert_eq!(ids.position(ObjectId(5)), None, "{list:?}");
            let bounds = list.iter().min().copied().zip(list.iter().max().copied());
            assert_eq!(ids.bounds(), bounds, "{list:?}");
        }
    }
}
