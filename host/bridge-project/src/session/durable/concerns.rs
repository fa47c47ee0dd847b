//! Problems of the edit journal that clients and the operator must know. They are reported with each edit, with each
//! list of edits, and by `/health`.

use super::{Concerns, EDIT_JOURNAL, Missing};
use crate::session::Session;
use host_bridge::{BridgeError, Replied, Reply};

/// The key in `Concerns` for project folders and files that cannot be read.
const PROJECT_FILES: &str = "project files";

impl Session {
    /// Adds notes to the successful reply of an edit: a pending notice about the edit journal, and a warning if the
    /// edit is lost when the host ends.
    pub(in crate::session) fn note_missing(&mut self, outcome: &mut Result<Replied, BridgeError>) {
        let Ok(replied) = outcome else {
            return;
        };
        if matches!(replied.reply, Reply::Plan(_)) {
            return;
        }
        replied.diagnostics.extend(self.durable.notice.take());
        if let Some(Missing::Elsewhere(why) | Missing::Failed(why)) = &self.durable.missing {
            replied.diagnostics.push(format!(
                "this edit is lost when the host ends, unless it is saved before: {why}"
            ));
        }
    }

    /// Adds a note to replies that list edits or file changes if an old journal contains edits that were not applied.
    pub(in crate::session) fn note_aside(&self, outcome: &mut Result<Replied, BridgeError>) {
        if let Ok(replied) = outcome
            && matches!(replied.reply, Reply::Entries(_) | Reply::FileChanges(_))
        {
            replied.diagnostics.extend(self.lost_aside());
        }
    }

    /// Returns a sentence about renamed old journal files whose edits were not applied; `None` if no such file exists.
    fn lost_aside(&self) -> Option<String> {
        let aside = self.durable.aside.iter();
        let there = aside.filter(|(path, _)| std::fs::symlink_metadata(path).is_ok());
        let rows: Vec<String> = there
            .map(|(path, why)| format!("{why} (the whole file is {})", path.display()))
            .collect();
        (!rows.is_empty()).then(|| {
            format!(
                "unsaved edits are lost: {}; move each of these files to another folder once you have looked at it",
                rows.join("; ")
            )
        })
    }

    pub(crate) fn collect_concerns(&self) -> Concerns {
        let mut concerns = Concerns::default();
        if let Some(refused) = self.library.project().absent.hidden().denied_message() {
            concerns.insert(PROJECT_FILES, refused);
        }
        let mut of_journal = Vec::new();
        if let (Some(why), Some(journal)) = (&self.durable.failing, &self.durable.journal) {
            of_journal.push(format!(
                "edits are refused, because {} cannot be written: {why}; free space on the disk of the data folder \
                 (server.data-dir), or give this user the right to write there",
                journal.path().display()
            ));
        }
        if let Some(Missing::Failed(why)) = &self.durable.missing {
            of_journal.push(format!("unsaved edits end with this host: {why}"));
        }
        of_journal.extend(self.lost_aside());
        if !of_journal.is_empty() {
            concerns.insert(EDIT_JOURNAL, of_journal.join("; "));
        }
        concerns
    }
}
