//! The session's changes on objects, kept in order so that they can be undone, and laid over re-read files again.
//!
//! Belongs here: what a change is, and which depends on which. Does not: entries and their order (`journal`), making
//! changes (`change`).

mod declared_as;
mod depends;
mod destroyed;
mod dropped;
mod kept_state;
mod lay;
mod originals;
mod saved_edits;
mod settle;
mod targets;

use super::about::About;
use super::world::Part;
use crate::journal::{Journal, Limits};
pub(super) use declared_as::declared_as;
use dropped::Dropped;
pub(super) use dropped::cut_text;
use host_bridge::{EditChange, ObjectId, TimeScale};
pub(super) use lay::{apply, put};
pub(super) use originals::Original;
use originals::Originals;
pub(super) use originals::{Spot, Written, flag, stands_in_file};
use saved_edits::SavedEdits;
pub(super) use saved_edits::{Changed, Unsaved};
pub(super) use settle::bytes_of;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::sync::Arc;
pub(super) use targets::{Asset, Named, Target, Targets};
use unity_project::expand::{Component, FieldEdit};
use unity_project::property::PropertyPath;
use unity_yaml::Node;

/// Changes beyond this are refused: each costs memory until the host ends.
pub(super) const MAX_EDITS: usize = 100_000;

/// Memory of all changes, beyond which no more are taken.
pub(super) const MAX_EDIT_BYTES: usize = 64 * 1024 * 1024;

/// What can be undone one by one.
const UNDOABLE: Limits = Limits {
    entries: 10_000,
    steps: 50_000,
    bytes: 32 * 1024 * 1024,
};

/// One change. A component is named by its id, which it keeps when its file is read again.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Active {
        object: ObjectId,
        active: bool,
        /// What its file had when it was made; none where no file has the object.
        stood: Option<bool>,
    },
    Parent {
        object: ObjectId,
        parent: Option<ObjectId>,
        /// `None` = the last.
        index: Option<u32>,
        /// What it hung below before.
        from: Option<ObjectId>,
        /// All above it, before and after: where it stands in the world follows from them.
        above: Arc<[ObjectId]>,
    },
    Destroy {
        object: ObjectId,
        family: Arc<HashSet<ObjectId>>,
    },
    Field {
        object: ObjectId,
        component: i64,
        type_name: Arc<str>,
        edit: FieldEdit,
        /// What the value refers to.
        refers: Arc<[Target]>,
        /// It follows from another change, which is what somebody asked for.
        implied: bool,
        /// What its file had there when it was made, of a length the whole list.
        stood: Option<Node<'static>>,
        /// What its class declared the field as when it was made: see `declared_as`.
        declared: Option<Arc<str>>,
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
    /// Objects that no file has; the first is the root of the others.
    Make { part: Part },
    /// The speed of game time.
    Time { to: TimeScale },
}

/// What a change is seen at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Object(ObjectId),
    Active(ObjectId),
    Parent(ObjectId),
    Index(ObjectId),
    Component(ObjectId, i64),
    Field(ObjectId, i64, PropertyPath),
    TimeScale,
    TimeLock,
}

impl Place {
    pub(super) fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Object(object)
            | Self::Active(object)
            | Self::Parent(object)
            | Self::Index(object)
            | Self::Component(object, _)
            | Self::Field(object, ..) => Some(*object),
            Self::TimeScale | Self::TimeLock => None,
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Active { object, active, .. } => {
                write!(f, "{object} set {}", if *active { "active" } else { "inactive" })
            }
            Self::Parent {
                object,
                parent: Some(parent),
                ..
            } => write!(f, "{object} moved below {parent}"),
            Self::Parent {
                object, parent: None, ..
            } => write!(f, "{object} made a root"),
            Self::Destroy { object, .. } => write!(f, "{object} destroyed"),
            Self::Field {
                object,
                type_name,
                edit,
                ..
            } => write!(f, "{object} {type_name}.{} set", edit.path),
            Self::Add { object, type_name, .. } => write!(f, "{object} got a {type_name}"),
            Self::Remove { object, type_name, .. } => write!(f, "{object} lost its {type_name}"),
            Self::Make { part } => match part.ids.first() {
                Some(object) => write!(f, "{object} made"),
                None => f.write_str("nothing made"),
            },
            Self::Time { to, .. } => write!(f, "time scale set to {}", to.value),
        }
    }
}

