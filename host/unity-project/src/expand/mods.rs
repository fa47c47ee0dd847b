//! The changes of a PrefabInstance to its source: overrides of properties, and removed and added parts.

use super::change::Change;
use std::collections::HashSet;
use std::sync::Arc;
use unity_fields::Source;
use unity_yaml::{Document, FileRef, Item};

/// Position of one override row (`m_Modifications`) in the file's text: its byte range, and the column of its dash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    start: u32,
    end: u32,
    dash: u16,
}

/// Property paths (position and rotation) of the overrides that Unity writes for the root Transform of each instance.
const PLACE: [&str; 7] = [
    "m_LocalPosition.x",
    "m_LocalPosition.y",
    "m_LocalPosition.z",
    "m_LocalRotation.x",
    "m_LocalRotation.y",
    "m_LocalRotation.z",
    "m_LocalRotation.w",
];

/// One PrefabInstance document: overrides and additions. The ids of overridden parts are ids in the source prefab.
#[derive(Debug)]
pub(crate) struct Mods {
    source: Arc<Source>,
    /// File id of the PrefabInstance document.
    pub(super) instance: i64,
    /// Override rows with the id of the part to which they apply; sorted by that id, then in file order.
    rows: Vec<(i64, Row)>,
    pub(super) removed_components: HashSet<i64>,
    pub(super) removed_objects: HashSet<i64>,
    /// File id of the Transform of each added object, and its requested index among the children, or -1.
    pub(super) added: Vec<(i64, i64)>,
    /// File id of each added component, and its requested index among the object's components, or -1.
    pub(super) added_components: Vec<(i64, i64)>,
    /// File id of the Transform below which the instance's root is; 0 if it is a root of the file.
    pub(super) parent: i64,
    pub(super) prefab: FileRef,
}

impl Mods {
    pub(super) fn read(source: &Arc<Source>, document: &Document<'_>) -> Self {
        let mut mods = Self {
            source: Arc::clone(source),
            instance: document.id(),
            rows: Vec::new(),
            removed_components: HashSet::new(),
            removed_objects: HashSet::new(),
            added: Vec::new(),
            added_components: Vec::new(),
            parent: 0,
            prefab: FileRef::default(),
        };
        for field in document.fields() {
            match field.key() {
                "m_SourcePrefab" | "m_ParentPrefab" => {
                    let prefab = field.file_ref();
                    if !prefab.guid.is_none() {
                        mods.prefab = prefab;
                    }
                }
                "m_Modification" => field.fields().for_each(|field| mods.take(&field)),
                _ => {}
            }
        }
        // The stable sort keeps the file order of rows for the same object.
        mods.rows.sort_by_key(|(target, _)| *target);
        mods
    }

    fn take(&mut self, field: &unity_yaml::Field<'_>) {
        let ids = || field.items().filter_map(|item| Some(item.file_ref()?.file_id));
        match field.key() {
            "m_TransformParent" => self.parent = field.file_ref().file_id,
            "m_RemovedComponents" => self.removed_components = ids().collect(),
            "m_RemovedGameObjects" => self.removed_objects = ids().collect(),
            "m_AddedGameObjects" => self.added = added_rows(field),
            "m_AddedComponents" => self.added_components = added_rows(field),
            "m_Modifications" => {
                for item in field.items() {
                    let target = item.fields().next().map(|field| field.file_ref().file_id);
                    let (start, end) = item.range();
                    // Ranges fit: a source is shorter than 4 GiB, and no real line is indented by 65,535 columns.
                    if let (Some(target), Ok(start), Ok(end), Ok(dash)) = (
                        target,
                        u32::try_from(start),
                        u32::try_from(end),
                        u16::try_from(item.dash()),
                    ) {
                        self.rows.push((target, Row { start, end, dash }));
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn added_components(&self) -> impl Iterator<Item = i64> {
        self.added_components.iter().map(|(id, _)| *id)
    }

    /// Returns file id and index of each component that the instance adds at a given index; the Transform has index 0.
    pub(super) fn wanted_components(&self) -> impl Iterator<Item = (i64, usize)> {
        let rows = self.added_components.iter();
        rows.filter_map(|(id, at)| Some((*id, usize::try_from(*at).ok()?)))
    }

    pub(super) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    pub(super) fn changes_target(&self, target: i64) -> bool {
        !self.rows_on(target).is_empty()
    }

    fn rows_on(&self, target: i64) -> &[(i64, Row)] {
        let start = self.rows.partition_point(|(known, _)| *known < target);
        let rest = self.rows.get(start..).unwrap_or_default();
        let count = rest.iter().take_while(|(known, _)| *known == target).count();
        rest.get(..count).unwrap_or_default()
    }

    pub(super) fn rows_of(&self, target: i64) -> usize {
        self.rows_on(target).len()
    }

    pub(super) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Returns the source ids of objects and components that override rows change, in the order of the first rows.
    pub(super) fn targets(&self) -> Vec<i64> {
        let of_one = self.rows.chunk_by(|(one, _), (other, _)| one == other);
        let mut firsts: Vec<(Row, i64)> = of_one
            .filter_map(|rows| rows.first().map(|(target, row)| (*row, *target)))
            .collect();
        firsts.sort_unstable();
        firsts.into_iter().map(|(_, target)| target).collect()
    }

    /// Returns the overrides of the part of the source with the id `target`, in file order.
    pub(super) fn changes(&self, target: i64) -> impl Iterator<Item = Change<'_>> {
        self.rows_on(target).iter().map(|(_, row)| self.change(*row))
    }

    fn change(&self, row: Row) -> Change<'_> {
        let text = self.source.text();
        Change::from_row(&Item::new(text, row.start as usize, row.end as usize, row.dash.into()))
    }

    /// Derives the id of the source prefab's root Transform from the override rows: Unity writes position and rotation
    /// of an instance for it, and before Unity 2022 its sibling order. `None` unless exactly one id has such rows.
    pub(super) fn root_transform(&self) -> Option<i64> {
        self.only_one_with(&["m_RootOrder"])
            .or_else(|| self.only_one_with(&PLACE))
    }

    /// Derives the id of the source prefab's root GameObject from the override rows: for it, Unity writes the
    /// instance's name.
    pub(super) fn root_object(&self) -> Option<i64> {
        self.only_one_with(&["m_Name"])
    }

    /// Returns the id of the only object or component that overrides change at all these paths; else `None`.
    fn only_one_with(&self, paths: &[&str]) -> Option<i64> {
        let parts = self.rows.chunk_by(|(one, _), (other, _)| one == other);
        let has = |rows: &[(i64, Row)], path: &str| rows.iter().any(|(_, row)| self.change(*row).path == path);
        let mut found = parts
            .filter(|rows| paths.iter().all(|path| has(rows, path)))
            .filter_map(|rows| rows.first().map(|(target, _)| *target));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// Returns the value of the last override of the property `path` of the part `target`, if there is one.
    pub(super) fn value(&self, target: i64, path: &str) -> Option<String> {
        self.changes(target)
            .filter(|change| change.path == path)
            .last()
            .map(|change| change.value.into_owned())
    }
}

/// Reads the rows of a list: the file id of an added object or component, and its index, or -1 without one.
fn added_rows(field: &unity_yaml::Field<'_>) -> Vec<(i64, i64)> {
    let rows = field.items().filter_map(|item| item.node().ok());
    rows.filter_map(|row| {
        let id = row.get("addedObject")?.file_ref().file_id;
        Some((id, row.get("insertIndex").and_then(|node| node.number()).unwrap_or(-1)))
    })
    .collect()
}
