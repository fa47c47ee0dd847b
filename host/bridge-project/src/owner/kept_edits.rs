//! The edit journal of the project, which outlives the sessions of this owner: each session that is opened applies it.

use crate::edit_journal::EditJournal;
use crate::options::ProjectOptions;
use crate::session::Session;
use host_bridge::caught;
use std::sync::Arc;

/// `None`: none is wanted. An error: why there is none.
pub(super) struct KeptEdits(Option<Result<Arc<EditJournal>, String>>);

impl KeptEdits {
    /// Takes the journal's lock. Blocking.
    pub(super) fn open(options: &ProjectOptions) -> Self {
        let folder = options.journal_folder.as_ref().filter(|_| !options.is_sample);
        Self(folder.map(|folder| {
            let opened = EditJournal::open(folder).map(Arc::new);
            opened.map_err(|why| why.to_string())
        }))
    }

    /// The session that `open` gives, with the changes of the journal; and whether there is one. Blocking.
    ///
    /// # Errors
    /// Those of `open`, and its panics.
    pub(super) fn session(&self, open: &dyn Fn() -> Result<Session, String>) -> Result<(Session, bool), String> {
        let open = || caught(open).and_then(|opened| opened);
        let mut session = open()?;
        let journal = match &self.0 {
            None => return Ok((session, false)),
            Some(Err(why)) => {
                session.keep_none(why.clone());
                return Ok((session, false));
            }
            Some(Ok(journal)) => journal,
        };
        let replayed = caught(|| {
            session.keep_edits(journal);
            session
        });
        match replayed {
            Ok(session) => Ok((session, true)),
            Err(why) => {
                let mut session = open()?;
                session.keep_edits_without(journal, &why);
                Ok((session, false))
            }
        }
    }

    /// Whether changes outlive a session.
    pub(super) fn is_kept(&self) -> bool {
        matches!(self.0, Some(Ok(_)))
    }
}
