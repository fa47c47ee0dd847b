//! The session's changes on objects, kept in order so that they can be laid over re-read files again.

mod lay;
mod targets;

use host_bridge::ObjectId;
pub(super) use lay::add as add_component;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
pub(super) use targets::{Target, Targets};
use unity_project::expand::{Component, FieldEdit};
use unity_yaml::Node;

/// Structural changes beyond this are refused: each costs memory until the host ends.
pub(super) const MAX_EDITS: usize = 100_000;

/// Memory of all values set, beyond which no more are taken.
pub(super) const MAX_EDIT_BYTES: usize = 64 * 1024 * 1024;

/// One change. A component is named by its id, which it keeps when its file is read again.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Active {
        object: ObjectId,
        active: bool,
    },
    Parent {
        object: ObjectId,
        parent: Option<ObjectId>,
    },
    Destroy {
        object: ObjectId,
    },
    Field {
        object: ObjectId,
        component: i64,
        type_name: Arc<str>,
        edit: FieldEdit,
    },
    Add {
        object: ObjectId,
        component: Component,
        type_name: Arc<str>,
        /// At most one of the type on an object.
        once: bool,
        /// Takes the place of the Transform, whose id it has.
        as_transform: bool,
    },
    Remove {
        object: ObjectId,
        component: i64,
        type_name: Arc<str>,
    },
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Active { object, active } => {
                write!(f, "{object} set {}", if *active { "active" } else { "inactive" })
            }
            Self::Parent {
                object,
                parent: Some(parent),
            } => write!(f, "{object} moved below {parent}"),
            Self::Parent { object, parent: None } => write!(f, "{object} made a root"),
            Self::Destroy { object } => write!(f, "{object} destroyed"),
            Self::Field {
                object,
                type_name,
                edit,
                ..
            } => write!(f, "{object} {type_name}.{} set", edit.path),
            Self::Add { object, type_name, .. } => write!(f, "{object} got a {type_name}"),
            Self::Remove { object, type_name, .. } => write!(f, "{object} lost its {type_name}"),
        }
    }
}

impl Edit {
    /// The object changed.
    pub(super) fn object(&self) -> ObjectId {
        match self {
            Self::Active { object, .. }
            | Self::Parent { object, .. }
            | Self::Destroy { object }
            | Self::Field { object, .. }
            | Self::Add { object, .. }
            | Self::Remove { object, .. } => *object,
        }
    }

    /// What has to be there for it.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Active { .. } | Self::Parent { .. } | Self::Destroy { .. } => "object",
            Self::Field { .. } => "object, component or field",
            Self::Add { .. } => "object, or the component's place on it,",
            Self::Remove { .. } => "component",
        }
    }

    /// About how much memory it holds.
    fn bytes(&self) -> usize {
        match self {
            Self::Field { edit, .. } => 128 + bytes_of(&edit.value),
            _ => 128,
        }
    }

    /// True where `later` makes this one void.
    fn is_void_after(&self, later: &Self) -> bool {
        match (self, later) {
            // Only the last flag counts; moves stay, because a later one may need an earlier one.
            (Self::Active { object, .. }, Self::Active { object: other, .. }) => object == other,
            (
                Self::Field {
                    object,
                    component,
                    edit,
                    ..
                },
                Self::Field {
                    object: other,
                    component: on,
                    edit: new,
                    ..
                },
            ) => object == other && component == on && edit.path.starts_with(&new.path),
            (
                Self::Field { object, component, .. },
                Self::Remove {
                    object: other,
                    component: gone,
                    ..
                },
            ) => object == other && component == gone,
            (
                Self::Add {
                    object,
                    component,
                    as_transform: false,
                    ..
                },
                Self::Remove {
                    object: other,
                    component: gone,
                    ..
                },
            ) => object == other && component.id == *gone,
            _ => false,
        }
    }
}

/// About how much memory a value holds.
pub(super) fn bytes_of(node: &Node<'_>) -> usize {
    let own = size_of::<Node<'static>>();
    match node {
        Node::Text(text) => own + text.len(),
        Node::List(items) => own + items.iter().map(bytes_of).sum::<usize>(),
        Node::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| 24 + key.len() + bytes_of(value));
            own + entries.sum::<usize>()
        }
    }
}

/// All changes so far and the number of successful writes.
#[derive(Debug, Default)]
pub(super) struct Edits {
    in_order: Vec<Edit>,
    bytes: usize,
    /// Grows with each change of the record.
    revision: u64,
    pub(super) writes: u64,
    /// What the references set in this session mean.
    pub(super) targets: Targets,
    added: i64,
}

/// Ids of components added in this session begin here; Unity's own are random over the whole range.
const FIRST_ADDED: i64 = i64::MIN + 1;

impl Edits {
    /// Two equal ones say that nothing was recorded between them.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn is_full(&self) -> bool {
        self.in_order.len() >= MAX_EDITS
    }

    /// True where a value of that size would be too much.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        self.bytes.saturating_add(bytes) <= MAX_EDIT_BYTES
    }

    /// An id for a component that no file has.
    pub(super) fn new_component(&mut self) -> i64 {
        self.revision += 1;
        self.added += 1;
        FIRST_ADDED + self.added
    }

    pub(super) fn add(&mut self, edit: Edit) {
        self.revision += 1;
        let mut was_added_here = false;
        self.in_order.retain(|known| {
            let void = known.is_void_after(&edit);
            was_added_here |= void && matches!(known, Edit::Add { .. });
            if void {
                self.bytes = self.bytes.saturating_sub(known.bytes());
            }
            !void
        });
        // What was added and removed again leaves nothing to do after a re-read.
        if was_added_here {
            return;
        }
        self.bytes += edit.bytes();
        self.in_order.push(edit);
    }

    /// Drops the changes on and moves below objects that left the session for good.
    pub(super) fn forget(&mut self, gone: &HashSet<ObjectId>) {
        self.revision += 1;
        self.in_order.retain(|edit| {
            let below_gone = matches!(edit, Edit::Parent { parent: Some(parent), .. } if gone.contains(parent));
            !below_gone && !gone.contains(&edit.object())
        });
        self.bytes = self.in_order.iter().map(Edit::bytes).sum();
    }
}

#[cfg(test)]
mod tests;
