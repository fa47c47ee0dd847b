//! Unsaved edits that were dropped because they no longer fit the changed files. Each save reports them.

use super::Edit;
use crate::session::Session;
use host_bridge::EditChange;
use host_project_query::values::display_path::csharp_path;
use host_project_world::world::World;
use std::collections::{BTreeSet, VecDeque};

/// Maximum number of dropped edits that are stored with their descriptions. Older ones are only counted.
const KEPT: usize = 100;

/// Maximum number of dropped edits that one reply lists. `LONG` is the maximum number of characters of a value in it.
const NAMED: usize = 8;
const LONG: usize = 200;

/// Unsaved edits that no longer fit the files, so that they were dropped. No save has reported them. Oldest first.
#[derive(Debug, Default)]
pub(in crate::session) struct Dropped {
    pub(super) kept: VecDeque<Unsavable>,
    /// Number of older dropped edits, whose descriptions are not stored.
    pub(super) more: usize,
}

/// One unsaved edit that was dropped: the scenes whose files would contain it, and a sentence that describes it.
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

    pub(in crate::session) fn describe_lost(&self, is_saved: impl Fn(usize) -> bool) -> Vec<String> {
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
                "{more} more edits of this session are not saved, because they no longer fit the files: list_edits has the reason of each as `lost`"
            ));
        }
        lines
    }

    /// Removes the edits of these scenes from the list of dropped edits, because the reply to a save listed them.
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
                "{}: {entry} is not saved: {}: {why} was gone when the files were changed outside; if you still want this edit, make it again on the current files (list_edits has the reason as `lost`)",
                paths.join(", "),
                edit.describe(rows)
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

    /// Returns a description of the edit, with the object's path at the time of the edit and the value.
    fn describe(&self, rows: &[EditChange]) -> String {
        let fields = match self {
            Self::Active { .. } => vec!["active_self".to_owned()],
            // A row uses one of the two spellings. The component, which determines the spelling, may no longer exist.
            Self::Field { type_name, edit, .. } => [true, false]
                .map(|is_own| csharp_path(type_name, is_own, &edit.path))
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

pub(in crate::session) fn cut_text(text: &str) -> String {
    match text.char_indices().nth(LONG) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
