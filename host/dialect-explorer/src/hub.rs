//! The source of all event streams of this protocol: the host's events, and the answers to requests, in one order.
//!
//! One task adds both to the ring. Before it adds an answer, it adds all events and log lines that were announced
//! before, so that the effects of a call precede its result.

use crate::marked_frames::mark;
use crate::reading::read_json;
use crate::ring::{Cursor, Ring};
use crate::shapes::Message;
use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::{join, join_all};
use host_api::{Announced, Caller, Dialect, HostEvent, HostLine, ToolService, Whose};
use serde::Serialize;
use serde_json::json;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// Maximum number of answered requests whose messages wait to be sent to the event streams; further ones must wait.
const INBOX: usize = 64;
/// Maximum time that a result waits for the events that its call caused. After it, the result is sent before them.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum time for reading the selection or the list of scenes from Unity; after it, streams get a gap instead.
const READING: Duration = Duration::from_secs(5);

/// The sender of messages to all event streams.
pub(crate) struct Hub {
    service: Arc<dyn ToolService>,
    ring: Arc<Ring>,
    inbox: mpsc::Sender<Answered>,
}

pub(crate) struct Relay {
    service: Arc<dyn ToolService>,
    ring: Arc<Ring>,
    inbox: mpsc::Receiver<Answered>,
    events: broadcast::Receiver<HostEvent>,
    /// Lines of the host's log. They have their own channel, so that many lines evict no event while the task is busy.
    logs: broadcast::Receiver<Announced<HostLine>>,
    dropped: Arc<AtomicU64>,
}

/// The messages about one answered request for the event streams, and a channel that reports that they were added.
struct Answered {
    messages: Vec<Message>,
    told: oneshot::Sender<()>,
}

impl Hub {
    pub(crate) fn new(service: &Arc<dyn ToolService>, ring: Arc<Ring>, dropped: &Arc<AtomicU64>) -> (Self, Relay) {
        let (sender, inbox) = mpsc::channel(INBOX);
        let hub = Self {
            service: Arc::clone(service),
            ring: Arc::clone(&ring),
            inbox: sender,
        };
        let relay = Relay {
            service: Arc::clone(service),
            ring,
            inbox,
            events: service.events(),
            logs: service.logs(),
            dropped: Arc::clone(dropped),
        };
        (hub, relay)
    }

    pub(crate) fn follow(&self) -> Cursor {
        self.ring.follow()
    }

    pub(crate) fn readers(&self) -> usize {
        self.ring.readers()
    }

    /// Sends messages to every event stream, after all earlier events. If `is_call` is true, first waits for the events
    /// that the call caused. Does nothing if no event stream is open.
    pub(crate) async fn tell(&self, is_call: bool, messages: impl FnOnce() -> Vec<Message>) {
        if self.ring.readers() == 0 {
            return;
        }
        if is_call
            && tokio::time::timeout(PATIENCE, self.service.wait_until_settled())
                .await
                .is_err()
        {
            tracing::warn!("the core did not settle in time; a result may precede the events that its call caused");
        }
        let (told, done) = oneshot::channel();
        let answered = Answered {
            messages: messages(),
            told,
        };
        if self.inbox.send(answered).await.is_ok() {
            // An error means that the host is shutting down and all streams have ended.
            let _ = done.await;
        }
    }
}

impl Relay {
    /// Passes events, log lines and answers to the event streams until `closing` is cancelled. Then the streams end.
    pub(crate) async fn run(mut self, closing: CancellationToken) {
        let (mut events_open, mut logs_open) = (true, true);
        loop {
            let mut batch = Vec::new();
            let answered = tokio::select! {
                () = closing.cancelled() => break,
                event = self.events.recv(), if events_open => {
                    match event {
                        Ok(event) => self.take(event, &mut batch).await,
                        Err(RecvError::Lagged(missed)) => self.resend_after_lag(missed, &mut batch).await,
                        Err(RecvError::Closed) => events_open = false,
                    }
                    None
                }
                line = self.logs.recv(), if logs_open => {
                    // The log line may refer to an event that was announced before it.
                    self.take_waiting_events(&mut batch).await;
                    match line {
                        Ok(line) => self.say(&line, &mut batch),
                        Err(RecvError::Lagged(missed)) => self.notify_missed(&Whose::All, missed, &mut batch),
                        Err(RecvError::Closed) => logs_open = false,
                    }
                    None
                }
                answered = self.inbox.recv() => match answered {
                    Some(answered) => Some(answered),
                    None => break,
                },
            };
            self.take_waiting_events(&mut batch).await;
            self.take_waiting_lines(&mut batch);
            let told = answered.map(|answered| {
                batch.extend(answered.messages.into_iter().filter_map(for_all));
                answered.told
            });
            self.ring.push_all(batch);
            if let Some(told) = told {
                // The client may no longer wait.
                let _ = told.send(());
            }
        }
        self.ring.close();
    }

