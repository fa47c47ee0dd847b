//! Runs commands: each one once per idempotency key, and with a recovery after a panic.

use super::kept_edits::Moment;
use super::recover::{self, Kept};
use super::{Answer, Message, Opening, Shared, journal_takeover};
use crate::session::{Mark, Session};
use host_bridge::{Remembered, Turn, caught};

/// Runs the command of a message and sends the answer. Returns the session, or a new one after a panic.
pub(super) fn run(
    mut session: Session,
    message: Message,
    before: &Mark,
    remembered: &mut Remembered,
    shared: &Shared,
    opening: Opening<'_>,
) -> Result<Session, String> {
    let Message::Run {
        command,
        key,
        by,
        fate,
        reply,
    } = message
    else {
        return Ok(session);
    };
    let (is_write, function) = (command.is_write_in_folder(), command.function());
    // Skip commands for which no caller waits: abandoned reads, and writes that were withdrawn before they began.
    if (reply.is_closed() && !is_write) || !fate.begin() {
        return Ok(session);
    }
    let first = match remembered.turn(&command, &key, &fate) {
        Turn::First(first) => first,
        Turn::Again(known) => {
            let _ = reply.send(Answer::Done(known));
            return Ok(session);
        }
    };
    let answer = match caught(|| session.run_for(*command, by.as_deref())) {
        Ok(outcome) => match session.take_wait() {
            // The caller sends the command again with the same key.
            Some(making) => Answer::Wait(making, outcome),
            None => Answer::Done(remembered.end(first, outcome)),
        },
        Err(why) => match recover::recover(session, before, opening, &why) {
            Ok((again, now)) => {
                session = again;
                if now != Kept::All {
                    remembered.forget();
                }
                let failed = Err(recover::failed(&why, now, function));
                // Changes of the session itself were restored or lost, so a repeated call may run them again.
                Answer::Done(match function.writes_files() {
                    true => remembered.end(first, failed),
                    false => first.forget(failed),
                })
            }
            Err(problem) => {
                let lost = Err(recover::not_reopened_error(&why, &problem, function));
                let _ = reply.send(Answer::Done(remembered.end(first, lost)));
                return Err(problem);
            }
        },
    };
    if is_write {
        session = journal_takeover::take_over_journal(session, before, Moment::AfterWrite, opening)?;
    }
    if is_write || session.has_events() {
        shared.publish(&mut session);
    }
    let _ = reply.send(answer);
    Ok(session)
}
