//! Carries one Unity's session: what it says goes to the link that stands, what the link says goes to it, and it is looked at in time.
//!
//! Belongs here: the one task of a Unity, its links one after the other. Does not: any decision (`session`), who may link
//! (`greeting`), what callers see (`live_bridge`).

use crate::frames::Hello;
use crate::greeting::end;
use crate::opening::Close;
use crate::session::{Notice, Send, Session};
use host_api::{Announced, Arrived, Link, Sent, Whose};
use host_bridge::{BridgeId, Event, LogBuffer};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast, mpsc, oneshot};
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;

/// Where nothing is due, and what is due cannot be sent, it is looked at again so much later.
const LOOK: Duration = Duration::from_millis(250);

/// A link that both sides proved.
pub(crate) struct Proved {
    pub(crate) hello: Box<Hello>,
    pub(crate) link: Link,
    /// Told as it stands.
    pub(crate) taken: oneshot::Sender<()>,
}

/// What the task shares with callers.
pub(crate) struct Shared {
    session: Mutex<Session>,
    /// Something is to be sent, or a caller went.
    changed: Notify,
    pub(crate) events: broadcast::Sender<Announced<Event>>,
    pub(crate) log: Arc<LogBuffer>,
    /// Whom its events concern.
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
            events,
            log,
        }
    }

    pub(crate) fn session(&self) -> MutexGuard<'_, Session> {
        // A panic in it is a defect of ours; what it knows is still the best that anybody knows.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the task look at the session.
    pub(crate) fn look(&self) {
        self.changed.notify_one();
    }

    /// Hands on what the session told.
    fn tell(&self, session: &mut Session) {
        while let Some(notice) = session.notice() {
            match notice {
                Notice::Event(event) => {
                    // Nobody listens: no fault.
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

    /// Sends as much as the link takes; false where it takes no more and there may be more.
    fn send(&self, link: Option<&Link>) -> bool {
        let mut session = self.session();
        let mut is_through = true;
        if let Some(link) = link {
            // What a session gives counts as sent, so that it is asked only where there is room.
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
        // A ping that the link does not take stays due.
        let later = Instant::now() + LOOK;
        wake.map(|wake| wake.max(later))
    }
}

/// Serves links until `over`; each proved one takes the place of the one before.
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
                shared.session().linked(*proved.hello, Instant::now());
                let newer = Close::new(Close::NEWER, "a newer link of the same Unity");
                part(link.replace(proved.link), Some(newer));
                // Whoever gave it may have gone.
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

/// What came goes to the session: whether the link is gone, and how it is to be closed.
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

/// Lets a link go that the session has left already.
fn part(link: Option<Link>, close: Option<Close>) {
    let Some(link) = link else { return };
    let Some(Close { code, reason }) = close else {
        tracing::info!("the link to a Unity ended");
        return;
    };
    tracing::info!(code, "the link to a Unity was closed: {reason}");
    // One that takes nothing is cut off without a word.
    let _ = link.outgoing.try_send(Sent::Close(code, reason));
}

async fn next(link: &mut Option<Link>) -> Option<Arrived> {
    match link {
        Some(link) => link.incoming.recv().await,
        None => std::future::pending().await,
    }
}

/// Until the link takes something again; one that is gone tells so by its other half.
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