    async fn take_waiting_events(&mut self, batch: &mut Vec<Bytes>) {
        for _ in 0..self.events.len() {
            match self.events.try_recv() {
                Ok(event) => self.take(event, batch).await,
                Err(TryRecvError::Lagged(missed)) => self.resend_after_lag(missed, batch).await,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn take_waiting_lines(&mut self, batch: &mut Vec<Bytes>) {
        for _ in 0..self.logs.len() {
            match self.logs.try_recv() {
                Ok(line) => self.say(&line, batch),
                Err(TryRecvError::Lagged(missed)) => self.notify_missed(&Whose::All, missed, batch),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Adds a message to `batch` that tells the streams of the Unity instance `whose` that they miss `missed` messages.
    fn notify_missed(&self, whose: &Whose, missed: u64, batch: &mut Vec<Bytes>) {
        if self.ring.readers() > 0 {
            self.dropped.fetch_add(missed, Ordering::Relaxed);
            batch.extend(mark(whose, &Message::gap(missed).into_frame()));
        }
    }

    /// Sends the list of scenes and the selection to all streams again, because `missed` unknown events were lost.
    async fn resend_after_lag(&self, missed: u64, batch: &mut Vec<Bytes>) {
        self.notify_missed(&Whose::All, missed, batch);
        self.tell_anew(Whose::All, batch).await;
    }

    async fn take(&self, event: HostEvent, batch: &mut Vec<Bytes>) {
        if self.ring.readers() == 0 {
            return;
        }
        let (whose, event) = event.into_recipients();
        match event {
            HostEvent::ScenesChanged { added, removed, .. } if !(added.is_empty() && removed.is_empty()) => {
                let diff = json!({ "added": added, "removed": removed });
                let message = Message::notification("scenes_diff", &diff);
                batch.extend(mark(&whose, &message.into_frame()));
            }
            HostEvent::SelectionChanged => {
                let read = self.read("selection", &whose).await;
                self.tell(&whose, read, batch);
            }
            HostEvent::Resync => self.tell_anew(whose, batch).await,
            HostEvent::For { .. }
            | HostEvent::ScenesChanged { .. }
            | HostEvent::CatalogChanged { .. }
            | HostEvent::ResourceUpdated { .. } => {}
        }
    }

    fn say(&self, Announced { whose, what }: &Announced<HostLine>, batch: &mut Vec<Bytes>) {
        if self.ring.readers() > 0 {
            batch.extend(mark(whose, &log(what).into_frame()));
        }
    }

    /// Reads and sends the list of scenes and the selection, the only state that this protocol can send again. If there
    /// are several Unity instances, each stream gets the state of its own instance.
    async fn tell_anew(&self, whose: Whose, batch: &mut Vec<Bytes>) {
        if self.ring.readers() == 0 {
            return;
        }
        let mut those = match &whose {
            Whose::All => self
                .service
                .health()
                .targets
                .into_iter()
                .map(|one| Whose::Unity(one.id.into()))
                .collect(),
            Whose::Unity(_) => Vec::new(),
            // The session chose another target, but this protocol has no sessions.
            Whose::Session(_) => return,
        };
        if those.is_empty() {
            those.push(whose);
        }
        let read = join_all(
            those
                .iter()
                .map(|whose| join(self.read("scenes", whose), self.read("selection", whose))),
        );
        for (whose, (scenes, selection)) in those.iter().zip(read.await) {
            self.tell(whose, scenes, batch);
            self.tell(whose, selection, batch);
        }
    }

    /// Adds `read` to `batch` for the streams of `whose`; if it is `None`, a message that one message is missing.
    fn tell(&self, whose: &Whose, read: Option<Message>, batch: &mut Vec<Bytes>) {
        match read {
            Some(message) => batch.extend(mark(whose, &message.into_frame())),
            None => self.notify_missed(whose, 1, batch),
        }
    }

    /// Reads the resource `unity://<what>`, and returns it as the notification `what`; `None` if it cannot be read.
    async fn read(&self, what: &'static str, whose: &Whose) -> Option<Message> {
        let caller = Caller {
            dialect: Dialect::Explorer,
            client: "streams".into(),
            address: "local".into(),
            session: None,
            proof: None,
        };
        let uri = format!("unity://{what}");
        let read = read_json(
            self.service.as_ref(),
            &uri,
            caller,
            match whose {
                Whose::Unity(id) => Some(id.to_string()),
                Whose::All | Whose::Session(_) => None,
            },
            CancellationToken::new(),
        );
        let read = tokio::time::timeout(READING, AssertUnwindSafe(read).catch_unwind());
        match read.await {
            Ok(Ok(Ok(read))) => return Some(Message::notification(what, &read)),
            Ok(Ok(Err(error))) => tracing::warn!(%error, "cannot read `{uri}` for the streams"),
            Ok(Err(_)) => tracing::error!("reading `{uri}` for the streams panicked"),
            Err(_) => tracing::warn!("reading `{uri}` for the streams takes too long"),
        }
        None
    }
}

fn for_all(message: Message) -> Option<Bytes> {
    mark(&Whose::All, &message.into_frame())
}

fn log(line: &HostLine) -> Message {
    #[derive(Serialize)]
    struct Payload<'a> {
        level: &'a str,
        message: &'a str,
        source: &'a str,
        category: Option<&'a str>,
        t: &'a str,
    }
    let payload = Payload {
        level: &line.level,
        message: &line.message,
        source: &line.source,
        category: line.category.as_deref(),
        t: &line.time,
    };
    Message::notification("log", &payload)
}
