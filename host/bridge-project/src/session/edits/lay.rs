//! Lays all changes over a world fresh from its files, and says which of them no longer fit.

use super::{Edit, Edits};
use crate::session::world::{NodeAt, World};
use host_bridge::ObjectId;
use unity_project::expand::{Component, FieldEdit, Override, class, component_tree, reading};
use unity_project::scripts::Types;

impl Edits {
    /// Lays all changes over a fresh world; those that no longer fit are dropped and returned.
    /// A change on an object of a scene that is not loaded waits for it.
    pub(in crate::session) fn lay_over(
        &mut self,
        world: &mut World,
        types: &Types,
        is_loaded: impl Fn(ObjectId) -> bool,
    ) -> Vec<Edit> {
        let mut gone = Vec::new();
        self.in_order.retain(|edit| {
            let fits = apply(world, types, edit);
            let other = match edit {
                Edit::Parent { parent, .. } => *parent,
                _ => None,
            };
            let waits = !is_loaded(edit.object()) || other.is_some_and(|other| !is_loaded(other));
            if !fits && !waits {
                gone.push(edit.clone());
            }
            fits || waits
        });
        self.bytes = self.in_order.iter().map(Edit::bytes).sum();
        gone
    }
}

fn apply(world: &mut World, types: &Types, edit: &Edit) -> bool {
    let Some(at) = world.find(edit.object()) else {
        return false;
    };
    match edit {
        Edit::Active { active, .. } => world.mark_active(at, *active),
        Edit::Destroy { .. } => world.destroy(at),
        Edit::Parent { parent: None, .. } => world.hang(at, None),
        Edit::Parent {
            parent: Some(parent), ..
        } => match world.find(*parent) {
            Some(parent) if !world.is_below(parent, at) => world.hang(at, Some(parent)),
            _ => return false,
        },
        Edit::Field { component, edit, .. } => return set_field(world, types, at, *component, edit),
        Edit::Add {
            component,
            once,
            as_transform,
            ..
        } => return add(world, at, component, *once, *as_transform),
        Edit::Remove { component, .. } => {
            return position(world, at, *component).is_some_and(|position| {
                world.change_components(at, |list| list.remove(position));
                true
            });
        }
    }
    true
}

fn position(world: &World, at: NodeAt, component: i64) -> Option<usize> {
    world.components(at).iter().position(|known| known.id == component)
}

/// False where the component is gone, or has no such field any more.
fn set_field(world: &mut World, types: &Types, at: NodeAt, component: i64, edit: &FieldEdit) -> bool {
    let Some(position) = position(world, at, component) else {
        return false;
    };
    // Each edit was a call of its own; none may fall away because there are many.
    reading::begin();
    let fits = world.components(at).get(position).is_some_and(|component| {
        let declared = types.declared(component.kind);
        let tree = component_tree(component, types).ok().flatten();
        tree.is_some_and(|tree| edit.path.resolve(&tree, &|names| declared.kind(names)).is_ok())
    });
    if fits {
        world.change_components(at, |list| {
            if let Some(component) = list.get_mut(position) {
                component.overrides = Some(Override::edited(component.overrides.take(), edit.clone()));
            }
        });
    }
    fits
}

/// False where the object has one of the type already and may have no second.
pub(in crate::session) fn add(
    world: &mut World,
    at: NodeAt,
    component: &Component,
    once: bool,
    as_transform: bool,
) -> bool {
    let list = world.components(at);
    if as_transform {
        let first = list.first().is_some_and(|first| first.class == class::TRANSFORM);
        if first {
            world.change_components(at, |list| {
                if let Some(first) = list.first_mut() {
                    *first = component.clone();
                }
            });
        }
        return first;
    }
    if once && list.iter().any(|known| known.kind == component.kind) {
        return false;
    }
    world.change_components(at, |list| list.push(component.clone()));
    true
}
