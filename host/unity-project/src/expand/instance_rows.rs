//! The override rows of one PrefabInstance document, for queries about a single instance.

use super::flat::Component;
use super::mods::Mods;
use super::override_chain::Override;
use std::borrow::Cow;
use std::sync::Arc;
use unity_fields::property::{PropertyPath, reference_node};
use unity_fields::{Source, class};
use unity_scripts::TypeId;
use unity_yaml::{Guid, Node};

/// The override rows of one prefab instance.
#[derive(Debug)]
pub struct InstanceRows(Arc<Mods>);

impl InstanceRows {
    /// Returns the override rows of the PrefabInstance with that file id; `None` if the file has no such document.
    pub fn find(file: &Arc<Source>, instance: i64) -> Option<Self> {
        let mut documents = file.documents().map(|(_, document)| document);
        let found = documents.find(|document| document.id() == instance && document.class() == class::PREFAB_INSTANCE);
        found.map(|document| Self(Arc::new(Mods::read(file, &document))))
    }

    /// Returns the guid of the instance's source prefab or model.
    pub fn prefab(&self) -> Guid {
        self.0.prefab.guid
    }

    /// Returns the source ids of objects and components that override rows change, in the order of the first rows.
    pub fn targets(&self) -> Vec<i64> {
        self.0.targets()
    }

    /// Returns the property paths of the overrides of one object or component, as Unity writes them, in file order.
    pub fn paths(&self, target: i64) -> impl Iterator<Item = Cow<'_, str>> {
        self.0.changes(target).map(|change| change.path)
    }

    /// Returns the overridden values of one object or component as a flat map from property paths to values. An empty
    /// value stays empty, because it can mean an empty text or a null reference.
    pub fn tree(&self, target: i64) -> Node<'static> {
        let mut entries: Vec<(Cow<'static, str>, Node<'static>)> = Vec::new();
        for change in self.0.changes(target) {
            let path = match PropertyPath::parse(&change.path) {
                Ok(path) => path.to_string(),
                Err(_) => change.path.into_owned(),
            };
            let value = match change.reference.file_id {
                0 => Node::Text(Cow::Owned(change.value.into_owned())),
                _ => reference_node(change.reference),
            };
            entries.retain(|(known, _)| *known != path);
            entries.push((Cow::Owned(path), value));
        }
        Node::Map(entries)
    }

    /// Returns a component with the id `target` that has no document, but only this instance's overrides of it.
    pub fn part(&self, target: i64) -> Component {
        Component {
            id: target,
            class: class::GAME_OBJECT,
            kind: TypeId::GAME_OBJECT,
            within: false,
            text: None,
            overrides: Override::with_instance(None, &self.0, target),
        }
    }
}
