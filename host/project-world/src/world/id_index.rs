//! An index that finds objects by id. It keeps the map of each file when the world is built again.

use super::NodeAt;
use crate::ids::Ids;
use host_bridge::ObjectId;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct ById {
    /// The files of the world, by the smallest object id in each. Their ranges of ids do not overlap.
    parts: BTreeMap<ObjectId, Numbered>,
    /// The indexes in the arena of objects whose file has an id range that overlaps that of another file, by object id.
    others: HashMap<ObjectId, NodeAt>,
}

#[derive(Debug)]
struct Numbered {
    last: ObjectId,
    first_node: NodeAt,
    ids: Arc<Ids>,
}

impl ById {
    /// Adds the object ids of one file. `first_node` is the arena index of its first object; the others follow.
    pub(crate) fn add(&mut self, first_node: NodeAt, ids: &Arc<Ids>) {
        let Some((first, last)) = ids.bounds() else { return };
        let before = self.parts.range(..=last).next_back();
        if before.is_some_and(|(_, before)| before.last >= first) {
            self.others
                .extend((first_node..).zip(ids.iter()).map(|(at, id)| (*id, at)));
            return;
        }
        let ids = Arc::clone(ids);
        self.parts.insert(first, Numbered { last, first_node, ids });
    }

    pub(crate) fn find(&self, id: ObjectId) -> Option<NodeAt> {
        let near = self.parts.range(..=id).next_back().map(|(_, part)| part);
        let found = near.and_then(|part| Some(part.first_node + part.ids.position(id)?));
        found.or_else(|| self.others.get(&id).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_ids_of_parts_with_overlapping_ranges() {
        let mut by_id = ById::default();
        let (mut at, mut all) = (0, Vec::new());
        for list in [vec![3, 1], vec![], vec![10, 90], vec![2], vec![50, 20], vec![91]] {
            let list: Vec<ObjectId> = list.into_iter().map(ObjectId).collect();
            by_id.add(at, &Arc::new(Ids::from(list.clone())));
            for id in list {
                all.push((id, at));
                at += 1;
            }
        }
        for (id, at) in all {
            assert_eq!(by_id.find(id), Some(at), "{id}");
        }
        for none in [0, 4, 15, 60, 92] {
            assert_eq!(by_id.find(ObjectId(none)), None, "{none}");
        }
    }
}
