//! The session's edits on objects, in order. They can be undone, and applied again after files were reloaded.
//!
//! Defines edits and their dependencies. `journal` orders the entries, and `change` makes the changes.

mod apply_edits;
mod changes;
mod declared_type;
mod depends;
mod destroying_entry;
mod kept_state;
mod originals;
mod place;
mod saved_edits;
mod settle;
mod steps_of_undo;
mod unfit_edits;

use super::edit_origin::About;
use super::source_texts::SourceText;
pub(super) use apply_edits::{apply, put};
pub(super) use declared_type::declared_as;
use host_bridge::{EditChange, ObjectId, TimeScale};
use host_project_journal::journal::{Journal, Limits};
use host_project_world::targets::{Target, Targets};
use host_project_world::world::Part;
use host_project_writer::{AssetStep, Direction};
pub(super) use originals::Original;
use originals::Originals;
pub(super) use originals::{Spot, Written, flag, stands_in_file};
pub(super) use place::Place;
use saved_edits::SavedEdits;
pub(super) use saved_edits::{Changed, Unsaved};
pub(super) use settle::bytes_of;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::sync::Arc;
use unfit_edits::Dropped;
pub(super) use unfit_edits::cut_text;
use unity_project::expand::{Component, FieldEdit};
use unity_yaml::Node;

/// Maximum number of edits in a session, which keep memory until the host ends. Further edits are rejected.
pub(super) const MAX_EDITS: usize = 100_000;

/// Maximum total memory of the values of all edits in bytes (64 MiB). Above it, further edits are rejected.
pub(super) const MAX_EDIT_BYTES: usize = 64 * 1024 * 1024;

/// Limits of the journal entries that can be undone. Beyond them, the oldest entries are removed.
const UNDOABLE: Limits = Limits {
    entries: 10_000,
    steps: 50_000,
    bytes: 32 * 1024 * 1024,
};

/// One change that this session made without writing it to a file. It identifies a component by its file id, which is
/// the same after the file is read again.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Active {
        object: ObjectId,
        active: bool,
        /// The object's active flag in the file when the edit was made; `None` if no file contains the object.
        stood: Option<bool>,
    },
    Parent {
        object: ObjectId,
        parent: Option<ObjectId>,
        /// The index of the moved object among its new siblings; `None` for the last position.
        index: Option<u32>,
        /// The parent before the move; `None` if the object was a root of its scene.
        from: Option<ObjectId>,
        /// The ids of all ancestors before and after the move, which determine the world position of the object.
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
        refers: Arc<[Target]>,
        /// True if the host added this edit as a consequence of an edit that the caller requested.
        implied: bool,
        /// The field's value in the file when the edit was made; the whole list if the edit sets a list's length.
        stood: Option<Node<'static>>,
        /// Name of the field's declared type when the edit was made; empty if no class declares the field.
        declared: Option<Arc<str>>,
    },
    Add {
        object: ObjectId,
        component: Component,
        type_name: Arc<str>,
        /// True if an object can have only one component of the added component's type.
        once: bool,
        /// True if the component replaces the object's Transform and gets its id.
        as_transform: bool,
    },
    Remove {
        object: ObjectId,
        component: i64,
        type_name: Arc<str>,
    },
    /// Creates objects that no file contains. The first object is the root of the others.
    Make { part: Part },
    /// Sets Unity's time scale to the value `to`.
    Time { to: TimeScale },
    /// Writes a C# source: its text before and after; `None` if the file does not exist.
    Source {
        path: Arc<str>,
        old: SourceText,
        new: SourceText,
    },
    /// Changes an asset or folder on disk. `code` is the path of the first file with code that it concerns.
    Asset { step: AssetStep, code: Option<Arc<str>> },
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
            } => write!(f, "{object} moved to the scene root"),
            Self::Destroy { object, .. } => write!(f, "{object} destroyed"),
            Self::Field {
                object,
                type_name,
                edit,
                ..
            } => write!(f, "{object} {type_name}.{} set", edit.path),
            Self::Add { object, type_name, .. } => write!(f, "{type_name} added to {object}"),
            Self::Remove { object, type_name, .. } => write!(f, "{type_name} removed from {object}"),
            Self::Make { part } => match part.ids.first() {
                Some(object) => write!(f, "{object} made"),
                None => f.write_str("nothing made"),
            },
            Self::Time { to, .. } => write!(f, "time scale set to {}", to.value),
            Self::Source { path, .. } => write!(f, "{path} written"),
            Self::Asset { step, .. } => {
                let (before, after) = step.paths(Direction::First);
                write!(f, "{} changed", before.or(after).unwrap_or_default())
            }
        }
    }
}

