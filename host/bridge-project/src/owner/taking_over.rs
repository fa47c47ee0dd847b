//! Takes over the edit journal that another host held until it ended.

use super::kept_edits::{KeptEdits, Moment};
use super::recover::recover;
use crate::options::ProjectOptions;
use crate::session::{Mark, Session};
use host_bridge::caught;
use std::path::Path;

/// Returns the session, which writes to the journal from now on if that is possible. Blocking.
///
/// # Errors
/// The session panicked and the project could not be opened again; the reason.
pub(super) fn tried(
    mut session: Session,
    before: &Mark,
    moment: Moment,
    kept: (&Path, &ProjectOptions, &KeptEdits),
) -> Result<Session, String> {
    let Some(journal) = kept.2.released(&mut session, moment) else {
        return Ok(session);
    };
    match caught(|| session.take_over(&journal)) {
        Ok(true) => kept.2.are_in(journal),
        Ok(false) => {}
        Err(why) => (session, _) = recover(session, before, kept, &why)?,
    }
    Ok(session)
}
