//! Writes the session's edits to the edit journal on disk. The record of a call is written before the call is answered.
//! The next start applies the records to the current files, as after a change of a file.
//!
//! This module decides when records are written and handles failures. `record` defines the record format.

mod begun_steps;
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
use super::asset_tree::AssetSteps;
use crate::session::changing::change::Save;
use crate::session::loading::scenes::Unfitting;
use begun_steps::BegunRecords;
use host_bridge::{BridgeError, BridgeErrorKind};
use host_project_journal::edit_journal::{EditJournal, NotWritten};
use record::Line;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Problems that the operator must fix although the host works. Maps the name of each affected part to a sentence.
pub type Concerns = BTreeMap<&'static str, String>;

/// The key in `Concerns` for problems of the edit journal.
pub const EDIT_JOURNAL: &str = "edit journal";

/// The hint of the error for a session with the maximum number of edits: how to restart with an empty journal.
pub(super) const EMPTY_JOURNAL: &str = "save all scenes (save_scenes) or undo all changes (undo_edits), then restart the host: it begins with an empty \
     journal if nothing is unsaved";

/// The state of the edit journal of a session: which edits its file contains, and its problems.
#[derive(Debug, Default)]
pub(super) struct Durable {
    journal: Option<Arc<EditJournal>>,
    /// The reason why no journal is open although the options require one. The replies to edits contain it.
    missing: Option<Missing>,
    /// A notice for the user about the edit journal, which the reply to the next edit contains.
    notice: Option<String>,
    /// Renamed old journal files with edits that were not applied, each with the reason.
    aside: Vec<(PathBuf, String)>,
    /// Begun steps on assets that this start was not allowed to undo. Each new journal file contains them.
    begun: AssetSteps,
    /// The id of the newest journal entry that the journal file contains.
    last: u64,
    /// Number of reference targets (objects and components) that the records of the journal file list.
    targets: usize,
    /// True if the journal file must be rewritten as a whole before the next record can be appended.
    is_behind: bool,
    /// The reason why the last write of the journal failed; `None` if it succeeded.
    failing: Option<String>,
}

/// The reason why this session has no edit journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Another host has the journal open, which is no error. Contains an explanation for the user.
    Elsewhere(String),
    /// The edit journal cannot be used until the operator fixes an error. Contains an explanation for the user.
    Failed(String),
}

impl Session {
    /// Writes the command's changes to the files on disk and to the journal. If that fails, undoes the changes.
    pub(super) fn make_durable(&mut self, entry: Option<u64>, before: Option<Save>) -> Result<(), BridgeError> {
        let written = entry.map_or_else(|| Ok((Vec::new(), BegunRecords::default())), |_| self.write_files());
        let (steps, mut begun) = match written {
            Ok(written) => written,
            Err(error) => {
                if let (Some(entry), Some(save)) = (entry, before) {
                    self.withdraw_entry(entry, save);
                }
                return Err(error);
            }
        };
        let Err(why) = self.write_records() else {
            return Ok(());
        };
        let error = self.unwritten_error(&why);
        let (Some(entry), Some(save)) = (entry, before) else {
            return Ok(());
        };
        self.withdraw_entry(entry, save);
        if let Err(error) = self.write_sources() {
            self.log("error", format!("a source could not be put back: {error}"));
        }
        self.undo_asset_steps(&steps, &mut begun);
        Err(error)
    }

    /// Logs that the journal cannot be written, and returns the error for the edit that is rejected for it.
    fn unwritten_error(&mut self, why: &str) -> BridgeError {
        let path = self.durable.journal.as_ref().map(|journal| journal.path());
        let message = format!(
            "the edit journal {} cannot be written: {why}",
            path.unwrap_or_default().display()
        );
        self.log("error", message.clone());
        BridgeError::new(BridgeErrorKind::NotReady, format!("nothing was changed: {message}")).with_hint(
            "edits are accepted only if they survive the end of the host: free space on the disk of the data folder \
             (server.data-dir), or save and restart the host, and try again",
        )
    }

