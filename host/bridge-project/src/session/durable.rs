//! Writes the session's edits to the edit journal on disk: the record of a call is written before the call is answered,
//! and the next start applies the records to the files as they are then.
//!
//! This module decides when records are written and handles failures. `edit_journal` has the file, `keeping` chooses
//! the journal, `concerns` has the reports, and `record` the record format. `edits/apply_edits` applies edits, as it
//! does after a file changed.

mod concerns;
mod keeping;
mod lost_edits;
mod names;
mod reading;
mod record;
mod record_members;
mod replay;
mod rows;
mod snapshot;
#[cfg(test)]
mod tests;
mod unsaved_extent;
mod value_text;
mod writing;

use super::Session;
use crate::session::changing::change::Save;
use crate::session::loading::scenes::Unfitting;
use host_bridge::{BridgeError, BridgeErrorKind};
use host_project_journal::edit_journal::{EditJournal, NotWritten};
use record::Line;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Problems that the operator must fix, although the host serves the project. Maps the name of each part to a sentence.
pub type Concerns = BTreeMap<&'static str, String>;

/// The key in `Concerns` for an edit journal that cannot be written.
pub const EDIT_JOURNAL: &str = "edit journal";

/// The hint for a session that has reached the limit of its edits.
pub(super) const EMPTY_JOURNAL: &str = "save all scenes (save_scenes) or undo all changes (undo_edits), then restart the host: it begins with an empty \
     journal if nothing is unsaved";

/// The state of the edit journal: which edits of the session the file contains.
#[derive(Debug, Default)]
pub(super) struct Durable {
    journal: Option<Arc<EditJournal>>,
    /// The reason why no journal is open although the options require one; reported with each edit.
    missing: Option<Missing>,
    /// A notice that the next edit reports once.
    notice: Option<String>,
    /// Journal files that were set aside with edits that are not applied, each with the reason.
    aside: Vec<(PathBuf, String)>,
    /// The id of the newest entry in the journal file.
    last: u64,
    /// Number of reference targets in the journal file.
    targets: usize,
    /// True if the file must be written as a whole before a record can be appended.
    is_behind: bool,
    /// The reason why the last record could not be written; `None` = it was written.
    failing: Option<String>,
}

/// The reason why this host keeps no edit journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Another host has the journal open, which is no fault; contains a sentence.
    Elsewhere(String),
    /// An error that the operator must fix; contains a sentence.
    Failed(String),
}

impl Session {
    /// Writes the changes of the command to the journal. If that fails, undoes the changes.
    ///
    /// # Errors
    /// `NotReady` if the record cannot be written; nothing is changed then.
    pub(super) fn make_durable(&mut self, entry: Option<u64>, before: Option<Save>) -> Result<(), BridgeError> {
        let Err(why) = self.write_records() else {
            return Ok(());
        };
        let path = self.durable.journal.as_ref().map(|journal| journal.path());
        let message = format!(
            "the edit journal {} cannot be written: {why}",
            path.unwrap_or_default().display()
        );
        self.log("error", message.clone());
        let (Some(entry), Some(save)) = (entry, before) else {
            return Ok(());
        };
        self.edits.journal.take_back(entry);
        let (events, lines) = save.notified_counts();
        self.take_back(save);
        self.rebuild_with(Unfitting::Tell);
        self.events.truncate(events);
        self.lines.truncate(lines);
        Err(
            BridgeError::new(BridgeErrorKind::NotReady, format!("nothing was changed: {message}")).with_hint(
                "edits are accepted only if they survive the end of the host: free space on the disk of the data folder \
                 (server.data-dir), or save and restart the host, and try again",
            ),
        )
    }

    /// Writes the changes since the last call to the journal, and stores the reason of a failure in `failing`.
    pub(super) fn write_records(&mut self) -> Result<(), String> {
        let written = self.write_changes();
        self.durable.failing = written.as_ref().err().cloned();
        written
    }

    /// Attempts to write the journal again if the last attempt failed. While edits are rejected, no edit attempts it.
    pub(crate) fn try_journal_again(&mut self) {
        if self.durable.failing.is_some() {
            self.durable.is_behind = true;
            // `write_records` stores a further failure.
            let _ = self.write_records();
        }
    }

    fn write_changes(&mut self) -> Result<(), String> {
        let Some(journal) = self.durable.journal.clone() else {
            return Ok(());
        };
        self.durable.is_behind |= self.edits.journal.take_reshaped();
        let last = self.edits.journal.last();
        if last == self.durable.last && !self.durable.is_behind {
            return Ok(());
        }
        self.look_at_journal(&journal)?;
        if self.durable.is_behind || journal.needs_replacing() || journal.needs_compacting() {
            return self.write_snapshot(&journal);
        }
        let entries = self.edits.journal.entries_after(self.durable.last);
        let records: Result<Vec<String>, String> = entries.map(|entry| self.entry_record(entry)).collect();
        self.add_records(&journal, &records?)
    }

    /// Checks the journal file, and reports that another process removed or changed it. The next write then replaces
    /// the file.
    fn look_at_journal(&mut self, journal: &EditJournal) -> Result<(), String> {
        let looked = journal.look();
        // After a change by another process, or a failure, the file is written as a whole next.
        self.durable.is_behind |= !matches!(looked, Ok(None));
        if let Some(what) = looked.map_err(|error| error.to_string())? {
            self.log_for_operator("error", what.clone());
            self.durable.notice = Some(what);
        }
        Ok(())
    }

    /// Writes the journal file again at the end of the host, if it differs from what this session wrote.
    fn write_at_end(&mut self) {
        let Some(journal) = self.durable.journal.clone() else {
            return;
        };
        // If either fails, the file remains outdated.
        if self.look_at_journal(&journal).is_ok() && self.durable.is_behind {
            let _ = self.write_records();
        }
    }

    /// Appends these records to the journal; they contain all changes since the last record.
    fn add_records(&mut self, journal: &EditJournal, records: &[String]) -> Result<(), String> {
        match journal.append(records) {
            Ok(()) => {}
            Err(NotWritten::Full) => return self.write_snapshot(journal),
            Err(NotWritten::Failed(_)) if journal.needs_replacing() => return self.write_snapshot(journal),
            Err(NotWritten::Failed(error)) => return Err(error.to_string()),
        }
        self.are_written();
        Ok(())
    }

    fn write_snapshot(&mut self, journal: &EditJournal) -> Result<(), String> {
        self.durable.is_behind = true;
        let mut records = self.snapshot();
        let written = journal.replace(&mut records);
        drop(records);
        written.map_err(|why| why.to_string())?;
        self.durable.is_behind = false;
        self.are_written();
        Ok(())
    }

    fn are_written(&mut self) {
        self.durable.last = self.edits.journal.last();
        self.durable.targets = self.edits.targets.count();
        self.edits.targets.clear_noted();
    }
}

fn text(line: &Line) -> Result<String, String> {
    serde_json::to_string(line).map_err(|error| error.to_string())
}
