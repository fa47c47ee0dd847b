//! Applies edits to the session's objects, and reports edits that no longer fit.

use super::{Edit, Edits};
use host_bridge::ObjectId;
use host_project_world::world::{NodeAt, World};
use unity_fields::class;
use unity_fields::property::comes_in;
use unity_project::expand::{Component, FieldEdit, Override, component_tree, reading};
use unity_scripts::Types;

impl Edits {
    /// Applies all edits of the session to objects that were newly built from files. Drops and returns edits that no
    /// longer fit, and marks their journal entries as lost. Keeps edits on scenes that are not loaded.
    pub(in crate::session) fn lay_over(
        &mut self,
        world: &mut World,
        types: &Types,
        is_loaded: impl Fn(ObjectId) -> bool,
    ) -> Vec<(Option<u64>, Edit)> {
        self.journal.keep(
            |edit| apply(world, types, edit) || must_wait(edit, &is_loaded),
            |edit| {
                format!(
                    "its {} was gone from the files when they were changed outside: {edit}",
                    edit.requirement()
                )
            },
        )
    }

    /// Applies all edits of the session to newly built objects, dropping none. Returns the first that does not fit.
    pub(in crate::session) fn try_over(
        &self,
        world: &mut World,
        types: &Types,
        is_loaded: impl Fn(ObjectId) -> bool,
    ) -> Option<Edit> {
        let mut unfit = None;
        for edit in self.journal.in_effect() {
            if !apply(world, types, edit) && !must_wait(edit, &is_loaded) {
                unfit.get_or_insert_with(|| edit.clone());
            }
        }
        unfit
    }
}

fn must_wait(edit: &Edit, is_loaded: &impl Fn(ObjectId) -> bool) -> bool {
    let other = match edit {
        Edit::Parent { parent, .. } => *parent,
        _ => None,
    };
    edit.object().into_iter().chain(other).any(|object| !is_loaded(object))
}

/// Applies the edit to the objects in `world`. Returns false if it does not fit, for example because its object no
/// longer exists. After a structural edit, the caller must call `World::arrange`.
pub(in crate::session) fn apply(world: &mut World, types: &Types, edit: &Edit) -> bool {
    match edit {
        Edit::Make { part } => {
            let is_there = world.has_scene(part.scene);
            if is_there {
                world.add(part.clone());
            }
            return is_there;
        }
        Edit::Time { .. } | Edit::Source { .. } | Edit::Asset { .. } => return true,
        _ => {}
    }
    let Some(at) = edit.object().and_then(|object| world.find(object)) else {
        return false;
    };
    match edit {
        Edit::Active { active, .. } => world.mark_active(at, *active),
        Edit::Destroy { .. } => world.destroy(at),
        Edit::Parent {
            parent: None, index, ..
        } => world.hang(at, None, *index),
        Edit::Parent {
            parent: Some(parent),
            index,
            ..
        } => match world.find(*parent) {
            Some(parent) if !world.is_below(parent, at) => world.hang(at, Some(parent), *index),
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
        Edit::Make { .. } | Edit::Time { .. } | Edit::Source { .. } | Edit::Asset { .. } => {}
    }
    true
}

fn position(world: &World, at: NodeAt, component: i64) -> Option<usize> {
    world.components(at).iter().position(|known| known.id == component)
}

/// Sets a field of a component. Returns false if the component or the field does not exist.
fn set_field(world: &mut World, types: &Types, at: NodeAt, component: i64, edit: &FieldEdit) -> bool {
    let Some(position) = position(world, at, component) else {
        return false;
    };
    // Each edit was a call of its own, so the reading limits of one call start again for each edit.
    reading::begin();
    let fits = world.components(at).get(position).is_some_and(|component| {
        let declared = types.declared_fields(component.kind);
        let tree = component_tree(component, types).ok().flatten();
        let kinds = |names: &str| declared.kind(names);
        tree.is_some_and(|tree| edit.path.resolve(&tree, &kinds).is_ok() || comes_in(&tree, &edit.path, &kinds))
    });
    if fits {
        put(world, at, position, edit);
    }
    fits
}

pub(in crate::session) fn put(world: &mut World, at: NodeAt, position: usize, edit: &FieldEdit) {
    world.change_components(at, |list| {
        if let Some(component) = list.get_mut(position) {
            component.overrides = Some(Override::with_edit(component.overrides.take(), edit.clone()));
        }
    });
}

/// Adds a component. Returns false if `once` is true and the object already has a component of its type.
fn add(world: &mut World, at: NodeAt, component: &Component, once: bool, as_transform: bool) -> bool {
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
