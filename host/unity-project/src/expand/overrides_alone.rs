//! The values that prefab instances and the session set on a component whose document the host cannot read.

use super::component::ROW;
use super::flat::Component;
use super::override_chain::Level;
use super::reading;
use std::borrow::Cow;
use unity_fields::property::{PropertyPath, Step, reference_node};
use unity_yaml::Node;

/// Returns only the overridden fields of a component of an instance whose source cannot be read; `None` for a component
/// that a file describes. A vector can be incomplete. Array elements are omitted, because the array's length is
/// unknown.
pub fn override_tree(component: &Component) -> Option<Node<'static>> {
    if component.text.is_some() {
        return None;
    }
    let mut tree = Node::Map(Vec::new());
    for level in component.overrides.iter().flat_map(|chain| chain.levels()) {
        match level {
            Level::Instance { mods, target } => {
                reading::count(mods.rows_of(*target) * ROW, || 0).ok()?;
                for change in mods.changes(*target) {
                    let value = match change.reference.file_id {
                        0 => Node::Text(Cow::Owned(change.value.into_owned())),
                        _ => reference_node(change.reference),
                    };
                    if let Ok(path) = PropertyPath::parse(&change.path) {
                        put(&mut tree, &path.0, value);
                    }
                }
            }
            Level::Session(edits) => edits
                .iter()
                .for_each(|edit| put(&mut tree, &edit.path.0, edit.value.clone())),
        }
    }
    in_order(&mut tree);
    Some(tree)
}

/// Sorts the members of vectors and colors into the order in which files contain them (x, y, z).
fn in_order(node: &mut Node<'static>) {
    let Node::Map(entries) = node else { return };
    for (_, value) in entries.iter_mut() {
        let Node::Map(parts) = value else { continue };
        let place = |name: &str| "xyzwrgba".find(name).filter(|_| name.len() == 1);
        if parts.iter().all(|(name, _)| place(name).is_some()) {
            parts.sort_by_key(|(name, _)| place(name));
        }
    }
}

fn put(tree: &mut Node<'static>, path: &[Step], value: Node<'static>) {
    let names = path.iter().map(|step| match step {
        Step::Key(name) => Some(name.as_str()),
        _ => None,
    });
    let Some(names) = names.collect::<Option<Vec<_>>>() else {
        return;
    };
    let mut node = tree;
    for name in names {
        if !matches!(node, Node::Map(_)) {
            *node = Node::Map(Vec::new());
        }
        let Node::Map(entries) = node else { return };
        let at = entries.iter().position(|(key, _)| key == name).unwrap_or_else(|| {
            entries.push((Cow::Owned(name.to_owned()), Node::EMPTY));
            entries.len() - 1
        });
        let Some((_, below)) = entries.get_mut(at) else { return };
        node = below;
    }
    *node = value;
}
