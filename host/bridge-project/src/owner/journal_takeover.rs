//! Acquires the edit journal after another host, which held its lock, has ended.

use super::Opening;
use super::kept_edits::Moment;
use super::recover::recover;
use crate::session::{Mark, Session};
use host_bridge::caught;

/// If another host released the edit journal, acquires it, so that the session writes to it. Returns the session.
pub(super) fn take_over_journal(
    mut session: Session,
    before: &Mark,
    moment: Moment,
    opening: Opening<'_>,
) -> Result<Session, String> {
    let Some(journal) = opening.kept_edits.released(&mut session, moment) else {
        return Ok(session);
    };
    match caught(|| session.take_over(&journal)) {
        Ok(true) => opening.kept_edits.are_in(journal),
        Ok(false) => {}
        Err(why) => (session, _) = recover(session, before, opening, &why)?,
    }
    Ok(session)
}
