//! Writes the session's edits to the edit journal on disk: the record of a call is written before the call is answered,
//! and the next start applies the records to the files as they are then.
//!
//! Decides when records are written and handles failures. The file is in `edit_journal`, the choice of the journal in
//! `keeping`, reports in `concerns`, the record format in `record`, applying edits in `edits/lay`, which is also used
//! after a file changed.

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

/// Problems for the operator that do not stop the host from serving the project: one sentence for each part.
pub type Concerns = BTreeMap<&'static str, String>;

/// The part of `Concerns` for an edit journal that cannot be written.
pub const EDIT_JOURNAL: &str = "edit journal";

/// The next step for a session that has reached the limit of its edits.
pub(super) const EMPTY_JOURNAL: &str = "save all scenes (save_scenes) or undo all changes (undo_edits), then restart the host: it begins with an empty \
     journal if nothing is unsaved";

/// Which edits are in the file, and in which file.
#[derive(Debug, Default)]
pub(super) struct Durable {
    journal: Option<Arc<EditJournal>>,
    /// Why there is no journal although there should be one; reported with each edit.
    missing: Option<Missing>,
    /// A notice that the next edit reports once.
    notice: Option<String>,
    /// Files with edits that are not applied, and why.
    aside: Vec<(PathBuf, String)>,
    /// The newest entry in the file.
    last: u64,
    /// Reference targets that are in the file.
    targets: usize,
    /// The file must be written as a whole before anything is appended.
    is_behind: bool,
    /// Why the last record could not be written.
    failing: Option<String>,
}

/// Why a host keeps no edit journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Another host has the journal open, as intended.
    Elsewhere(String),
    /// The operator has to fix a problem.
    Failed(String),
}

impl Session {
    /// Writes the changes of the command to the journal. If that fails, its entry is undone.
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

    /// Writes what changed since the last call, and notes a failure.
    pub(super) fn write_records(&mut self) -> Result<(), String> {
        let written = self.write_changes();
        self.durable.failing = written.as_ref().err().cloned();
        written
    }

    /// Tries to write the journal again if the last attempt failed: while edits are rejected, no edit does that.
    pub(crate) fn try_journal_again(&mut self) {
        if self.durable.failing.is_some() {
            self.durable.is_behind = true;
            // A further failure stays noted.
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

    /// Reports a file that another process removed or changed; such a file is written as a whole next.
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

    /// At the end of the host: writes the file again if it is not what this session wrote.
    fn write_at_end(&mut self) {
        let Some(journal) = self.durable.journal.clone() else {
            return;
        };
        // If either fails, the file remains outdated.
        if self.look_at_journal(&journal).is_ok() && self.durable.is_behind {
            let _ = self.write_records();
        }
    }

    /// Appends records that contain everything that changed.
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