impl Edit {
    /// The object changed.
    pub(super) fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Active { object, .. }
            | Self::Parent { object, .. }
            | Self::Destroy { object, .. }
            | Self::Field { object, .. }
            | Self::Add { object, .. }
            | Self::Remove { object, .. } => Some(*object),
            Self::Make { part } => part.ids.first().copied(),
            Self::Time { .. } => None,
        }
    }

    /// Where it is seen.
    pub(super) fn places(&self) -> Vec<Place> {
        match self {
            Self::Active { object, .. } => vec![Place::Active(*object)],
            Self::Parent {
                object, index: None, ..
            } => vec![Place::Parent(*object)],
            Self::Parent { object, .. } => vec![Place::Parent(*object), Place::Index(*object)],
            Self::Destroy { object, .. } => vec![Place::Object(*object)],
            Self::Field {
                object,
                component,
                edit,
                ..
            } => vec![Place::Field(*object, *component, edit.path.clone())],
            Self::Add { object, component, .. } => vec![Place::Component(*object, component.id)],
            Self::Remove { object, component, .. } => vec![Place::Component(*object, *component)],
            Self::Make { part } => part
                .ids
                .first()
                .map(|object| Place::Object(*object))
                .into_iter()
                .collect(),
            Self::Time { .. } => vec![Place::TimeScale, Place::TimeLock],
        }
    }

    /// What has to be there for it.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::Active { .. } | Self::Parent { .. } | Self::Destroy { .. } => "object",
            Self::Field { .. } => "object, component or field",
            Self::Add { .. } => "object, or the component's place on it,",
            Self::Remove { .. } => "component",
            Self::Make { .. } => "scene",
            Self::Time { .. } => "project",
        }
    }

    /// True where the hierarchy is another one behind it.
    pub(super) fn is_structural(&self) -> bool {
        matches!(self, Self::Parent { .. } | Self::Destroy { .. } | Self::Make { .. })
    }

    /// True where it is about one of these, or hangs something below one.
    fn is_about(&self, gone: &HashSet<ObjectId>) -> bool {
        let below_gone = matches!(self, Self::Parent { parent: Some(parent), .. } if gone.contains(parent));
        let made = matches!(self, Self::Make { part } if part.ids.iter().any(|id| gone.contains(id)));
        below_gone || made || self.object().is_some_and(|object| gone.contains(&object))
    }
}

/// All changes so far and the number of successful writes.
#[derive(Debug)]
pub(super) struct Edits {
    pub(super) journal: Journal<Edit, About>,
    /// What the call under way changed, in words.
    pub(super) rows: Vec<EditChange>,
    /// What of the value that is set next nothing can check.
    pub(super) unchecked: Option<String>,
    /// Position of the edit at hand in its batch.
    pub(super) batch_edit: u32,
    /// Grows with each change of the record.
    revision: u64,
    pub(super) writes: u64,
    /// What the references set in this session mean.
    pub(super) targets: Targets,
    /// What stood in the files that were written.
    pub(super) originals: Originals,
    /// What stood in files that are to be read again after they were written.
    pub(super) written: Vec<Written>,
    /// What files held where changes were saved.
    held: SavedEdits,
    /// Changes that were never saved and that no file has a place for any more.
    pub(super) dropped: Dropped,
    /// Entries of which these scenes' files hold what became of them.
    saved: BTreeMap<u64, BTreeSet<usize>>,
    added: i64,
}

