//! Dependencies between edits: whether a later edit must be undone together with an earlier one.
//!
//! In uncertain cases, a dependency is assumed: the earlier edit can still be undone together with the later one.

use super::Edit;
use host_bridge::ObjectId;
use host_project_world::targets::Target;
use host_project_writer::{AssetStep, Direction, overlap as overlap_paths};
use unity_fields::property::PropertyPath;

/// True if the edit `later` reads or writes data that the edit `earlier` wrote.
pub(super) fn affects(earlier: &Edit, later: &Edit) -> bool {
    match earlier {
        Edit::Time { .. } => matches!(later, Edit::Time { .. }),
        Edit::Source { path, .. } => match later {
            Edit::Source { path: other, .. } => other == path,
            Edit::Asset { step, .. } => step_overlaps(step, path),
            _ => false,
        },
        Edit::Asset { step, .. } => match later {
            Edit::Source { path, .. } => step_overlaps(step, path),
            Edit::Asset { step: later, .. } => paths(later).any(|path| step_overlaps(step, path)),
            _ => false,
        },
        Edit::Make { part } => names_one(later, &|object| part.ids.contains(&object)),
        Edit::Destroy { object, family } => {
            names_one(later, &|named| family.contains(&named)) || counts_siblings(later, *object)
        }
        Edit::Active { object, .. } => matches!(later, Edit::Active { object: other, .. } if other == object),
        Edit::Parent {
            object,
            parent,
            from,
            above,
            ..
        } => match later {
            Edit::Parent {
                object: other,
                parent: to,
                index,
                above: theirs,
                ..
            } => {
                let beside = index.is_some() && (to == parent || to == from);
                other == object || theirs.contains(object) || beside
            }
            // A destroyed object's set of descendants depends on moves of objects in it.
            Edit::Destroy { family, .. } => family.contains(object) || above.iter().any(|above| family.contains(above)),
            _ => false,
        },
        Edit::Field {
            object,
            component,
            edit,
            type_name,
            ..
        } => match later {
            Edit::Field {
                object: other,
                component: on,
                edit: new,
                ..
            } => other == object && on == component && overlap(&edit.path, &new.path),
            _ if is_transform(type_name) => stands_on(later, *object),
            _ => false,
        },
        Edit::Add {
            object,
            component,
            as_transform,
            ..
        } => {
            let here = match later {
                Edit::Field {
                    object: other,
                    component: on,
                    ..
                } => other == object && *on == component.id,
                Edit::Add { object: other, .. } | Edit::Remove { object: other, .. } => other == object,
                _ => false,
            };
            here || refers_to(later, *object, component.id) || (*as_transform && stands_on(later, *object))
        }
        // Whether a component may be added or removed depends on the other components of the object.
        Edit::Remove { object, .. } => {
            matches!(later, Edit::Add { object: other, .. } | Edit::Remove { object: other, .. } if other == object)
        }
    }
}

fn paths(step: &AssetStep) -> impl Iterator<Item = &str> {
    let (before, after) = step.paths(Direction::First);
    before.into_iter().chain(after)
}

fn step_overlaps(step: &AssetStep, path: &str) -> bool {
    paths(step).any(|own| overlap_paths(own, path))
}

/// True if the edit `later` changes or refers to one of the objects for which `is_one` is true.
fn names_one(later: &Edit, is_one: &dyn Fn(ObjectId) -> bool) -> bool {
    match later {
        Edit::Parent {
            object, parent, above, ..
        } => is_one(*object) || parent.is_some_and(is_one) || above.iter().any(|above| is_one(*above)),
        Edit::Field { object, refers, .. } => is_one(*object) || refers.iter().any(|target| is_one(target.object)),
        // A destroyed object destroys its descendants in any case, so they do not matter here.
        Edit::Destroy { object, .. } | Edit::Active { object, .. } => is_one(*object),
        Edit::Add { object, .. } | Edit::Remove { object, .. } => is_one(*object),
        Edit::Make { part } => part.ids.iter().any(|id| is_one(*id)),
        Edit::Time { .. } | Edit::Source { .. } | Edit::Asset { .. } => false,
    }
}

/// True if the edit moves an object to a sibling index, which may count the other object, whose parent is unknown.
fn counts_siblings(later: &Edit, _object: ObjectId) -> bool {
    matches!(later, Edit::Parent { index: Some(_), .. })
}

/// True if the edit `later` was computed from the world position of the object.
fn stands_on(later: &Edit, object: ObjectId) -> bool {
    match later {
        Edit::Parent {
            object: other, above, ..
        } => *other == object || above.contains(&object),
        Edit::Add {
            object: other,
            as_transform: true,
            ..
        } => *other == object,
        _ => false,
    }
}

fn refers_to(later: &Edit, object: ObjectId, component: i64) -> bool {
    let wanted = Target {
        object,
        component: Some(component),
    };
    matches!(later, Edit::Field { refers, .. } if refers.contains(&wanted))
}

fn is_transform(type_name: &str) -> bool {
    matches!(type_name, "UnityEngine.Transform" | "UnityEngine.RectTransform")
}

/// True if one path is a prefix of the other one. The length of an array overlaps with all its elements.
fn overlap(one: &PropertyPath, other: &PropertyPath) -> bool {
    let (one, other) = (one.without_size(), other.without_size());
    one.starts_with(&other) || other.starts_with(&one)
}
