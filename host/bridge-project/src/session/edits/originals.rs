//! The values that files had before this session saved them. Undoing a saved edit restores these values.
//!
//! When edits are applied again after a reload, a value before a save is applied first. It is ignored if the file no
//! longer contains the saved value.

use super::apply_edits::put;
use super::bytes_of;
use super::{Edit, Edits};
use host_bridge::ObjectId;
use host_project_world::world::World;
use std::collections::{BTreeSet, HashMap, HashSet};
use unity_fields::property::PropertyPath;
use unity_project::expand::{Component, FieldEdit, component_tree, reading};
use unity_scripts::Types;
use unity_yaml::{Layout, Node};

/// A field of an object, by component id and serialized name; `None` for the object's active flag.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::session) struct Spot {
    pub(in crate::session) object: ObjectId,
    pub(in crate::session) field: Option<(i64, String)>,
}

/// The value of a field before a save (`was`), and the saved value (`is`).
#[derive(Clone, Debug)]
pub(in crate::session) struct Original {
    pub(in crate::session) was: Node<'static>,
    pub(in crate::session) is: Node<'static>,
    /// The text layout of the value before the save; `None` if no YAML document of the scene file contained it.
    pub(in crate::session) layout: Option<Layout>,
    /// Property paths of the overrides that the save added to the prefab instance for this value.
    pub(in crate::session) added: BTreeSet<String>,
    /// File ids in `was` that belong to no existing object and come from prefab overrides in the scene's file.
    pub(in crate::session) loose: BTreeSet<i64>,
}

pub(in crate::session) type Originals = HashMap<Spot, Original>;

/// The value of a field before its file was written, stored until the file is read again.
#[derive(Clone, Debug)]
pub(in crate::session) struct Written {
    pub(in crate::session) spot: Spot,
    pub(in crate::session) was: Node<'static>,
    pub(in crate::session) layout: Option<Layout>,
    pub(in crate::session) added: BTreeSet<String>,
    pub(in crate::session) loose: BTreeSet<i64>,
}

impl Edits {
    /// Stores the previous values of the files that were just written. Must run before any edit is applied to the new
    /// `world`, because edits may depend on overwritten values. Stores nothing for a field without an edit in effect:
    /// then the file's value counts, because the prefab may have changed.
    pub(in crate::session) fn settle_written(&mut self, world: &World, types: &Types) {
        let written = std::mem::take(&mut self.written);
        if written.is_empty() {
            return;
        }
        let changed: HashSet<Spot> = self.journal.in_effect().into_iter().filter_map(Edit::spot).collect();
        for written in written {
            let Written {
                spot,
                was,
                layout,
                added,
                loose,
            } = written;
            self.originals.remove(&spot);
            let is = file_value(world, types, &spot).filter(|is| *is != was && changed.contains(&spot));
            if let Some(is) = is {
                let original = Original {
                    was,
                    is,
                    layout,
                    added,
                    loose,
                };
                self.originals.insert(spot, original);
            }
        }
    }

    /// Returns the value of the field before the save that wrote `now`. `None` if no save of this session wrote `now`.
    pub(in crate::session) fn original(&self, spot: &Spot, now: &Node<'_>) -> Option<&Original> {
        self.originals.get(spot).filter(|original| original.is == *now)
    }

    pub(in crate::session) fn lay_originals(&self, world: &mut World, types: &Types) {
        for (spot, original) in &self.originals {
            let Some(at) = world.find(spot.object) else { continue };
            if file_value(world, types, spot).as_ref() != Some(&original.is) {
                continue;
            }
            let Some((id, key)) = &spot.field else {
                world.mark_active(at, flag(true) == original.was);
                continue;
            };
            let position = world.components(at).iter().position(|component| component.id == *id);
            if let Some(position) = position {
                let edit = FieldEdit {
                    path: PropertyPath::from_field(key),
                    value: original.was.clone(),
                };
                put(world, at, position, &edit);
            }
        }
    }

    pub(in crate::session) fn originals_bytes(&self) -> usize {
        let all = self.originals.values();
        let rows = |original: &Original| original.added.iter().map(|path| 48 + path.len()).sum::<usize>();
        let layout = |original: &Original| original.layout.as_ref().map_or(0, Layout::weight);
        all.map(|original| {
            128 + bytes_of(&original.was)
                + bytes_of(&original.is)
                + layout(original)
                + rows(original)
                + 8 * original.loose.len()
        })
        .sum::<usize>()
            + self.held.bytes()
    }
}

/// Converts an active flag to the value that files contain: `1` or `0`.
pub(in crate::session) fn flag(active: bool) -> Node<'static> {
    Node::Text(if active { "1" } else { "0" }.into())
}

pub(super) fn file_value(world: &World, types: &Types, spot: &Spot) -> Option<Node<'static>> {
    let object = world.object(world.find(spot.object)?)?;
    match &spot.field {
        None => Some(flag(object.active)),
        Some((id, key)) => {
            let component = object.components.iter().find(|component| component.id == *id)?;
            field(component, types, key)
        }
    }
}

pub(in crate::session) fn stands_in_file(
    world: &World,
    types: &Types,
    object: ObjectId,
    component: i64,
    path: &PropertyPath,
) -> Option<Node<'static>> {
    let object = world.object(world.find(object)?)?;
    let component = object.components.iter().find(|known| known.id == component)?;
    reading::begin();
    let tree = component_tree(component, types).ok().flatten()?;
    let declared = types.declared_fields(component.kind);
    let node = path.read(&tree, &|names| declared.kind(names))?;
    Some(node.to_static())
}

/// Returns the value of a component's top-level field, with the overrides in `component` applied.
fn field(component: &Component, types: &Types, key: &str) -> Option<Node<'static>> {
    reading::begin();
    let tree = component_tree(component, types).ok().flatten()?;
    tree.get(key).map(Node::to_static)
}
