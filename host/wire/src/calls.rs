//! Running calls: each in its own owned task, its events and its result put on the one stream that waits for them.
//!
//! Knows no dialect: a `Codec` encodes, a `CallPlan` says how the answer may travel.

use crate::http::accept::Accepts;
use crate::sessions::{Flight, OpenStream, Session};
use crate::slots::Slot;
use crate::state::Wire;
use crate::streams::{self, StreamLog, StreamReader};
use futures_util::FutureExt;
use host_api::{AskChannel, CallContext, CallEvent, CallId, ClientCapabilities, EventSink};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

/// How a dialect writes what a call says.
pub(crate) trait Codec: Send + 'static {
    /// What becomes of one event.
    fn event(&mut self, event: CallEvent) -> EventUse;

    /// The answer where the host itself cannot give one.
    fn failure(&self, why: &str) -> Vec<u8>;
}

/// What becomes of an event.
pub(crate) enum EventUse {
    /// Goes on the call's stream.
    Say(Vec<u8>),
    /// The present connection ends; the client comes back for the rest.
    HangUp,
    /// Not for the client, or dealt with already.
    Nothing,
}

/// Everything about a call but its work.
pub(crate) struct CallPlan {
    pub(crate) id: CallId,
    pub(crate) cancel: CancellationToken,
    pub(crate) client: ClientCapabilities,
    /// How a guest's questions reach the client; `None` = it cannot be asked.
    pub(crate) ask: Option<Arc<dyn AskChannel>>,
    pub(crate) accepts: Accepts,
    pub(crate) slot: Slot,
    pub(crate) origin: Origin,
}

/// Where a call comes from, and so what a lost connection means.
pub(crate) enum Origin {
    /// The call outlives its connection and its stream can be resumed.
    Session {
        session: Arc<Session>,
        flight: Flight,
        /// 2025-11-25: streams start with a priming event, and the host may end a connection early.
        primed: bool,
    },
    /// A lost connection cancels.
    Connection,
}

/// What the HTTP response is made of.
pub(crate) enum Answer {
    Json(Vec<u8>),
    Stream(StreamReader),
    /// The request was cancelled: nothing is said.
    Silence,
}

/// Runs `work` in a task of its own and waits for the first thing to answer with: its result, or the stream of its events.
pub(crate) async fn run<W, F>(wire: &Arc<Wire>, plan: CallPlan, codec: impl Codec, work: W) -> Answer
where
    W: FnOnce(CallContext) -> F,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let (sink, events) = EventSink::bounded(wire.options.call_events, Arc::clone(&wire.dropped));
    let context = CallContext {
        id: plan.id,
        events: sink,
        cancel: plan.cancel.clone(),
        ask: plan.ask,
        client: plan.client,
    };
    let cancel_on_drop = matches!(plan.origin, Origin::Connection).then(|| plan.cancel.clone().drop_guard());
    let work = AssertUnwindSafe(work(context)).catch_unwind();
    let (first, answer) = oneshot::channel();
    let (session, flight, primed) = match plan.origin {
        Origin::Session {
            session,
            flight,
            primed,
        } => (Some(session), Some(flight), primed),
        Origin::Connection => (None, None, false),
    };
    let route = Route {
        wire: Arc::clone(wire),
        codec,
        accepts: plan.accepts,
        first: Some(first),
        log: None,
        session,
        primed,
        silenced: false,
    };
    let held = Held {
        _slot: plan.slot,
        _flight: flight,
    };
    let task = drive(route, held, plan.cancel, events, work).instrument(tracing::Span::current());
    wire.tasks.spawn(task);
    let answer = answer.await.unwrap_or(Answer::Silence);
    match (answer, cancel_on_drop) {
        (Answer::Stream(reader), Some(guard)) => Answer::Stream(reader.with_cancel(guard)),
        (answer, guard) => {
            if let Some(guard) = guard {
                guard.disarm();
            }
            answer
        }
    }
}

/// What a running call occupies; given back before its answer goes out, so that the client may use the id again at once.
struct Held {
    _slot: Slot,
    _flight: Option<Flight>,
}

