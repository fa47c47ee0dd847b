//! The one thread that owns the session, as Unity has one main thread: commands come through a bounded queue and are done
//! one at a time in arrival order, so every read sees one consistent state.

mod recover;

use crate::options::ProjectOptions;
use crate::panics::caught;
use crate::remembered::Remembered;
use crate::session::Session;
use crate::watch;
use host_bridge::{BridgeError, BridgeErrorKind, BridgeState, Command, CommandKey, Event, ProjectInfo, Replied};
use recover::Kept;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::mpsc::{Receiver, WeakSender};
use tokio::sync::{broadcast, oneshot, watch as latest};
use unity_project::DiskChange;

/// What reaches the owner.
pub(crate) enum Message {
    Run {
        command: Command,
        /// Where it may come again.
        key: Option<CommandKey>,
        reply: oneshot::Sender<Answer>,
    },
    Disk(DiskChange),
}

/// What comes back.
pub(crate) enum Answer {
    Done(Result<Replied, BridgeError>),
    /// Nothing was done, for want of something that is being made beside the session: its end, and what to say where that
    /// takes too long.
    Wait(latest::Receiver<bool>, BridgeError),
}

/// What others may see without asking the owner.
pub(crate) struct Shared {
    pub(crate) state: latest::Sender<BridgeState>,
    pub(crate) events: broadcast::Sender<Event>,
    pub(crate) stop: AtomicBool,
    info: RwLock<ProjectInfo>,
}

impl Shared {
    pub(crate) fn new(events: usize) -> Self {
        Self {
            state: latest::Sender::new(BridgeState::Loading { done: 0, total: 0 }),
            events: broadcast::Sender::new(events),
            stop: AtomicBool::new(false),
            info: RwLock::default(),
        }
    }

    pub(crate) fn info(&self) -> ProjectInfo {
        self.info.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn publish(&self, session: &mut Session) {
        *self.info.write().unwrap_or_else(PoisonError::into_inner) = session.project_info();
        for event in session.take_events() {
            // No subscriber is no fault.
            let _ = self.events.send(event);
        }
    }

    fn set_state(&self, state: BridgeState) {
        self.state.send_replace(state);
        let _ = self.events.send(Event::StateChanged);
    }
}

/// The owner's whole life: loads, then serves until all handles are gone.
pub(crate) fn run(
    options: &ProjectOptions,
    mut queue: Receiver<Message>,
    sender: WeakSender<Message>,
    shared: &Arc<Shared>,
) {
    // Watching begins before reading, so that no change in between is missed.
    let root = options.root.canonicalize().unwrap_or_else(|_| options.root.clone());
    let deliver = move |change| {
        let sender = sender.upgrade();
        sender.is_some_and(|sender| sender.blocking_send(Message::Disk(change)).is_ok())
    };
    let (_watch, note) = watch::start(&root, options.watch, deliver);
    let on_scene = |done, total| {
        shared.set_state(BridgeState::Loading { done, total });
        !shared.stop.load(Ordering::Relaxed)
    };
    let opened = caught(|| Session::open(&root, options, &on_scene));
    let opened = opened.and_then(|opened| opened.map_err(|problem| problem.to_string()));
    let problem = match opened {
        Ok(mut session) => {
            if let Some(note) = note {
                session.log("warn", note);
            }
            shared.publish(&mut session);
            shared.set_state(BridgeState::Ready);
            match serve(session, &mut queue, shared, (&root, options)) {
                Ok(()) => return,
                Err(problem) => problem,
            }
        }
        Err(problem) => problem,
    };
    refuse_all(problem, &mut queue, shared);
}

fn refuse_all(reason: String, queue: &mut Receiver<Message>, shared: &Shared) {
    let remedy = "start the host with --project and the folder that holds Assets and ProjectSettings".to_owned();
    shared.set_state(BridgeState::Failed {
        reason: reason.clone(),
        remedy: remedy.clone(),
    });
    while let Some(message) = queue.blocking_recv() {
        if let Message::Run { reply, .. } = message {
            let error = BridgeError::new(BridgeErrorKind::NotReady, reason.clone()).with_hint(remedy.clone());
            let _ = reply.send(Answer::Done(Err(error)));
        }
    }
}

/// # Errors
/// Why the session could not be had again after a panic.
fn serve(
    mut session: Session,
    queue: &mut Receiver<Message>,
    shared: &Shared,
    (root, options): (&Path, &ProjectOptions),
) -> Result<(), String> {
    let mut remembered = Remembered::default();
    while let Some(message) = queue.blocking_recv() {
        let before = session.mark();
        match message {
            Message::Run { command, key, reply } => {
                let is_write = command.is_write();
                let writes_files = writes_files(&command);
                // A read that nobody waits for is left; a write that was accepted is carried out.
                if reply.is_closed() && !is_write {
                    continue;
                }
                let outcome = match caught(|| answer(&mut session, &mut remembered, command, key)) {
                    Ok(outcome) => outcome,
                    Err(why) => {
                        let kept;
                        (session, kept) = recover::recover(session, &before, root, options, &why)?;
                        if kept != Kept::All {
                            remembered.forget();
                        }
                        Err(recover::failed(&why, kept, writes_files))
                    }
                };
                if is_write || session.has_events() {
                    shared.publish(&mut session);
                }
                let answer = match (session.take_wait(), outcome) {
                    (Some(end), Err(error)) => Answer::Wait(end, error),
                    (_, outcome) => Answer::Done(outcome),
                };
                let _ = reply.send(answer);
            }
            Message::Disk(change) => {
                if let Err(why) = caught(|| session.disk_changed(&change)) {
                    let kept;
                    (session, kept) = recover::recover(session, &before, root, options, &why)?;
                    if kept != Kept::All {
                        remembered.forget();
                    }
                }
                shared.publish(&mut session);
            }
        }
    }
    Ok(())
}

/// True for what changes more than the session: a panic may leave it done.
fn writes_files(command: &Command) -> bool {
    matches!(
        command,
        Command::WriteScript { .. }
            | Command::DeleteScript { .. }
            | Command::SetStartupEnabled { .. }
            | Command::WriteStartupScript { .. }
    )
}

fn answer(
    session: &mut Session,
    remembered: &mut Remembered,
    command: Command,
    key: Option<CommandKey>,
) -> Result<Replied, BridgeError> {
    let Some(key) = key else {
        return session.run(command);
    };
    let digest = remembered.digest(&command);
    if let Some(first) = remembered.get(&key, digest) {
        return first;
    }
    let is_write = command.is_write();
    let outcome = session.run(command);
    remembered.put(key, digest, is_write, &outcome);
    outcome
}
