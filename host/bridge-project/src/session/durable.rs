//! The session's changes in the edit journal on disk: a record of each call is written before the call is answered, and the next
//! start applies the records over the files as they are then.
//!
//! Belongs here: when records are written, and what a failure means. Does not: the file (`edit_journal`), which journal a session has
//! (`keeping`), what is reported about it (`concerns`), the form of records (`record`), applying changes (`edits/lay`, the same code that applies them after a file changed).

mod carried;
mod concerns;
mod keeping;
mod lost;
mod names;
mod reading;
mod record;
mod replay;
mod rows;
mod snapshot;
#[cfg(test)]
mod tests;
mod unsaved;
mod value_text;
mod writing;

use super::Session;
use super::change::Save;
use super::scenes::Unfitting;
use crate::edit_journal::{EditJournal, NotWritten};
use host_bridge::{BridgeError, BridgeErrorKind};
use record::Line;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What the operator has to mend although the project is served: one sentence for each part.
pub type Concerns = BTreeMap<&'static str, String>;

/// The part of `Concerns` for an edit journal that cannot be written.
pub const EDIT_JOURNAL: &str = "edit journal";

/// What to do about a session that holds as many changes as it may.
pub(super) const EMPTY_JOURNAL: &str = "save all scenes (save_scenes) or undo all changes (undo_edits), then restart the host: it begins with an empty \
     journal if nothing is unsaved";

/// Which changes are in the file, and in which file.
#[derive(Debug, Default)]
pub(super) struct Durable {
    journal: Option<Arc<EditJournal>>,
    /// Why there is none, although there should be one; reported with each edit.
    missing: Option<Missing>,
    /// What the next edit reports once.
    notice: Option<String>,
    /// Files with edits that are not applied, and why.
    aside: Vec<(PathBuf, String)>,
    /// The newest entry that is in the file.
    last: u64,
    /// Targets of references that are in the file.
    targets: usize,
    /// The file has to be written as a whole before anything is added.
    is_behind: bool,
    /// Why the last record could not be written.
    failing: Option<String>,
}

/// Why a host keeps no edit journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// Another host keeps it, as it should.
    Elsewhere(String),
    /// The operator has to mend something.
    Failed(String),
}

impl Session {
    /// Writes what the command has changed to the journal. If that fails, its entry is taken back.
    ///
    /// # Errors
    /// `NotReady`: the record could not be written. Nothing is changed then.
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
        let (events, lines) = save.told();
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

    /// Writes what changed since the last call, and keeps whether that failed.
    pub(super) fn write_records(&mut self) -> Result<(), String> {
        let written = self.write_changes();
        self.durable.failing = written.as_ref().err().cloned();
        written
    }

    /// Tries again to write the journal if the last attempt failed: while edits are refused, no edit does.
    pub(crate) fn try_journal_again(&mut self) {
        if self.durable.failing.is_some() {
            self.durable.is_behind = true;
            // It is still kept as failing.
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
        let entries = self.edits.journal.after(self.durable.last);
        let records: Result<Vec<String>, String> = entries.map(|entry| self.entry_record(entry)).collect();
        self.add_records(&journal, &records?)
    }

    /// Reports it if another process removed or changed the file, which is written as a whole then.
    fn look_at_journal(&mut self, journal: &EditJournal) -> Result<(), String> {
        let looked = journal.look();
        // What another process did or a failure: the file is written as a whole next.
        self.durable.is_behind |= !matches!(looked, Ok(None));
        if let Some(what) = looked.map_err(|error| error.to_string())? {
            self.log_for_operator("error", what.clone());
            self.durable.notice = Some(what);
        }
        Ok(())
    }

    /// Before the host ends: writes the file again if it is not what this session wrote.
    fn write_at_end(&mut self) {
        let Some(journal) = self.durable.journal.clone() else {
            return;
        };
        // Where either fails it stays behind.
        if self.look_at_journal(&journal).is_ok() && self.durable.is_behind {
            let _ = self.write_records();
        }
    }

    /// Adds records that say all that changed.
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
        self.durable.targets = self.edits.targets.len();
        self.edits.targets.clear_noted();
    }
}

fn text(line: &Line) -> Result<String, String> {
    serde_json::to_string(line).map_err(|error| error.to_string())
}
