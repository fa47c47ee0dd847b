//! Journal records of steps on assets that are being made. If the host ends in the middle of a call, its next start
//! undoes the steps, because no entry of the journal has them.

use super::record::Line;
use super::text;
use crate::session::Session;
use crate::session::asset_tree::AssetSteps;
use crate::session::file_changes::refused;
use host_project_journal::edit_journal::{EditJournal, Mark};
use host_project_writer::{AssetStep, BegunSteps, Direction, TRASH, undo_begun_steps};
use std::sync::Arc;

/// The records of the begun steps of the current command. The entry of the command follows them in the journal file.
#[derive(Debug, Default)]
pub(super) struct BegunRecords {
    /// `None` for a session without a journal.
    journal: Option<Arc<EditJournal>>,
    /// The end of the journal file before each record.
    marks: Vec<Mark>,
}

impl BegunSteps for BegunRecords {
    fn push(&mut self, step: &AssetStep, direction: Direction) -> Result<(), String> {
        let Some(journal) = &self.journal else { return Ok(()) };
        let unwritten = |why: String| format!("the edit journal {} cannot be written: {why}", journal.path().display());
        let mark = journal.mark().ok_or_else(|| unwritten("it has no file".to_owned()))?;
        let record = text(&Line {
            begun: Some((step.clone(), direction)),
            ..Line::default()
        })?;
        journal.append(&[record]).map_err(|why| unwritten(why.to_string()))?;
        self.marks.push(mark);
        Ok(())
    }

    fn pop(&mut self) {
        if let (Some(journal), Some(mark)) = (&self.journal, self.marks.pop()) {
            // If that fails, the next write replaces the whole file.
            let _ = journal.rewind(mark);
        }
    }
}

impl Session {
    /// Prepares the journal file for records of begun steps of the newest entry. It then contains all earlier entries.
    pub(super) fn begin_steps(&mut self) -> Result<BegunRecords, String> {
        let Some(journal) = self.durable.journal.clone() else {
            return Ok(BegunRecords::default());
        };
        self.look_at_journal(&journal)?;
        if self.durable.is_behind || journal.needs_replacing() || journal.needs_compacting() {
            let earlier = self.edits.journal.last().saturating_sub(1);
            self.write_snapshot(&journal, earlier)?;
        }
        Ok(BegunRecords {
            journal: Some(journal),
            marks: Vec::new(),
        })
    }

    /// Undoes the steps of a call in whose middle an earlier run of the host ended. If this host may not change files, the
    /// journal keeps the steps for a later start.
    pub(super) fn undo_begun_steps(&mut self, begun: AssetSteps) {
        let undone = self.may_change_files().map_err(|error| error.message);
        let undone = undone.and_then(|_| {
            let undone = undo_begun_steps(self.library.project(), &self.ground, &begun);
            undone.map_err(|why| refused(why).message)
        });
        let paths: Vec<&str> = begun.iter().flat_map(|(step, _)| step.all_paths()).collect();
        let ended = format!(
            "the host ended in the middle of a change of assets ({})",
            paths.join(", ")
        );
        self.read_changed_assets(&begun);
        let (level, message) = match undone {
            Ok(failed) if failed.is_empty() => ("warn", format!("{ended}; the change was undone")),
            Ok(failed) => (
                "error",
                format!(
                    "{ended}; only a part of the change was undone: {}. Look at these files, and at {TRASH} of the project",
                    failed.join("; ")
                ),
            ),
            Err(why) => {
                self.durable.begun.splice(0..0, begun);
                let message = format!(
                    "{ended}, and a part of it may be in the project: it cannot be undone now, and the next start of the host \
                     tries it again: {why}"
                );
                ("error", message)
            }
        };
        self.log_for_operator(level, message);
    }
}
