//! Recovery after a panic in a command. Restores the session with its edits if its record of changes is complete.
//! Otherwise opens the project again.

use super::Opening;
use crate::options::{OpenScenes, ProjectOptions};
use crate::session::{Mark, Session};
use host_bridge::{BridgeError, BridgeErrorKind, Function, caught};
use std::sync::Arc;
use unity_scripts::csharp_sources::turn;

/// The unsaved edits that still exist after the session was recovered from a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    All,
    /// All edits in the edit journal, applied to a new session. These are the edits whose callers received an answer.
    Replayed,
    /// No unsaved edit exists any more. Contains the number of writes of the session that panicked, which are lost.
    Lost(u64),
}

/// After a command panicked, restores the session to the state before the command. If that is impossible, opens the
/// project again. Fails if the project cannot be opened.
pub(super) fn recover(old: Session, before: &Mark, opening: Opening<'_>, why: &str) -> Result<(Session, Kept), String> {
    let Opening {
        root,
        options,
        kept_edits,
    } = opening;
    // The panic interrupted the command's `turn`, so it must be ended here.
    let _ = turn::end();
    let is_whole = old.mark() == *before;
    let log = old.log_buffer();
    let writes = old.writes();
    let restored = caught(|| is_whole.then(|| old.restore()));
    let mut last = "its record of changes is incomplete".to_owned();
    let found = match restored {
        Ok(Some(Ok(session))) => Some((session, Kept::All)),
        Ok(Some(Err(problem))) => {
            last = problem.to_string();
            None
        }
        Ok(None) => None,
        Err(again) => {
            last = again;
            None
        }
    };
    let (mut session, kept) = match found {
        Some(found) => found,
        None => {
            let nothing = OpenScenes::Paths(Vec::new());
            let mut opened = None;
            for open in [options.open.clone(), nothing] {
                let options = ProjectOptions {
                    open,
                    ..options.clone()
                };
                let open = || {
                    let opened = Session::open_logging(root, &options, &|_, _| true, Arc::clone(&log));
                    opened.map_err(|problem| problem.to_string())
                };
                match kept_edits.session(&open) {
                    Ok((session, true)) => {
                        opened = Some((session, Kept::Replayed));
                        break;
                    }
                    Ok((session, false)) => {
                        opened = Some((session, Kept::Lost(writes)));
                        break;
                    }
                    Err(again) => last = again,
                }
            }
            opened.ok_or(last)?
        }
    };
    session.announce_anew();
    session.log(
        "error",
        format!(
            "a command failed because of a defect in the host: {why}; {}",
            recovery_message(kept)
        ),
    );
    Ok((session, kept))
}

/// Returns the error for the caller of a command that panicked.
pub(super) fn failed(why: &str, kept: Kept, function: Function) -> BridgeError {
    let message = format!(
        "the command failed because of a defect in the host: {why}; {}",
        recovery_message(kept)
    );
    let hint = match kept {
        Kept::All => "report this defect with the arguments of the call; other calls are not affected",
        Kept::Replayed | Kept::Lost(_) => {
            "read the current values before the next edit, and report this defect with the arguments of the call"
        }
    };
    BridgeError::new(kind_of(function), message).with_hint(hint)
}

pub(super) fn not_reopened_error(why: &str, problem: &str, function: Function) -> BridgeError {
    let message = format!(
        "the command failed because of a defect in the host: {why}; the project could not be opened again, and all edits of the \
         session are lost: {problem}"
    );
    BridgeError::new(kind_of(function), message).with_hint("report this defect with the arguments of the call")
}

fn kind_of(function: Function) -> BridgeErrorKind {
    match function.writes_files() {
        true => BridgeErrorKind::OutcomeUnknown,
        false => BridgeErrorKind::Internal,
    }
}

fn recovery_message(kept: Kept) -> String {
    match kept {
        Kept::All => "the session was restored as it was before".to_owned(),
        Kept::Replayed => {
            "the session was opened again and its changes were replayed from the edit journal; hooks and the selection are gone"
                .to_owned()
        }
        Kept::Lost(0) => "the session was opened again; it had no changes".to_owned(),
        Kept::Lost(writes) => {
            format!(
                "the session was opened again and its {writes} changes are lost; objects created in it and hooks are gone"
            )
        }
    }
}
