//! The thread that owns the session. It receives commands from a bounded queue and executes them one at a time in order
//! of arrival, so every read sees a consistent state.

mod commands;
mod journal_takeover;
mod kept_edits;
mod recover;
mod waiter;

use crate::options::ProjectOptions;
use crate::session::{Concerns, Making, Session};
use host_api::Announced;
use host_bridge::{
    BridgeError, BridgeErrorKind, BridgeState, CheckedCommand, CommandKey, Event, Fate, LogBuffer, Origin, ProjectInfo,
    Remembered, Replied, caught,
};
use host_project_watch::watch::{self, Noticed, RootChange};
use kept_edits::{KeptEdits, Moment};
use recover::Kept;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::mpsc::{Receiver, WeakSender};
use tokio::sync::{broadcast, oneshot, watch as latest};
use waiter::{Next, Waiter};

pub(crate) enum Message {
    Run {
        /// The command that the owner thread runs. It is boxed, because the queue allocates memory for many messages
        /// and is usually almost empty.
        command: Box<CheckedCommand>,
        key: CommandKey,
        /// The caller of the command; `None` if the host itself sent it.
        by: Option<Arc<Origin>>,
        fate: Arc<Fate>,
        reply: oneshot::Sender<Answer>,
    },
    Noticed(Noticed),
    /// Makes the session look for files that were created, moved or removed. The next commands wait for the result.
    LookAgain,
    /// Requests another attempt to write the edit journal.
    TryJournal,
    /// Tells the owner thread that the host is about to exit. It logs the unsaved edits and sends back the line, if
    /// any.
    Ends(oneshot::Sender<Option<String>>),
}

/// The arguments for opening the project again after a command panicked.
#[derive(Clone, Copy)]
struct Opening<'o> {
    root: &'o Path,
    options: &'o ProjectOptions,
    kept_edits: &'o KeptEdits,
}

/// The reason why the owner thread stops using the opened project.
enum Ended {
    /// All handles of the bridge were dropped, so the owner thread ends.
    Over,
    /// The path of the project now contains another folder, which the owner thread opens next.
    Other,
}

/// The answer of the owner thread to a message that requests to run a command.
pub(crate) enum Answer {
    Done(Result<Replied, BridgeError>),
    /// The command needs data that a background thread still computes. Contains a signal for the end of that work, and
    /// the answer to give if the caller cannot wait: an error or a partial result.
    Wait(Making, Result<Replied, BridgeError>),
}

/// State of the bridge that other threads can read without a message to the owner thread.
pub(crate) struct Shared {
    pub(crate) state: latest::Sender<BridgeState>,
    pub(crate) events: broadcast::Sender<Announced<Event>>,
    pub(crate) log: Arc<LogBuffer>,
    pub(crate) stop: AtomicBool,
    pub(crate) concerns: latest::Sender<Concerns>,
    info: RwLock<ProjectInfo>,
}

impl Shared {
    pub(crate) fn new(events: usize) -> Self {
        Self {
            state: latest::Sender::new(BridgeState::Loading { done: 0, total: 0 }),
            events: broadcast::Sender::new(events),
            log: Arc::new(LogBuffer::new(events)),
            stop: AtomicBool::new(false),
            concerns: latest::Sender::new(Concerns::default()),
            info: RwLock::default(),
        }
    }

