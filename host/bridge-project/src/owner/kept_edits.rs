//! The edit journal of the project, which outlives the sessions of this owner: each session that is opened applies it.

use crate::edit_journal::{EditJournal, NotOpened};
use crate::options::ProjectOptions;
use crate::session::{Missing, Session};
use host_bridge::caught;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) struct KeptEdits(RefCell<Opened>);

#[derive(Clone)]
enum Opened {
    Unwanted,
    /// Why there is none. Another host may have it, and end before this one.
    Not(PathBuf, Missing),
    /// The lock is this host's, and the file holds edits of the host before, over which the session's own cannot be applied.
    Waiting(Arc<EditJournal>),
    Open(Arc<EditJournal>),
}

/// When the journal is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// The edits of the command that follows shall be kept.
    BeforeCommand,
    /// Own edits may be saved or undone now.
    AfterWrite,
}

impl KeptEdits {
    /// Takes the journal's lock. Blocking.
    pub(super) fn open(options: &ProjectOptions) -> Self {
        let folder = options.journal_folder.as_ref().filter(|_| !options.is_sample);
        Self(RefCell::new(folder.map_or(Opened::Unwanted, |folder| opened(folder))))
    }

    /// The session that `open` gives, with the changes of the journal; and whether these are all that the session before had. Blocking.
    ///
    /// # Errors
    /// Those of `open`, and its panics.
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
        // A new session has no edits of its own to wait for.
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

    /// The journal, if another host had it at the last attempt, or left edits in it that waited for those of the session, and it may be
    /// taken over now. Blocking.
    pub(super) fn released(&self, session: &mut Session, moment: Moment) -> Option<Arc<EditJournal>> {
        let now = self.0.borrow().clone();
        match (now, moment) {
            (Opened::Not(folder, known), Moment::BeforeCommand) => match opened(&folder) {
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

    /// The session writes to it.
    pub(super) fn are_in(&self, journal: Arc<EditJournal>) {
        self.0.replace(Opened::Open(journal));
    }
}

fn opened(folder: &Path) -> Opened {
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