impl Default for Edits {
    fn default() -> Self {
        Self {
            journal: Journal::within(UNDOABLE),
            rows: Vec::new(),
            unchecked: None,
            batch_edit: 0,
            revision: 0,
            writes: 0,
            targets: Targets::default(),
            originals: Originals::default(),
            written: Vec::new(),
            held: SavedEdits::default(),
            dropped: Dropped::default(),
            saved: BTreeMap::new(),
            added: 0,
        }
    }
}

/// How far the record had come when a call began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    revision: u64,
    pub(super) writes: u64,
    added: i64,
    targets: usize,
}

/// Ids of components added in this session begin here; Unity's own are random over the whole range.
const FIRST_ADDED: i64 = i64::MIN + 1;

impl Edits {
    /// Two equal ones say that nothing was recorded between them.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn is_full(&self) -> bool {
        self.journal.len() >= MAX_EDITS
    }

    /// True where a value of that size would be too much.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        let held = self.journal.bytes().saturating_add(self.originals_bytes());
        held.saturating_add(bytes) <= MAX_EDIT_BYTES
    }

    /// An id for a component that no file has.
    pub(super) fn new_component(&mut self) -> i64 {
        self.revision += 1;
        self.added += 1;
        FIRST_ADDED + self.added
    }

    pub(super) fn add(&mut self, edit: Edit) {
        self.revision += 1;
        self.journal.push(edit);
    }

    /// Something about the entries changed.
    pub(super) fn touched(&mut self) {
        self.revision += 1;
    }

    /// The files of these scenes hold what the session does.
    pub(super) fn saved(&mut self, scenes: &BTreeSet<usize>) {
        self.revision += 1;
        let undone = self.journal.undone();
        let first = self.journal.entries().front().map_or(0, |entry| entry.id);
        self.saved.retain(|id, _| *id >= first);
        for entry in self.journal.entries() {
            let of_entry = entry
                .steps
                .iter()
                .flat_map(Edit::scenes)
                .filter(|scene| scenes.contains(scene));
            let known = self.saved.entry(entry.id).or_default();
            for scene in of_entry {
                match undone.contains_key(&entry.id) {
                    true => known.remove(&scene),
                    false => known.insert(scene),
                };
            }
        }
    }

    /// Whether the files hold all that became of the entry.
    pub(super) fn is_saved(&self, entry: &crate::journal::Entry<Edit, About>) -> bool {
        let mut scenes = entry.steps.iter().flat_map(Edit::scenes).peekable();
        let known = self.saved.get(&entry.id);
        scenes.peek().is_some() && scenes.all(|scene| known.is_some_and(|known| known.contains(&scene)))
    }

    /// Scenes whose files hold what the entry changed.
    pub(super) fn saved_scenes(&self, entry: u64) -> impl Iterator<Item = usize> + '_ {
        self.saved.get(&entry).into_iter().flatten().copied()
    }

    /// Objects made in this session that are kept, and what they take.
    pub(super) fn made(&self) -> (usize, usize) {
        let made = self.journal.all().filter_map(|edit| match edit {
            Edit::Make { part } => Some((part.ids.len(), part.flat.weight)),
            _ => None,
        });
        made.fold((0, 0), |(objects, bytes), (more, weight)| {
            (objects + more, bytes + weight)
        })
    }

    /// Drops the changes on and moves below objects that left the session for good.
    pub(super) fn forget(&mut self, gone: &HashSet<ObjectId>, why: &str) {
        self.revision += 1;
        self.journal.forget(|edit| edit.is_about(gone), why);
    }

    pub(super) fn counts(&self) -> Counts {
        Counts {
            revision: self.revision,
            writes: self.writes,
            added: self.added,
            targets: self.targets.len(),
        }
    }

    /// Forgets the call under way.
    pub(super) fn back_to(&mut self, counts: Counts) {
        self.journal.discard();
        self.rows.clear();
        self.revision = counts.revision;
        self.writes = counts.writes;
        self.added = counts.added;
        self.targets.truncate(counts.targets);
    }
}

#[cfg(test)]
mod tests;