    pub(crate) fn info(&self) -> ProjectInfo {
        self.info.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn publish(&self, session: &mut Session) {
        *self.info.write().unwrap_or_else(PoisonError::into_inner) = session.project_info();
        let concerns = session.collect_concerns();
        self.concerns.send_if_modified(|known| {
            let is_new = *known != concerns;
            *known = concerns;
            is_new
        });
        for line in session.take_lines() {
            self.log.announce(line);
        }
        for event in session.take_events() {
            // Sending fails if there is no subscriber, which is not an error.
            let _ = self.events.send(event.into());
        }
    }

    /// Stores the state of the bridge and announces the change as an event. Loading progress is stored but not
    /// announced, because receivers check every tool bundle again after each event.
    fn set_state(&self, state: BridgeState) {
        let is_progress = matches!(state, BridgeState::Loading { .. });
        let before = self.state.send_replace(state);
        if !(is_progress && matches!(before, BridgeState::Loading { .. })) {
            let _ = self.events.send(Event::StateChanged.into());
        }
    }
}

/// Runs the owner thread: loads the project, then executes messages until all handles are dropped. If another folder
/// replaces the project folder, loads that folder.
pub(crate) fn run(
    options: &ProjectOptions,
    mut queue: Receiver<Message>,
    sender: WeakSender<Message>,
    shared: &Arc<Shared>,
) {
    // Watching begins before reading, so that no change between them is missed.
    let deliver = move |noticed| {
        let sender = sender.upgrade();
        sender.is_some_and(|sender| sender.blocking_send(Message::Noticed(noticed)).is_ok())
    };
    let (_watch, mut note) = watch::start(&options.root, options.watch, deliver);
    let kept_edits = KeptEdits::open(options);
    let mut is_first = true;
    loop {
        let root = options.root.canonicalize().unwrap_or_else(|_| options.root.clone());
        let on_scene = |done, total| {
            shared.set_state(BridgeState::Loading { done, total });
            !shared.stop.load(Ordering::Relaxed)
        };
        let open = || {
            let opened = Session::open_logging(&root, options, &on_scene, Arc::clone(&shared.log));
            opened.map_err(|problem| problem.to_string())
        };
        let problem = match kept_edits.session(&open) {
            Ok((mut session, is_kept)) => {
                if let Some(note) = note.take() {
                    session.log("warn", note);
                }
                if is_first {
                    session.tell_leftovers();
                } else {
                    session.announce_anew();
                    let opened_again = match is_kept {
                        true => OPENED_AGAIN,
                        false => OPENED_ANEW,
                    };
                    session.log("warn", opened_again.to_owned());
                }
                shared.publish(&mut session);
                shared.set_state(BridgeState::Ready);
                let opening = Opening {
                    root: &root,
                    options,
                    kept_edits: &kept_edits,
                };
                match serve(session, &mut queue, shared, opening) {
                    Ok(Ended::Over) => return,
                    Ok(Ended::Other) => None,
                    Err(problem) => Some(problem),
                }
            }
            Err(problem) => Some(problem),
        };
        is_first = false;
        if problem.is_some_and(|problem| !refuse_until_another(problem, &mut queue, shared)) {
            return;
        }
    }
}

const OPENED_ANEW: &str = "another folder replaced the project folder; the new project was opened, and all edits of the \
     session are lost";

const OPENED_AGAIN: &str = "another folder replaced the project folder; the new project was opened, and the edit journal was \
     applied to its files if it is the same project";

/// Rejects commands while the path contains no project. Returns true when the path may contain a project again, and
/// false when all handles are dropped.
fn refuse_until_another(reason: String, queue: &mut Receiver<Message>, shared: &Shared) -> bool {
    let remedy = "start the host with --project DIR, the folder that contains Assets and ProjectSettings".to_owned();
    shared.set_state(BridgeState::Failed {
        reason: reason.clone(),
        remedy: remedy.clone(),
    });
    while let Some(message) = queue.blocking_recv() {
        match message {
            Message::Run { reply, .. } => {
                let error = BridgeError::new(BridgeErrorKind::NotReady, reason.clone()).with_hint(remedy.clone());
                let _ = reply.send(Answer::Done(Err(error)));
            }
            Message::Noticed(Noticed::Root(RootChange::Anew | RootChange::Other)) => return true,
            Message::Noticed(_) | Message::LookAgain | Message::TryJournal => {}
            Message::Ends(reply) => {
                let _ = reply.send(None);
            }
        }
    }
    false
}

fn missing_folder_error(root: &Path) -> (String, String) {
    (
        format!(
            "the project folder {} is gone, or no longer contains Assets and ProjectSettings",
            root.display()
        ),
        "restore the folder (detected within seconds), or start the host with another --project DIR".to_owned(),
    )
}

/// Executes messages until the project folder is replaced or all handles are dropped. Fails with the reason if the
/// session panicked and the project could not be opened again.
fn serve(
    mut session: Session,
    queue: &mut Receiver<Message>,
    shared: &Shared,
    opening: Opening<'_>,
) -> Result<Ended, String> {
    let options = opening.options;
    let waiter = Waiter::new().map_err(|problem| problem.to_string())?;
    let mut remembered = Remembered::default();
    let mut is_away = false;
    loop {
        session.read_beside();
        let mut before = session.mark();
        let message = if session.has_work() && !is_away {
            match queue.try_recv() {
                Ok(message) => message,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    match caught(|| session.work()) {
                        Ok(false) => {}
                        Ok(true) => shared.publish(&mut session),
                        Err(why) => {
                            (session, _) = recover::recover(session, &before, opening, &why)?;
                            shared.publish(&mut session);
                        }
                    }
                    continue;
                }
            }
        } else {
            match waiter.next(queue, session.background_signal()) {
                Next::Message(message) => message,
                Next::Made => continue,
                Next::Over => break,
            }
        };
        if !is_away && matches!(message, Message::Run { .. } | Message::TryJournal) {
            session = journal_takeover::take_over_journal(session, &before, Moment::BeforeCommand, opening)?;
            before = session.mark();
        }
        match message {
            Message::Run { reply, .. } if is_away => {
                let (reason, remedy) = missing_folder_error(&options.root);
                let error = BridgeError::new(BridgeErrorKind::NotReady, reason).with_hint(remedy);
                let _ = reply.send(Answer::Done(Err(error)));
            }
            message @ Message::Run { .. } => {
                session = commands::run(session, message, &before, &mut remembered, shared, opening)?;
            }
            Message::Ends(reply) => {
                let line = session.unsaved_at_end();
                if let Some(line) = &line {
                    session.log("warn", line.clone());
                    shared.publish(&mut session);
                }
                let _ = reply.send(line);
            }
            Message::TryJournal => {
                session.try_journal_again();
                shared.publish(&mut session);
            }
            Message::Noticed(Noticed::Inside(_)) | Message::LookAgain if is_away => {}
            Message::Noticed(Noticed::Root(RootChange::Other)) => return Ok(Ended::Other),
            Message::Noticed(Noticed::Root(RootChange::Gone)) => {
                is_away = true;
                let (reason, remedy) = missing_folder_error(&options.root);
                session.log("error", reason.clone());
                shared.publish(&mut session);
                shared.set_state(BridgeState::Failed { reason, remedy });
            }
            noticed @ (Message::Noticed(_) | Message::LookAgain) => {
                let read = caught(|| match noticed {
                    Message::Noticed(Noticed::Inside(change)) => session.disk_changed(&change),
                    Message::LookAgain => session.look_again(),
                    _ => session.read_all(),
                });
                if let Err(why) = read {
                    let now;
                    (session, now) = recover::recover(session, &before, opening, &why)?;
                    if now != Kept::All {
                        remembered.forget();
                    }
                }
                shared.publish(&mut session);
                if std::mem::take(&mut is_away) {
                    session.log("info", "the project folder is available again".to_owned());
                    shared.publish(&mut session);
                    shared.set_state(BridgeState::Ready);
                }
            }
        }
    }
    Ok(Ended::Over)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loading_progress_sends_no_state_change_event() {
        let shared = Shared::new(16);
        let mut events = shared.events.subscribe();
        let mut told = |state| {
            shared.set_state(state);
            events.try_recv().ok()
        };
        for done in 0..3 {
            assert_eq!(told(BridgeState::Loading { done, total: 3 }), None);
        }
        assert_eq!(told(BridgeState::Ready), Some(Event::StateChanged.into()));
        // Another project replaced the previous project.
        assert_eq!(
            told(BridgeState::Loading { done: 0, total: 0 }),
            Some(Event::StateChanged.into())
        );
        assert_eq!(told(BridgeState::Loading { done: 1, total: 2 }), None);
        let state = shared.state.borrow().clone();
        assert_eq!(state, BridgeState::Loading { done: 1, total: 2 });
    }
}
