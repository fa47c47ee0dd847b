//! What every Explorer stream hears, in one order: the host's events, and what Explorer's own requests were answered.
//!
//! One task puts both on the ring. Before it adds what a request was answered it takes every event that was announced
//! until then, so that what a call caused stands before its result.

use crate::dialects::explorer::calls::read_json;
use crate::dialects::explorer::marked::mark;
use crate::dialects::explorer::shapes::Message;
use crate::ring::{Cursor, Ring};
use bytes::Bytes;
use futures_util::FutureExt;
use host_api::{Caller, Dialect, HostEvent, ToolService, Whose};
use serde::Serialize;
use serde_json::json;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// Requests that may wait for their turn on the ring.
const INBOX: usize = 64;
/// How long the core may take to say that a call's events went out; after it the result is told all the same.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long reading the selection may take.
const SELECTION: Duration = Duration::from_secs(5);

/// The door to the streams.
pub(crate) struct Hub {
    service: Arc<dyn ToolService>,
    ring: Arc<Ring>,
    inbox: mpsc::Sender<Answered>,
}

/// The task behind it.
pub(crate) struct Relay {
    service: Arc<dyn ToolService>,
    ring: Arc<Ring>,
    inbox: mpsc::Receiver<Answered>,
    events: broadcast::Receiver<HostEvent>,
    dropped: Arc<AtomicU64>,
}

/// What a request was answered.
struct Answered {
    messages: Vec<Message>,
    told: oneshot::Sender<()>,
}

impl Hub {
    /// The events heard are those from now on.
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
            dropped: Arc::clone(dropped),
        };
        (hub, relay)
    }

    /// A reader of everything from now on.
    pub(crate) fn follow(&self) -> Cursor {
        self.ring.follow()
    }

    pub(crate) fn readers(&self) -> usize {
        self.ring.readers()
    }

    /// Tells every stream, after what was announced before; `is_call`: also after what the core has yet to announce.
    /// Without a reader nothing is made and nothing is waited for.
    pub(crate) async fn tell(&self, is_call: bool, messages: impl FnOnce() -> Vec<Message>) {
        if self.ring.readers() == 0 {
            return;
        }
        if is_call && tokio::time::timeout(PATIENCE, self.service.settled()).await.is_err() {
            tracing::warn!(
                "the core did not settle in time; a result may stand before the events that its call caused"
            );
        }
        let (told, done) = oneshot::channel();
        let answered = Answered {
            messages: messages(),
            told,
        };
        if self.inbox.send(answered).await.is_ok() {
            // An error means that the host shuts down and streams are over.
            let _ = done.await;
        }
    }
}

impl Relay {
    /// Runs until `closing`; then every stream ends once it has read what is held.
    pub(crate) async fn run(mut self, closing: CancellationToken) {
        let mut events_open = true;
        loop {
            let mut batch = Vec::new();
            let answered = tokio::select! {
                () = closing.cancelled() => break,
                event = self.events.recv(), if events_open => {
                    match event {
                        Ok(event) => self.take(event, &mut batch).await,
                        Err(RecvError::Lagged(missed)) => self.missed(missed, &mut batch),
                        Err(RecvError::Closed) => events_open = false,
                    }
                    None
                }
                answered = self.inbox.recv() => match answered {
                    Some(answered) => Some(answered),
                    None => break,
                },
            };
            self.take_waiting(&mut batch).await;
            let told = answered.map(|answered| {
                batch.extend(answered.messages.into_iter().filter_map(for_all));
                answered.told
            });
            self.ring.push_all(batch);
            if let Some(told) = told {
                // The client may have left meanwhile.
                let _ = told.send(());
            }
        }
        self.ring.close();
    }

    /// Everything that was announced until now.
    async fn take_waiting(&mut self, batch: &mut Vec<Bytes>) {
        for _ in 0..self.events.len() {
            match self.events.try_recv() {
                Ok(event) => self.take(event, batch).await,
                Err(TryRecvError::Lagged(missed)) => self.missed(missed, batch),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn missed(&self, missed: u64, batch: &mut Vec<Bytes>) {
        if self.ring.readers() > 0 {
            self.dropped.fetch_add(missed, Ordering::Relaxed);
            batch.extend(for_all(Message::gap(missed)));
        }
    }

    async fn take(&self, event: HostEvent, batch: &mut Vec<Bytes>) {
        if self.ring.readers() == 0 {
            return;
        }
        let (whose, event) = event.addressed();
        let message = match event {
            HostEvent::Log {
                level,
                message,
                source,
                category,
                time,
            } => log(&level, &message, &source, category.as_deref(), &time),
            HostEvent::ScenesChanged { added, removed, .. } if !(added.is_empty() && removed.is_empty()) => {
                Message::notification("scenes_diff", &json!({ "added": added, "removed": removed }))
            }
            // Of all that its clients are told, the selection alone can be told anew.
            HostEvent::SelectionChanged | HostEvent::Resync => match self.selection(&whose).await {
                Some(message) => message,
                None => return self.missed(1, batch),
            },
            HostEvent::For { .. }
            | HostEvent::ScenesChanged { .. }
            | HostEvent::CatalogChanged { .. }
            | HostEvent::ResourceUpdated { .. } => {
                return;
            }
        };
        batch.extend(mark(&whose, &message.into_frame()));
    }

    async fn selection(&self, whose: &Whose) -> Option<Message> {
        let caller = Caller {
            dialect: Dialect::Explorer,
            client: "streams".into(),
            address: "local".into(),
            session: None,
        };
        let read = read_json(
            self.service.as_ref(),
            "unity://selection",
            caller,
            match whose {
                Whose::Unity(id) => Some(id.to_string()),
                Whose::All | Whose::Session(_) => None,
            },
            CancellationToken::new(),
        );
        let read = tokio::time::timeout(SELECTION, AssertUnwindSafe(read).catch_unwind());
        match read.await {
            Ok(Ok(Ok(selection))) => return Some(Message::notification("selection", &selection)),
            Ok(Ok(Err(error))) => tracing::warn!(%error, "the selection changed and cannot be read"),
            Ok(Err(_)) => tracing::error!("the selection changed; reading it panicked"),
            Err(_) => tracing::warn!("the selection changed; reading it takes too long"),
        }
        None
    }
}

fn for_all(message: Message) -> Option<Bytes> {
    mark(&Whose::All, &message.into_frame())
}

fn log(level: &str, message: &str, source: &str, category: Option<&str>, time: &str) -> Message {
    #[derive(Serialize)]
    struct Payload<'a> {
        level: &'a str,
        message: &'a str,
        source: &'a str,
        category: Option<&'a str>,
        t: &'a str,
    }
    let payload = Payload {
        level,
        message,
        source,
        category,
        t: time,
    };
    Message::notification("log", &payload)
}
