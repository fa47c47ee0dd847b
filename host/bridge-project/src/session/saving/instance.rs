//! Converts changed fields of a component in a prefab instance to override rows, and creates rows that restore the
//! values before a save. `overrides` inserts the rows into the file.

use super::overrides::{How, Leaves, Row, is_of, restoring_rows};
use super::scene::Before;
use super::value::Writing;
use crate::session::Session;
use crate::session::edits::Spot;
use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, ObjectId};
use host_project_world::targets::Target;
use host_project_world::world::NodeAt;
use std::borrow::Cow;
use std::collections::BTreeSet;
use unity_project::expand::Component;
use unity_yaml::Node;

/// The results of replacing file ids in a field value by object ids of this session: the referenced targets, and the
/// file ids without an object.
#[derive(Debug, Default)]
struct Coming {
    targets: Vec<Target>,
    loose: BTreeSet<i64>,
}

impl SessionView<'_> {
    /// Returns the component's fields with their values before this session saved them, or else the values in the file.
    pub(super) fn as_it_was(self, object: ObjectId, component: i64, old: &Node<'_>) -> Node<'static> {
        let fields = old.entries().iter().map(|(key, value)| {
            let spot = Spot {
                object,
                field: Some((component, key.to_string())),
            };
            let original = self.edits.original(&spot, value);
            let was = original.map_or_else(|| value.to_static(), |original| original.was.clone());
            (Cow::Owned(key.to_string()), was)
        });
        Node::Map(fields.collect())
    }

    /// Returns the override rows (property changes in a PrefabInstance) that change the fields from `old` (in the file)
    /// to `new`. For fields with a value from before a save, also removes rows that the save added.
    pub(super) fn rows_of<'b>(
        self,
        writing: &Writing<'_>,
        target: i64,
        old: &Node<'_>,
        new: &Node<'_>,
        before: impl Iterator<Item = &'b mut Before>,
    ) -> Result<Vec<Row>, BridgeError> {
        let leaves = || Leaves {
            target,
            declared: &writing.declared,
            rows: Vec::new(),
        };
        let mut all = leaves();
        all.add_differences("", "", Some(old), new)?;
        let mut rows = all.rows;
        for before in before {
            let original = self.edits.original(&before.spot, &before.value);
            let key = before.spot.field.as_ref().map(|(_, key)| key.clone());
            let (Some(original), Some(key)) = (original, key) else {
                continue;
            };
            let Some(new) = new.get(&key) else { continue };
            writing.loose.borrow_mut().extend(&original.loose);
            let kind = writing.declared.kind(&key);
            let was = writing.value(&key, kind.as_ref(), old.get(&key), Some(&original.was), &original.was)?;
            let mut apart = leaves();
            apart.add_differences(&key, &key, Some(&was), new)?;
            let (of_key, others) = rows.into_iter().partition(|row| is_of(&row.path, &key));
            let (of_key, added) = restoring_rows(of_key, apart.rows, target, &original.added);
            before.added = added;
            rows = others;
            rows.extend(of_key);
        }
        let mut told = Vec::with_capacity(rows.len());
        for mut row in rows {
            match row
                .reference
                .as_ref()
                .map(|reference| writing.row_reference(&row.path, reference))
            {
                None | Some(Ok(None)) => {}
                Some(Ok(found)) => row.reference = found,
                // If the prefab has this value already, no row is needed.
                Some(Err(error)) if row.how == How::Follow => row.how = How::Untold(error),
                Some(Err(error)) => return Err(error),
            }
            told.push(row);
        }
        Ok(told)
    }

    pub(super) fn target_of(self, at: NodeAt, position: Option<usize>) -> Option<Target> {
        let component = position.map(|position| self.world.components(at).get(position).map(|known| known.id));
        Some(Target {
            object: self.world.node(at)?.id,
            component: match component {
                Some(known) => Some(known?),
                None => None,
            },
        })
    }

    fn with_targets(self, at: NodeAt, from: &Component, node: &Node<'_>, coming: &mut Coming) -> Node<'static> {
        match node {
            Node::Map(_) if node.get("fileID").is_some() => {
                let file = node.file_ref();
                let known = self.edits.targets.get(file.file_id).is_some() || !node.is_readable_reference();
                let to = self.resolve_reference(at, from, file).filter(|_| !known);
                match to.and_then(|(at, position)| self.target_of(at, position)) {
                    Some(target) => {
                        let id = self.edits.targets.id(target, &mut coming.targets);
                        Node::Map(vec![(Cow::Borrowed("fileID"), Node::Text(Cow::Owned(id.to_string())))])
                    }
                    None => {
                        let is_local = !known && file.file_id != 0 && file.guid.is_none();
                        let key = self.key_of_reference(at, from, file).filter(|_| is_local);
                        coming
                            .loose
                            .extend(key.filter(|key| key.in_scene).map(|_| file.file_id));
                        node.to_static()
                    }
                }
            }
            Node::Map(entries) => {
                let entries = entries.iter();
                let parts = entries.map(|(key, value)| {
                    let value = self.with_targets(at, from, value, coming);
                    (Cow::Owned(key.to_string()), value)
                });
                Node::Map(parts.collect())
            }
            Node::List(items) => {
                let items = items.iter().map(|item| self.with_targets(at, from, item, coming));
                Node::List(items.collect())
            }
            text => text.to_static(),
        }
    }
}

impl Session {
    /// Converts a field value of a prefab instance: object ids of this session replace file ids, which are ambiguous
    /// after a save. Also returns the file ids without an object that overrides in the scene's file set.
    pub(super) fn without_ids(&mut self, spot: &Spot, value: &Node<'_>) -> (Node<'static>, BTreeSet<i64>) {
        let mut coming = Coming::default();
        let view = self.view();
        let at = view.world.find(spot.object);
        let found = at.and_then(|at| {
            let (id, _) = spot.field.as_ref()?;
            let component = view.world.object(at)?.components.iter().find(|known| known.id == *id)?;
            Some(view.with_targets(at, component, value, &mut coming))
        });
        let found = found.unwrap_or_else(|| value.to_static());
        self.edits.targets.add(coming.targets);
        (found, coming.loose)
    }
}
