//! The task of one Unity instance: it moves frames between its session and its link, and calls the session's timers.
//!
//! Belongs here: the task of an instance and its successive links. Does not: any decision about calls (`session`), the
//! proof of identity (`greeting`), the functions for callers (`live_bridge`).

use crate::frames::Hello;
use crate::greeting::end;
use crate::opening::Close;
use crate::process::Process;
use crate::session::{Notice, Send, Session};
use host_api::{Announced, Arrived, Link, Sent, Whose};
use host_bridge::{Activity, BridgeId, Event, LogBuffer, UnityState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast, mpsc, oneshot};
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;

/// The maximum time between two checks of an instance's calls and link, also while the link accepts no frame.
const LOOK: Duration = Duration::from_millis(250);

/// A link (the connection between host and Unity instance) on which both sides proved their identity.
pub(crate) struct Proved {
    pub(crate) hello: Box<Hello>,
    pub(crate) link: Link,
    /// The channel that is notified as soon as the session uses the link.
    pub(crate) taken: oneshot::Sender<()>,
}

/// The state that the host's task for one Unity instance shares with the callers of the instance.
pub(crate) struct Shared {
    session: Mutex<Session>,
    /// The signal that wakes the task of the instance, because a frame must be sent or a caller no longer waits.
    changed: Notify,
    pub(crate) events: broadcast::Sender<Announced<Event>>,
    pub(crate) log: Arc<LogBuffer>,
    process: Process,
    /// The clients that receive the instance's events: those that work with it.
    whose: Whose,
}

impl Shared {
    pub(crate) fn new(
        session: Session,
        id: &BridgeId,
        events: broadcast::Sender<Announced<Event>>,
        log: Arc<LogBuffer>,
    ) -> Self {
        Self {
            whose: Whose::Unity(id.as_str().into()),
            session: Mutex::new(session),
            changed: Notify::new(),
            process: Process::default(),
            events,
            log,
        }
    }

    pub(crate) fn session(&self) -> MutexGuard<'_, Session> {
        // A panic in the session is a defect, but its state is still the best one available.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the state of the instance. If its link is lost and its process has ended, no caller waits for it any longer.
    pub(crate) fn state(&self) -> UnityState {
        let (now, mut session) = (Instant::now(), self.session());
        let state = session.state(now);
        if state.activity != Activity::Away || state.is_gone || !self.process.has_ended() {
            return state;
        }
        session.on_ended(now);
        self.tell(&mut session);
        session.state(now)
    }

    /// Wakes the task of the instance, which then checks the deadlines and callers of its calls, and the link.
    pub(crate) fn look(&self) {
        self.changed.notify_one();
    }

    /// Forwards the pending events and log lines of the Unity instance to their subscribers in the host.
    fn tell(&self, session: &mut Session) {
        while let Some(notice) = session.notice() {
            match notice {
                Notice::Event(event) => {
                    // It is no error if no subscriber listens.
                    let whose = self.whose.clone();
                    let _ = self.events.send(Announced { whose, what: event });
                }
                Notice::Line(line) => {
                    self.log.keep_of_unity(line.clone());
                    self.log.announce(line);
                }
            }
        }
    }

    /// Sends as many frames as the link accepts. Returns false if the link is full, so that frames may remain.
    fn send(&self, link: Option<&Link>) -> bool {
        let mut session = self.session();
        let mut is_through = true;
        if let Some(link) = link {
            // A frame that the session returns counts as sent, so it is called only if the link has room.
            while let Ok(room) = link.outgoing.try_reserve().inspect_err(|_| is_through = false) {
                match session.transmit(Instant::now()) {
                    Some(Send::Text(text)) => room.send(Sent::Text(text)),
                    Some(Send::Binary(bytes)) => room.send(Sent::Binary(bytes)),
                    Some(Send::Ping) => room.send(Sent::Ping),
                    None => break,
                }
            }
        }
        self.tell(&mut session);
        is_through
    }

    fn wake(&self, is_through: bool) -> Option<Instant> {
        let wake = self.session().wake();
        if is_through {
            return wake;
        }
        // A ping that the link does not accept stays due.
        let later = Instant::now() + LOOK;
        wake.map(|wake| wake.max(later))
    }
}

/// Runs the task of one instance until `over` is cancelled. Each link from `links` replaces the previous one.
pub(crate) async fn run(shared: Arc<Shared>, mut links: mpsc::Receiver<Proved>, over: CancellationToken) {
    let mut link: Option<Link> = None;
    loop {
        let is_through = shared.send(link.as_ref());
        let wake = shared.wake(is_through);
        let full = link.as_ref().filter(|_| !is_through).map(|link| link.outgoing.clone());
        let close = tokio::select! {
            () = over.cancelled() => break,
            proved = links.recv() => {
                let Some(proved) = proved else { break };
                shared.process.linked(proved.hello.pid, proved.hello.started.as_deref());
                shared.session().attach_link(*proved.hello, Instant::now());
                let newer = Close::new(Close::NEWER, "a newer link of the same Unity");
                part(link.replace(proved.link), Some(newer));
                // The sender of the link may have left.
                let _ = proved.taken.send(());
                None
            }
            arrived = next(&mut link) => {
                let (ended, close) = take(&shared, arrived);
                if ended {
                    part(link.take(), None);
                }
                close
            }
            () = room(full) => None,
            () = shared.changed.notified() => shared.session().tick(Instant::now()),
            () = due(wake) => shared.session().tick(Instant::now()),
        };
        if close.is_some() {
            part(link.take(), close);
        }
    }
    if let Some(link) = link.take() {
        shared.session().unlinked(Instant::now());
        end(&link, Close::new(Close::END, "the host ends")).await;
    }
}

/// Passes a received message to the session. The `bool` is true if the link is lost. The close reason is `None` unless
/// the host must close the link.
fn take(shared: &Shared, arrived: Option<Arrived>) -> (bool, Option<Close>) {
    let now = Instant::now();
    let mut session = shared.session();
    match arrived {
        Some(Arrived::Text(text)) => (false, session.text(&text, now)),
        Some(Arrived::Binary(bytes)) => (false, session.binary(&bytes, now)),
        Some(Arrived::Alive) => {
            session.pong(now);
            (false, None)
        }
        None => {
            session.unlinked(now);
            (true, None)
        }
    }
}

/// Drops a link that the session no longer uses. Sends the close reason first, if there is one.
fn part(link: Option<Link>, close: Option<Close>) {
    let Some(link) = link else { return };
    let Some(Close { code, reason }) = close else {
        tracing::info!("the link to an instance ended");
        return;
    };
    tracing::info!(code, "the link to an instance was closed: {reason}");
    // A link that accepts nothing is dropped without a close frame.
    let _ = link.outgoing.try_send(Sent::Close(code, reason));
}

async fn next(link: &mut Option<Link>) -> Option<Arrived> {
    match link {
        Some(link) => link.incoming.recv().await,
        None => std::future::pending().await,
    }
}

/// Waits until the link's full send queue `full` accepts frames again. Waits forever if `full` is `None` or if the link
/// is lost, because the receiving side reports a lost link.
async fn room(full: Option<mpsc::Sender<Sent>>) {
    let has_room = match full {
        Some(outgoing) => outgoing.reserve().await.is_ok(),
        None => false,
    };
    if !has_room {
        std::future::pending::<()>().await;
    }
}

async fn due(wake: Option<Instant>) {
    match wake {
        Some(wake) => sleep_until(wake.into()).await,
        None => std::future::pending().await,
    }
}