async fn drive<C: Codec>(
    mut route: Route<C>,
    held: Held,
    cancel: CancellationToken,
    mut events: mpsc::Receiver<CallEvent>,
    work: impl Future<Output = std::thread::Result<Vec<u8>>> + Send,
) {
    if !route.accepts.json {
        route.open();
    }
    let kill = route.wire.kill.clone();
    let silence = tokio::time::sleep(route.wire.options.keep_alive);
    tokio::pin!(work, silence);
    let mut listening = true;
    let outcome = loop {
        tokio::select! {
            biased;
            event = events.recv(), if listening => match event {
                Some(event) => route.event(event),
                None => listening = false,
            },
            // Before the work, which may end because of it.
            () = cancel.cancelled(), if !route.silenced => route.silence(),
            result = &mut work => break Some(result),
            () = kill.cancelled() => break None,
            () = &mut silence, if route.may_still_open() => route.open(),
        }
    };
    while let Ok(event) = events.try_recv() {
        route.event(event);
    }
    if cancel.is_cancelled() && !route.silenced {
        route.silence();
    }
    drop(held);
    match outcome {
        Some(Ok(response)) => route.finish(response),
        Some(Err(_)) => {
            tracing::error!("a call panicked; its caller gets an internal error");
            let response = route
                .codec
                .failure("the host failed while it ran this call; its log says more");
            route.finish(response);
        }
        None => {
            let response = route
                .codec
                .failure("the host shut down before this call ended; its outcome is unknown");
            route.finish(response);
        }
    }
}

/// Where the messages of one call go.
struct Route<C> {
    wire: Arc<Wire>,
    codec: C,
    accepts: Accepts,
    /// The connection that still waits for its first byte.
    first: Option<oneshot::Sender<Answer>>,
    log: Option<Arc<StreamLog>>,
    session: Option<Arc<Session>>,
    primed: bool,
    silenced: bool,
}

impl<C: Codec> Route<C> {
    fn may_still_open(&self) -> bool {
        self.accepts.sse && !self.silenced && self.first.as_ref().is_some_and(|first| !first.is_closed())
    }

    /// Turns the answer into a stream.
    fn open(&mut self) {
        let Some(first) = self.first.take() else { return };
        let log = match &self.session {
            Some(session) => session.call_stream(self.wire.bounds(), &self.wire.dropped),
            None => StreamLog::new(0, self.wire.bounds(), Arc::clone(&self.wire.dropped)),
        };
        if self.primed {
            log.prime(self.wire.options.retry);
        }
        let open = OpenStream {
            slot: self.wire.streams.count(),
            hold: self.session.as_ref().map(|session| self.wire.sessions.hold(session)),
        };
        let mut reader = open.follow(&log, None, self.wire.options.keep_alive);
        if !self.primed {
            reader = reader.with_preface(streams::OPENING);
        }
        // Where the connection is gone already the log still takes the rest: the client may resume.
        let _ = first.send(Answer::Stream(reader));
        self.log = Some(log);
    }

    fn event(&mut self, event: CallEvent) {
        match self.codec.event(event) {
            EventUse::Say(json) => {
                if self.silenced {
                    return;
                }
                if self.may_still_open() {
                    self.open();
                }
                match &self.log {
                    Some(log) => {
                        log.push(&json);
                    }
                    // A client that takes JSON alone asked for no events; one that left before the first is gone.
                    None if self.accepts.sse => {
                        self.wire.dropped.fetch_add(1, Ordering::Relaxed);
                    }
                    None => {}
                }
            }
            EventUse::HangUp if self.primed => {
                if self.may_still_open() {
                    self.open();
                }
                if let Some(log) = &self.log {
                    log.hang_up();
                }
            }
            EventUse::HangUp | EventUse::Nothing => {}
        }
    }

    /// The client cancelled: it gets no further message, and no longer waits.
    fn silence(&mut self) {
        self.silenced = true;
        if let Some(first) = self.first.take() {
            let _ = first.send(Answer::Silence);
        }
        if let Some(log) = &self.log {
            log.close();
        }
    }

    fn finish(&mut self, response: Vec<u8>) {
        if self.silenced {
            return;
        }
        if let Some(log) = &self.log {
            log.finish(&response);
        } else if let Some(first) = self.first.take()
            && first.send(Answer::Json(response)).is_err()
        {
            // Nobody can ask for it again: the client left before it had an event id.
            self.wire.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}
