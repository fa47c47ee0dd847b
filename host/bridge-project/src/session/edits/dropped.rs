//! Changes that were not saved yet when a change of the files left no place for them. They are no part of the session any more, and
//! whoever saves has to know it.
//!
//! Belongs here: what they were, and which file's save tells them. Does not: which change still fits (`lay`), entries that can't be
//! undone any more (`journal`).

use super::Edit;
use crate::session::Session;
use crate::session::values::shown_path::spelled;
use crate::session::world::World;
use host_bridge::EditChange;
use std::collections::{BTreeSet, VecDeque};

/// Changes that are kept with their words.
const KEPT: usize = 100;

/// Changes that one answer names, and characters of a value that it shows.
const NAMED: usize = 8;
const LONG: usize = 200;

/// Oldest first.
#[derive(Debug, Default)]
pub(in crate::session) struct Dropped {
    pub(super) kept: VecDeque<Unsavable>,
    /// Older ones, of which only that is known.
    pub(super) more: usize,
}

/// One of them.
#[derive(Debug)]
pub(super) struct Unsavable {
    pub(super) scenes: BTreeSet<usize>,
    pub(super) told: String,
}

impl Dropped {
    pub(super) fn add(&mut self, new: Unsavable) {
        self.kept.push_back(new);
        if self.kept.len() > KEPT {
            self.kept.pop_front();
            self.more += 1;
        }
    }

    /// What whoever saves is told of those in scenes of which that is true.
    pub(in crate::session) fn told(&self, is_saved: impl Fn(usize) -> bool) -> Vec<String> {
        let of_save = |dropped: &&Unsavable| dropped.scenes.iter().any(|scene| is_saved(*scene));
        let mut lines: Vec<String> = self
            .kept
            .iter()
            .filter(of_save)
            .map(|dropped| dropped.told.clone())
            .collect();
        let more = lines.len().saturating_sub(NAMED) + self.more;
        lines.truncate(NAMED);
        if more > 0 {
            lines.push(format!(
                "{more} more changes of this session are not saved, since the files have no place for them any more: list_edits has \
                 the reason of each as `lost`"
            ));
        }
        lines
    }

    /// Files of these scenes were written, and the answer tells of those that are missing in them.
    pub(in crate::session) fn were_told(&mut self, is_saved: impl Fn(usize) -> bool) {
        self.kept
            .retain(|dropped| !dropped.scenes.iter().any(|scene| is_saved(*scene)));
        self.more = 0;
    }
}

impl Session {
    pub(in crate::session) fn note_dropped(&mut self, dropped: &[(Option<u64>, Edit)]) {
        for (entry, edit) in dropped {
            let rows = entry.and_then(|entry| self.edits.journal.entry(entry));
            let rows = rows.map_or(&[][..], |entry| &entry.about.rows);
            let entry = entry.map_or_else(|| "a change".to_owned(), |entry| format!("entry {entry}"));
            let scenes = edit.scenes();
            let files = scenes.iter().filter_map(|scene| self.scenes.get(*scene));
            let (mut paths, mut is_there) = (Vec::new(), true);
            for slot in files {
                paths.push(slot.file.path.as_str());
                is_there &= slot.listed;
            }
            let why = match is_there {
                true => edit.what_is_gone(&self.world),
                false => "its file",
            };
            let told = format!(
                "{}: {entry} is not saved: {}: {why} was gone when the files were changed outside; where it is still wanted, make it anew on \
                 what is there (list_edits has the reason as `lost`)",
                paths.join(", "),
                edit.in_words(rows)
            );
            self.edits.dropped.add(Unsavable { scenes, told });
        }
    }
}

impl Edit {
    fn what_is_gone(&self, world: &World) -> &'static str {
        let at = self.object().and_then(|object| world.find(object));
        let component = match self {
            Self::Field { component, .. } | Self::Remove { component, .. } => Some(*component),
            _ => None,
        };
        match (at, component) {
            (None, _) => "its object",
            (Some(at), Some(id)) if world.components(at).iter().any(|known| known.id == id) => "its field",
            (Some(_), Some(_)) => "its component",
            (Some(_), None) => "what it needs",
        }
    }

    /// As its entry tells it, with the object's path of then and the value.
    fn in_words(&self, rows: &[EditChange]) -> String {
        let fields = match self {
            Self::Active { .. } => vec!["active_self".to_owned()],
            // A row has one of the spellings; which one depends on the component, which may be gone.
            Self::Field { type_name, edit, .. } => [true, false]
                .map(|is_own| spelled(type_name, is_own, &edit.path))
                .into_iter()
                .chain([edit.path.to_string()])
                .collect(),
            _ => Vec::new(),
        };
        let is_field = |row: &EditChange| row.field.as_ref().is_some_and(|field| fields.contains(field));
        let of_edit = |row: &&EditChange| row.object == self.object() && (fields.is_empty() || is_field(row));
        let Some(row) = rows.iter().find(of_edit) else {
            return self.to_string();
        };
        let new = row.new.as_ref().filter(|_| matches!(self, Self::Field { .. }));
        let new = new.map_or_else(String::new, |new| format!(" to {}", cut_text(new.get())));
        format!("{}: {self}{new}", row.path)
    }
}

/// A value as whoever saves is told it.
pub(in crate::session) fn cut_text(text: &str) -> String {
    match text.char_indices().nth(LONG) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
