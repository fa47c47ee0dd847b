//! Counts the session's unsaved edits.

use crate::session::Session;
use std::collections::{BTreeSet, HashSet};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::session) struct Unsaved {
    /// Number of unsaved journal entries, plus the number of unsaved single changes that can no longer be undone.
    pub(in crate::session) changes: usize,
    /// Asset paths of the scene files to which unsaved edits belong.
    pub(in crate::session) files: BTreeSet<String>,
}

impl Session {
    /// Counts edits that were never saved, and undone edits that files still contain. The time scale belongs to no
    /// file, so it is not counted.
    pub(in crate::session) fn count_unsaved(&self) -> Unsaved {
        let journal = &self.edits.journal;
        let undone = journal.undone_entries();
        let (mut changes, mut scenes) = (0, BTreeSet::new());
        for entry in journal.entries() {
            let differs = self.edits.unsaved_scenes(entry, undone.contains_key(&entry.id));
            changes += usize::from(!differs.is_empty());
            scenes.extend(differs);
        }
        let held: HashSet<_> = self.edits.saved_values().map(|(spot, ..)| spot).collect();
        for step in journal.base() {
            let is_saved = step.spot().is_some_and(|spot| held.contains(&spot));
            let of_step = step.scenes();
            if !is_saved && !of_step.is_empty() {
                changes += 1;
                scenes.extend(of_step);
            }
        }
        let files = scenes.into_iter().filter_map(|scene| self.scenes.get(scene));
        Unsaved {
            changes,
            files: files.map(|slot| slot.file.path.clone()).collect(),
        }
    }

    /// Writes the edit journal if necessary. Returns a log line about unsaved edits, or `None` if there are none.
    pub(crate) fn unsaved_at_end(&mut self) -> Option<String> {
        let unsaved = self.count_unsaved();
        if unsaved.changes == 0 {
            return None;
        }
        self.write_at_end();
        let what_happens = match (&self.durable.journal, self.durable.is_behind) {
            (Some(_), false) => "kept in the edit journal and applied again at the next start",
            (Some(_), true) => "lost, since the edit journal cannot be written",
            (None, _) => "lost, since this host keeps no edit journal",
        };
        Some(format!("the host ends with {unsaved}: {what_happens}"))
    }
}

impl std::fmt::Display for Unsaved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (changes, files) = (self.changes, self.files.len());
        write!(
            f,
            "{changes} unsaved edit{} in {files} file{}",
            plural(changes),
            plural(files)
        )
    }
}