    /// Makes the changes of assets and sources on disk, all or none. Returns the steps on assets, with their records.
    fn write_files(&mut self) -> Result<(AssetSteps, BegunRecords), BridgeError> {
        let mut begun = BegunRecords::default();
        if !self.asset_steps.is_empty() {
            begun = self.begin_steps().map_err(|why| {
                self.durable.failing = Some(why.clone());
                self.unwritten_error(&why)
            })?;
        }
        let steps = self.run_asset_steps(&mut begun)?;
        match self.write_sources() {
            Ok(()) => Ok((steps, begun)),
            Err(error) => {
                self.undo_asset_steps(&steps, &mut begun);
                Err(error)
            }
        }
    }

    /// Removes an entry of the current command, and returns to the state before the command.
    fn withdraw_entry(&mut self, entry: u64, save: Save) {
        self.edits.journal.take_back(entry);
        let (events, lines) = save.notified_counts();
        self.take_back(save);
        self.rebuild_with(Unfitting::Tell);
        self.events.truncate(events);
        self.lines.truncate(lines);
    }

    /// Writes the changes since the last call to the journal. Stores the error in `failing` if it fails.
    pub(super) fn write_records(&mut self) -> Result<(), String> {
        let written = self.write_changes();
        self.durable.failing = written.as_ref().err().cloned();
        written
    }

    /// Writes the edit journal again if its last write failed. Until that succeeds, every edit is rejected.
    pub(crate) fn try_journal_again(&mut self) {
        if self.durable.failing.is_some() {
            self.durable.is_behind = true;
            // `write_records` stores the error of a further failure.
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
            return self.write_snapshot(&journal, last);
        }
        let entries = self.edits.journal.entries_after(self.durable.last);
        let records: Result<Vec<String>, String> = entries.map(|entry| self.entry_record(entry)).collect();
        self.add_records(&journal, &records?)
    }

    /// Checks the journal file. If another process removed or changed it, logs that and notes it for the next edit.
    fn look_at_journal(&mut self, journal: &EditJournal) -> Result<(), String> {
        let looked = journal.look();
        // After a change by another process or an error, the next write replaces the whole file.
        self.durable.is_behind |= !matches!(looked, Ok(None));
        if let Some(what) = looked.map_err(|error| error.to_string())? {
            self.log_for_operator("error", what.clone());
            self.durable.notice = Some(what);
        }
        Ok(())
    }

    /// Before the host ends, writes the journal file again if another process changed it or a write failed.
    fn write_at_end(&mut self) {
        let Some(journal) = self.durable.journal.clone() else {
            return;
        };
        // If one of these fails, the file is not updated.
        if self.look_at_journal(&journal).is_ok() && self.durable.is_behind {
            let _ = self.write_records();
        }
    }

    /// Appends records to the journal. They must contain all changes since the last record.
    fn add_records(&mut self, journal: &EditJournal, records: &[String]) -> Result<(), String> {
        match journal.append(records) {
            Ok(()) => {}
            Err(NotWritten::Full) => return self.write_snapshot(journal, self.edits.journal.last()),
            Err(NotWritten::Failed(_)) if journal.needs_replacing() => {
                return self.write_snapshot(journal, self.edits.journal.last());
            }
            Err(NotWritten::Failed(error)) => return Err(error.to_string()),
        }
        self.are_written(self.edits.journal.last());
        Ok(())
    }

    /// Writes the whole journal file, with the entries up to the id `last`.
    fn write_snapshot(&mut self, journal: &EditJournal, last: u64) -> Result<(), String> {
        self.durable.is_behind = true;
        let mut records = self.snapshot(last);
        let written = journal.replace(&mut records);
        drop(records);
        written.map_err(|why| why.to_string())?;
        self.durable.is_behind = false;
        self.are_written(last);
        Ok(())
    }

    fn are_written(&mut self, last: u64) {
        self.durable.last = last;
        self.durable.targets = self.edits.targets.count();
        self.edits.targets.clear_noted();
    }
}

fn text(line: &Line) -> Result<String, String> {
    serde_json::to_string(line).map_err(|error| error.to_string())
}
