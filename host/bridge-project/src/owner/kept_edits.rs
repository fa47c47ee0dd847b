//! The open edit journal of the project. The owner thread keeps it and applies it to each session that it opens.

use crate::options::ProjectOptions;
use crate::session::{Missing, Session};
use host_bridge::caught;
use host_project_journal::edit_journal::{EditJournal, NotOpened};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) struct KeptEdits(RefCell<Opened>);

#[derive(Clone)]
enum Opened {
    Unwanted,
    /// This host has no edit journal open. Contains the journal's folder and the reason, such as another host's lock.
    Not(PathBuf, Missing),
    /// This host holds the journal's lock, but has not applied the edits that the previous host left in the file. Edits
    /// of this session could conflict with them.
    Waiting(Arc<EditJournal>),
    Open(Arc<EditJournal>),
}

/// The moment at which the owner tries to acquire the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// Before a command, so that the journal also stores the edits of this command.
    BeforeCommand,
    /// After a command that writes, because it may have saved or undone the last unsaved edit of this session.
    AfterWrite,
}

impl KeptEdits {
    pub(super) fn open(options: &ProjectOptions) -> Self {
        let folder = options.journal_folder.as_ref().filter(|_| !options.is_sample);
        Self(RefCell::new(
            folder.map_or(Opened::Unwanted, |folder| open_journal(folder)),
        ))
    }

    /// Opens a session with `open` and applies the edits of the journal to it. The `bool` is true if the journal
    /// contained all edits of the previous session. Blocks the thread.
    pub(super) fn session(&self, open: &dyn Fn() -> Result<Session, String>) -> Result<(Session, bool), String> {
        let open = || caught(open).and_then(|opened| opened);
        let mut session = open()?;
        let now = self.0.borrow().clone();
        let (journal, is_kept) = match now {
            Opened::Unwanted => return Ok((session, false)),
            Opened::Not(_, why) => {
                session.keep_none(why);
                return Ok((session, false));
            }
            Opened::Waiting(journal) => (journal, false),
            Opened::Open(journal) => (journal, true),
        };
        // A new session has no own edits, so the journal can be applied to it.
        self.0.replace(Opened::Open(Arc::clone(&journal)));
        let replayed = caught(|| {
            session.keep_edits(&journal);
            session
        });
        match replayed {
            Ok(session) => Ok((session, is_kept)),
            Err(why) => {
                let mut session = open()?;
                session.keep_edits_without(&journal, &why);
                Ok((session, false))
            }
        }
    }

    /// Returns the journal if it can be acquired now. Either another host held it until now, or it contains edits of
    /// another host that could not be applied because of this session's own edits. Blocks the thread.
    pub(super) fn released(&self, session: &mut Session, moment: Moment) -> Option<Arc<EditJournal>> {
        let now = self.0.borrow().clone();
        match (now, moment) {
            (Opened::Not(folder, known), Moment::BeforeCommand) => match open_journal(&folder) {
                Opened::Open(journal) => {
                    self.0.replace(Opened::Waiting(Arc::clone(&journal)));
                    Some(journal)
                }
                Opened::Not(folder, why) => {
                    if why != known {
                        session.keep_none(why.clone());
                        self.0.replace(Opened::Not(folder, why));
                    }
                    None
                }
                Opened::Unwanted | Opened::Waiting(_) => None,
            },
            (Opened::Waiting(journal), Moment::AfterWrite) => Some(journal),
            _ => None,
        }
    }

    /// Stores `journal` as the open edit journal, to which the session writes its edits from now on.
    pub(super) fn are_in(&self, journal: Arc<EditJournal>) {
        self.0.replace(Opened::Open(journal));
    }
}

fn open_journal(folder: &Path) -> Opened {
    match EditJournal::open(folder) {
        Ok(journal) => Opened::Open(Arc::new(journal)),
        Err(why) => {
            let text = why.to_string();
            let missing = match why {
                NotOpened::Held { .. } => Missing::Elsewhere(text),
                NotOpened::Failed { .. } => Missing::Failed(text),
            };
            Opened::Not(folder.to_owned(), missing)
        }
    }
}
