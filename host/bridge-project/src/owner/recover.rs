//! After a panic in a command: the session again, with its changes where their record is whole, else opened anew.

use super::kept_edits::KeptEdits;
use crate::options::{OpenScenes, ProjectOptions};
use crate::session::{Mark, Session};
use host_api::Interface;
use host_bridge::{BridgeError, BridgeErrorKind, Function, caught};
use std::path::Path;
use std::sync::Arc;
use unity_project::csharp_sources::turn;

/// What became of the session's changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    All,
    /// All that the edit journal holds: every change that was answered.
    Replayed,
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
    (root, options, kept_edits): (&Path, &ProjectOptions, &KeptEdits),
    why: &str,
) -> Result<(Session, Kept), String> {
    // The command was in the middle of its turn.
    let _ = turn::end();
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
        format!("a command failed inside the host: {why}; {}", told(kept)),
    );
    Ok((session, kept))
}

/// What the caller of the command is told.
pub(super) fn failed(why: &str, kept: Kept, function: Function) -> BridgeError {
    let message = format!(
        "the command failed inside the host, a defect of it: {why}; {}",
        told(kept)
    );
    let hint = match kept {
        Kept::All => "report it with the arguments; other calls are served",
        Kept::Replayed | Kept::Lost(_) => {
            "read what you rely on before you change anything, and report this with the arguments"
        }
    };
    BridgeError::new(kind_of(function), message).with_hint(hint)
}

/// The same where the project could not be opened again, because of `problem`.
pub(super) fn lost(why: &str, problem: &str, function: Function) -> BridgeError {
    let message = format!(
        "the command failed inside the host, a defect of it: {why}; the project could not be opened again, and what the session had \
         changed is lost: {problem}"
    );
    BridgeError::new(kind_of(function), message).with_hint("report this with the arguments")
}

fn kind_of(function: Function) -> BridgeErrorKind {
    match outlives_session(function) {
        true => BridgeErrorKind::OutcomeUnknown,
        false => BridgeErrorKind::Internal,
    }
}

/// True for what changes files: taking the session back does not take that back.
pub(super) fn outlives_session(function: Function) -> bool {
    let is_of_files = match function.interface() {
        Interface::ConsoleScriptsEdit | Interface::EditsSave => true,
        Interface::Log
        | Interface::Progress
        | Interface::Cancellation
        | Interface::Client
        | Interface::Notify
        | Interface::State
        | Interface::PolicyView
        | Interface::PolicyEdit
        | Interface::Project
        | Interface::Scenes
        | Interface::Objects
        | Interface::ObjectsEdit
        | Interface::ObjectsCreate
        | Interface::Components
        | Interface::ComponentsEdit
        | Interface::Members
        | Interface::Values
        | Interface::Query
        | Interface::MembersEdit
        | Interface::Edits
        | Interface::EditsEdit
        | Interface::MethodsCall
        | Interface::Selection
        | Interface::SelectionEdit
        | Interface::Camera
        | Interface::Pick
        | Interface::Logs
        | Interface::TimeScale
        | Interface::TimeScaleEdit
        | Interface::Hooks
        | Interface::HooksEdit
        | Interface::ConsoleEval
        | Interface::ConsoleScripts
        | Interface::TestUiEdit
        | Interface::Editor
        | Interface::Scripts
        | Interface::Prefabs
        | Interface::References
        | Interface::Settings
        | Interface::Assets
        | Interface::Screenshot
        | Interface::EditorRun
        | Interface::Play
        | Interface::PlayEdit
        | Interface::Unitys
        | Interface::UnitysEdit
        | Interface::Command
        | Interface::CommandRun
        // No function is of it, and no folder writes pictures.
        | Interface::ScreenshotSave => false,
    };
    is_of_files && function.effect().changes_something()
}

fn told(kept: Kept) -> String {
    match kept {
        Kept::All => "the session was restored as it was before".to_owned(),
        Kept::Replayed => {
            "the session was opened again and its changes were replayed from the edit journal; hooks and the selection are gone"
                .to_owned()
        }
        Kept::Lost(0) => "the session was opened anew; nothing had been changed in it".to_owned(),
        Kept::Lost(writes) => {
            format!(
                "the session was opened anew and its {writes} changes are lost; objects made in it and hooks are gone"
            )
        }
    }
}
