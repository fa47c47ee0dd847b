//! After a panic in a command: the session again, with its changes where their record is whole, else opened anew.

use crate::options::{OpenScenes, ProjectOptions};
use crate::panics::caught;
use crate::session::{Mark, Session};
use host_bridge::{BridgeError, BridgeErrorKind};
use std::path::Path;
use std::sync::Arc;

/// What became of the session's changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    All,
    /// That many writes are lost.
    Lost(u64),
}

/// The session as it was before the command, as far as that can be had. Blocking.
///
/// # Errors
/// The project could not be opened again either; the reason.
pub(super) fn recover(
    old: Session,
    before: &Mark,
    root: &Path,
    options: &ProjectOptions,
    why: &str,
) -> Result<(Session, Kept), String> {
    let is_whole = old.mark() == *before;
    let log = old.log_buffer();
    let writes = old.writes();
    let restored = caught(|| is_whole.then(|| old.restored()));
    let mut last = "its record of changes was cut off in the middle".to_owned();
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
                match caught(|| Session::open_logging(root, &options, &|_, _| true, Arc::clone(&log))) {
                    Ok(Ok(session)) => {
                        opened = Some((session, Kept::Lost(writes)));
                        break;
                    }
                    Ok(Err(problem)) => last = problem.to_string(),
                    Err(again) => last = again,
                }
            }
            opened.ok_or(last)?
        }
    };
    session.announce_anew();
    session.log(
        "error",
        format!("a command failed inside the host: {why}; {}", told(kept)),
    );
    Ok((session, kept))
}

/// What the caller of the command is told.
pub(super) fn failed(why: &str, kept: Kept, may_have_written_files: bool) -> BridgeError {
    let kind = if may_have_written_files {
        BridgeErrorKind::OutcomeUnknown
    } else {
        BridgeErrorKind::Internal
    };
    let message = format!(
        "the command failed inside the host, a defect of it: {why}; {}",
        told(kept)
    );
    let hint = match kept {
        Kept::All => "report it with the arguments; other calls are served",
        Kept::Lost(_) => "read what you rely on before you change anything, and report this with the arguments",
    };
    BridgeError::new(kind, message).with_hint(hint)
}

fn told(kept: Kept) -> String {
    match kept {
        Kept::All => "the session was restored as it was before".to_owned(),
        Kept::Lost(0) => "the session was opened anew; nothing had been changed in it".to_owned(),
        Kept::Lost(writes) => {
            format!(
                "the session was opened anew and its {writes} changes are lost; objects made in it and hooks are gone"
            )
        }
    }
}