impl Edit {
    /// Returns the changed object, or the first created one; `None` for the time scale.
    pub(super) fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Active { object, .. }
            | Self::Parent { object, .. }
            | Self::Destroy { object, .. }
            | Self::Field { object, .. }
            | Self::Add { object, .. }
            | Self::Remove { object, .. } => Some(*object),
            Self::Make { part } => part.ids.first().copied(),
            Self::Time { .. } | Self::Source { .. } | Self::Asset { .. } => None,
        }
    }

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
            Self::Source { path, .. } => vec![Place::Source(Arc::clone(path))],
            // Its rows follow from the step.
            Self::Asset { .. } => Vec::new(),
        }
    }

    /// Returns a phrase for error messages: the kind of thing that must exist so that the edit can be applied.
    pub(super) fn requirement(&self) -> &'static str {
        match self {
            Self::Active { .. } | Self::Parent { .. } | Self::Destroy { .. } => "object",
            Self::Field { .. } => "object, component or field",
            Self::Add { .. } => "object, or the component's place on it,",
            Self::Remove { .. } => "component",
            Self::Make { .. } => "scene",
            Self::Time { .. } | Self::Source { .. } | Self::Asset { .. } => "project",
        }
    }

    /// True if the edit changes files at once, so that no save is needed.
    pub(super) fn is_on_disk(&self) -> bool {
        matches!(self, Self::Source { .. } | Self::Asset { .. })
    }

    /// True if the edit moves, destroys or creates objects.
    pub(super) fn is_structural(&self) -> bool {
        matches!(self, Self::Parent { .. } | Self::Destroy { .. } | Self::Make { .. })
    }

    fn is_about(&self, gone: &HashSet<ObjectId>) -> bool {
        let below_gone = matches!(self, Self::Parent { parent: Some(parent), .. } if gone.contains(parent));
        let made = matches!(self, Self::Make { part } if part.ids.iter().any(|id| gone.contains(id)));
        below_gone || made || self.object().is_some_and(|object| gone.contains(&object))
    }
}

#[derive(Debug)]
pub(super) struct Edits {
    pub(super) journal: Journal<Edit, About>,
    /// Descriptions of the changes that the current call has made so far.
    pub(super) rows: Vec<EditChange>,
    /// The reason why a part of the next change's value cannot be checked; `None` if all of it is checked.
    pub(super) unchecked: Option<String>,
    /// Position, in the current batch of edits, of the edit that is made now.
    pub(super) batch_edit: u32,
    revision: u64,
    pub(super) writes: u64,
    pub(super) targets: Targets,
    pub(super) originals: Originals,
    /// Field values from before a save, for files that were written but not read again yet.
    pub(super) written: Vec<Written>,
    /// The field values that saves of this session wrote, to detect later changes by other programs.
    held: SavedEdits,
    /// Unsaved edits that were dropped because they no longer fit the files.
    pub(super) dropped: Dropped,
    /// For each journal entry id, the indexes of the scenes whose files contain the entry's changes.
    saved: BTreeMap<u64, BTreeSet<usize>>,
    added: i64,
}

impl Default for Edits {
    fn default() -> Self {
        Self {
            journal: Journal::with_limits(UNDOABLE),
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

/// Counts of edits, writes, ids and targets of references at the start of a call, to restore them if the call fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    revision: u64,
    pub(super) writes: u64,
    added: i64,
    targets: usize,
}

/// Ids of components added in this session are above this number. File ids by Unity are random 64-bit numbers.
const FIRST_ADDED: i64 = i64::MIN + 1;

impl Edits {
    /// Returns a number that differs after each recorded edit, so that callers can detect edits.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn is_full(&self) -> bool {
        self.journal.step_count() >= MAX_EDITS
    }

    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        let held = self.journal.bytes().saturating_add(self.originals_bytes());
        held.saturating_add(bytes) <= MAX_EDIT_BYTES
    }

    /// Assigns a new id to a component that no file contains.
    pub(super) fn new_component(&mut self) -> i64 {
        self.revision += 1;
        self.added += 1;
        FIRST_ADDED + self.added
    }

    pub(super) fn add(&mut self, edit: Edit) {
        self.revision += 1;
        self.journal.push(edit);
    }

    pub(super) fn mark_changed(&mut self) {
        self.revision += 1;
    }

    /// Stores that the files of these scenes contain the current state of the session.
    pub(super) fn saved(&mut self, scenes: &BTreeSet<usize>) {
        self.revision += 1;
        let undone = self.journal.undone_entries();
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

    pub(super) fn is_saved(&self, entry: &host_project_journal::journal::Entry<Edit, About>, is_undone: bool) -> bool {
        let is_written = !is_undone && !entry.steps.is_empty() && entry.steps.iter().all(Edit::is_on_disk);
        let is_in_scenes = self.saved.get(&entry.id).is_some_and(|known| {
            let mut scenes = entry.steps.iter().flat_map(Edit::scenes).peekable();
            scenes.peek().is_some() && scenes.all(|scene| known.contains(&scene))
        });
        is_written || is_in_scenes
    }

    pub(super) fn saved_scenes(&self, entry: u64) -> impl Iterator<Item = usize> + '_ {
        self.saved.get(&entry).into_iter().flatten().copied()
    }

    /// Returns the number of objects created in this session, and their memory use in bytes.
    pub(super) fn created_totals(&self) -> (usize, usize) {
        let made = self.journal.all().filter_map(|edit| match edit {
            Edit::Make { part } => Some((part.ids.len(), part.flat.weight)),
            _ => None,
        });
        made.fold((0, 0), |(objects, bytes), (more, weight)| {
            (objects + more, bytes + weight)
        })
    }

    /// Removes the edits of the objects `gone` from the journal, and the moves of other objects below them. `why` is
    /// the reason shown to the user.
    pub(super) fn forget(&mut self, gone: &HashSet<ObjectId>, why: &str) {
        self.revision += 1;
        self.journal.forget(|edit| edit.is_about(gone), why);
    }

    pub(super) fn counts(&self) -> Counts {
        Counts {
            revision: self.revision,
            writes: self.writes,
            added: self.added,
            targets: self.targets.count(),
        }
    }

    pub(super) fn rewind(&mut self, counts: Counts) {
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
