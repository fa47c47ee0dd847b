//! What stood in the files before this session wrote them: undoing goes back to that.
//!
//! An undone entry is left out when all changes are laid over the files again. Where the file has its value by now, the value
//! from before is laid beneath all changes. It counts only while the file still holds what was written.

use super::bytes_of;
use super::lay::put;
use super::{Edit, Edits};
use crate::session::world::World;
use host_bridge::ObjectId;
use std::collections::{BTreeSet, HashMap, HashSet};
use unity_project::expand::{Component, FieldEdit, component_tree, reading};
use unity_project::property::PropertyPath;
use unity_project::scripts::Types;
use unity_yaml::{Layout, Node};

/// A field of a component by its serialized name; none = the object's own flag.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::session) struct Spot {
    pub(in crate::session) object: ObjectId,
    pub(in crate::session) field: Option<(i64, String)>,
}

/// What stood at a spot, and what was written there.
#[derive(Clone, Debug)]
pub(in crate::session) struct Original {
    pub(in crate::session) was: Node<'static>,
    /// As the file reads now.
    pub(in crate::session) is: Node<'static>,
    /// How what stood there was laid out, where it stood in the scene's own document.
    pub(in crate::session) layout: Option<Layout>,
    /// Property paths of the overrides that saving added to the prefab instance for it.
    pub(in crate::session) added: BTreeSet<String>,
    /// Ids in `was` that overrides of the scene's file told and that led nowhere.
    pub(in crate::session) loose: BTreeSet<i64>,
}

/// By spot.
pub(in crate::session) type Originals = HashMap<Spot, Original>;

/// What stood at a spot before the file was written, while it is not read again.
#[derive(Clone, Debug)]
pub(in crate::session) struct Written {
    pub(in crate::session) spot: Spot,
    pub(in crate::session) was: Node<'static>,
    pub(in crate::session) layout: Option<Layout>,
    pub(in crate::session) added: BTreeSet<String>,
    pub(in crate::session) loose: BTreeSet<i64>,
}

impl Edits {
    /// Takes over what the files that were just written held before; `world` is fresh, nothing lies over it. This comes before
    /// any change is laid: one that stands on what was overwritten would not fit.
    ///
    /// Where no change is left in effect nothing is kept: what the file says counts, which is not what stood there before where its
    /// prefab was changed meanwhile.
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
            let is = in_file(world, types, &spot).filter(|is| *is != was && changed.contains(&spot));
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

    /// What stood at the spot before, where the file still holds what was written.
    pub(in crate::session) fn original(&self, spot: &Spot, now: &Node<'_>) -> Option<&Original> {
        self.originals.get(spot).filter(|original| original.is == *now)
    }

    /// Lays them over a fresh world, before any change.
    pub(in crate::session) fn lay_originals(&self, world: &mut World, types: &Types) {
        for (spot, original) in &self.originals {
            let Some(at) = world.find(spot.object) else { continue };
            if in_file(world, types, spot).as_ref() != Some(&original.is) {
                continue;
            }
            let Some((id, key)) = &spot.field else {
                world.mark_active(at, flag(true) == original.was);
                continue;
            };
            let position = world.components(at).iter().position(|component| component.id == *id);
            if let Some(position) = position {
                let edit = FieldEdit {
                    path: PropertyPath::of_field(key),
                    value: original.was.clone(),
                };
                put(world, at, position, &edit);
            }
        }
    }

    /// Memory that they take, about, and what files held when they were saved.
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

/// The object's own flag as files have it.
pub(in crate::session) fn flag(active: bool) -> Node<'static> {
    Node::Text(if active { "1" } else { "0" }.into())
}

/// The value at a spot as the loaded file has it.
pub(super) fn in_file(world: &World, types: &Types, spot: &Spot) -> Option<Node<'static>> {
    let object = world.object(world.find(spot.object)?)?;
    match &spot.field {
        None => Some(flag(object.active)),
        Some((id, key)) => {
            let component = object.components.iter().find(|component| component.id == *id)?;
            field(component, types, key)
        }
    }
}

/// What the loaded file has at the end of a field's path.
pub(in crate::session) fn stands_in_file(
    world: &World,
    types: &Types,
    (object, component): (ObjectId, i64),
    path: &PropertyPath,
) -> Option<Node<'static>> {
    let object = world.object(world.find(object)?)?;
    let component = object.components.iter().find(|known| known.id == component)?;
    reading::begin();
    let tree = component_tree(component, types).ok().flatten()?;
    let declared = types.declared(component.kind);
    let node = path.read(&tree, &|names| declared.kind(names))?;
    Some(node.to_static())
}

/// The value of a top field with what applies to the component.
fn field(component: &Component, types: &Types, key: &str) -> Option<Node<'static>> {
    reading::begin();
    let tree = component_tree(component, types).ok().flatten()?;
    tree.get(key).map(Node::to_static)
}
