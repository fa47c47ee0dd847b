//! Implements `Step` for edits: their size, their dependencies, and which older edits a later edit overrides.

use super::{Edit, depends};
use host_bridge::ObjectId;
use host_project_journal::journal::Step;
use unity_yaml::Node;

impl Step for Edit {
    fn bytes(&self) -> usize {
        128 + match self {
            Self::Field { edit, stood, .. } => bytes_of(&edit.value) + stood.as_ref().map_or(0, bytes_of),
            Self::Destroy { family, .. } => 16 * family.len(),
            Self::Parent { above, .. } => 8 * above.len(),
            Self::Make { part } => 8 * part.ids.len(),
            Self::Source { old, new, .. } => [old, new].into_iter().flatten().map(|text| text.len()).sum(),
            _ => 0,
        }
    }

    fn settle(self, base: &mut Vec<Self>) {
        // The file has the text, so nothing is left to do.
        if self.is_on_disk() {
            return;
        }
        let mut ends_here = false;
        if let Self::Destroy { family, .. } = &self {
            let is_made = |ids: &[ObjectId]| ids.len() == family.len() && ids.iter().all(|id| family.contains(id));
            ends_here = base
                .iter()
                .any(|known| matches!(known, Self::Make { part } if is_made(&part.ids)));
            if ends_here {
                base.retain(|known| !known.is_about(family));
            }
        }
        base.retain(|known| {
            let void = known.is_void_after(&self);
            // A component that was added and then removed needs no step.
            ends_here |= void && matches!(known, Self::Add { .. });
            !void
        });
        if !ends_here {
            base.push(self);
        }
    }

    fn affects(&self, later: &Self) -> bool {
        depends::affects(self, later)
    }
}

impl Edit {
    /// True if this edit has no effect any more after `later`, which sets the same value or removes the component.
    fn is_void_after(&self, later: &Self) -> bool {
        match (self, later) {
            // Only the last flag counts. Moves are kept, because a later move may need an earlier one.
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
            (Self::Time { .. }, Self::Time { .. }) => true,
            _ => false,
        }
    }
}

/// Returns the approximate memory use of a value in bytes.
pub(in crate::session) fn bytes_of(node: &Node<'_>) -> usize {
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
