//! Execution of calls, each in its own task, which sends the events and the result to the client.
//!
//! This module knows no dialect: a `Codec` encodes, and a `CallPlan` defines how the answer reaches the client.

mod codec;
mod delivery;

pub use codec::{Answer, Codec, EventUse};

use crate::budget::Reservation;
use crate::http::accept::Accepts;
use crate::in_flight::CallSlot;
use crate::mailbox::{Asking, Mailbox};
use crate::pipe::OnPipe;
use crate::request_ids::IdInUse;
use crate::sessions::{Hold, Session};
use crate::state::Wire;
use delivery::Delivery;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use host_api::{CallContext, CallEvent, CallId, ClientCapabilities, EventSink, UnityOfCall};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, DropGuard};
use tracing::Instrument;

/// The parameters with which the host runs a new call: its identity, its limits, its client, and how it is answered.
pub struct CallPlan {
    pub id: CallId,
    /// The memory reservation of the request that created the call.
    pub room: Arc<Reservation>,
    pub cancel: CancellationToken,
    pub client: ClientCapabilities,
    /// The channel for questions of the WebAssembly guest to the client; `None` if the client cannot answer questions.
    pub ask: Option<Asking>,
    pub accepts: Accepts,
    pub slot: CallSlot,
    pub origin: Origin,
    /// The name of a project or Unity instance in the URL or a header of the request; `None` if the request has none.
    pub unity: Option<String>,
}

/// The way in which a call arrived at the host, which determines what a lost connection does to the call.
pub enum Origin {
    /// The call arrived in an MCP session. It outlives its connection, and its stream can be resumed.
    Session {
        session: Arc<Session>,
        id: IdInUse,
        hold: Hold,
        /// True for MCP 2025-11-25: streams start with an event id for resuming, and connections may be closed early.
        primed: bool,
    },
    /// The call arrived on an HTTP connection without a session. A lost connection cancels the call.
    Connection,
    /// The call arrived on a pipe (`/sse` or stdio). All messages go into the pipe, and its end cancels the call.
    Pipe {
        request: OnPipe,
        /// True if the call belongs to a batch: the host adds the result to the batch instead of sending it.
        batched: bool,
    },
}

/// Runs `work` in its own task and waits for the start of the answer: the complete result, or a stream of events.
pub async fn run<W, F>(wire: &Arc<Wire>, mut plan: CallPlan, codec: impl Codec, work: W) -> Answer
where
    W: FnOnce(CallContext) -> F,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let (context, events, mailbox) = begin_call(wire, &mut plan);
    // Boxed, so that one function drives the calls of all dialects.
    let work = AssertUnwindSafe(work(context)).catch_unwind().boxed();
    let (answer, guard) = start(wire, plan, mailbox, Box::new(codec), events, work);
    await_answer(answer, guard).await
}

fn begin_call(wire: &Wire, plan: &mut CallPlan) -> (CallContext, mpsc::Receiver<CallEvent>, Option<Arc<Mailbox>>) {
    let (sink, events) = EventSink::bounded(wire.options.call_events, Arc::clone(&wire.dropped));
    let (channel, mailbox) = match plan.ask.take() {
        Some(asking) => (Some(asking.channel), Some(asking.mailbox)),
        None => (None, None),
    };
    let context = CallContext {
        id: plan.id,
        events: sink,
        cancel: plan.cancel.clone(),
        ask: channel,
        client: plan.client,
        unity: UnityOfCall::from_name(plan.unity.take()),
    };
    (context, events, mailbox)
}

type Work = BoxFuture<'static, std::thread::Result<Vec<u8>>>;

fn start(
    wire: &Arc<Wire>,
    plan: CallPlan,
    mailbox: Option<Arc<Mailbox>>,
    codec: Box<dyn Codec>,
    events: mpsc::Receiver<CallEvent>,
    work: Work,
) -> (oneshot::Receiver<Answer>, Option<DropGuard>) {
    let (first, answer) = oneshot::channel();
    let mut delivery = Delivery {
        wire: Arc::clone(wire),
        codec,
        accepts: plan.accepts,
        first: Some(first),
        log: None,
        pipe: None,
        session: None,
        primed: false,
        silenced: false,
        rooms: Vec::new(),
        mailbox,
        gone: None,
    };
    let mut inflight = Inflight {
        slot: None,
        of_session: None,
        room: plan.room,
    };
    let guard = match plan.origin {
        Origin::Session {
            session,
            id,
            hold,
            primed,
        } => {
            delivery.session = Some(session);
            delivery.primed = primed;
            inflight.of_session = Some((id, hold));
            None
        }
        // A parked call outlives the connection that started it.
        Origin::Connection if delivery.mailbox.is_some() => {
            let gone = CancellationToken::new();
            delivery.gone = Some(gone.clone());
            Some(gone.drop_guard())
        }
        Origin::Connection => Some(plan.cancel.clone().drop_guard()),
        Origin::Pipe { request, batched } => {
            delivery.pipe = Some(request);
            if !batched {
                // No request waits here: the answer goes into the pipe.
                delivery.first = None;
            }
            None
        }
    };
    match &delivery.mailbox {
        Some(mailbox) => mailbox.seat(plan.slot, Arc::clone(&inflight.room)),
        None => inflight.slot = Some(plan.slot),
    }
    let task = drive(delivery, inflight, plan.cancel, events, work).instrument(tracing::Span::current());
    wire.tasks.spawn(task);
    (answer, guard)
}

/// Waits for the start of a call's answer. `guard` cancels the call if its connection is lost before the end.
pub async fn await_answer(answer: oneshot::Receiver<Answer>, guard: Option<DropGuard>) -> Answer {
    match (answer.await.unwrap_or(Answer::Silence), guard) {
        (Answer::Stream(reader), Some(guard)) => Answer::Stream(reader.with_cancel(guard)),
        (answer, guard) => {
            if let Some(guard) = guard {
                guard.disarm();
            }
            answer
        }
    }
}

/// The resources of a running call, released before its answer is sent: the client may reuse the id at once.
struct Inflight {
    /// The call's slot in `server.max-in-flight`; `None` if its mailbox holds the slot, as the call can ask questions.
    slot: Option<CallSlot>,
    of_session: Option<(IdInUse, Hold)>,
    room: Arc<Reservation>,
}

async fn drive(
    mut delivery: Delivery,
    inflight: Inflight,
    cancel: CancellationToken,
    mut events: mpsc::Receiver<CallEvent>,
    mut work: Work,
) {
    if !delivery.accepts.json {
        delivery.open();
    }
    let kill = delivery.wire.kill.clone();
    let silence = tokio::time::sleep(delivery.wire.options.silence(delivery.primed));
    tokio::pin!(silence);
    let mut listening = true;
    let outcome = loop {
        tokio::select! {
            biased;
            event = events.recv(), if listening => match event {
                Some(event) => delivery.event(event),
                None => listening = false,
            },
            // Polled before a cancel, which may follow the last message of the call, and before the work: the work
            // continues only when the request that resumes the call is attached.
            () = await_signals(delivery.mailbox.as_ref()), if delivery.mailbox.is_some() => {
                if delivery.receive(&cancel) {
                    silence.as_mut().reset(Instant::now() + delivery.wire.options.keep_alive);
                }
            }
            // Polled before the work, because the cancel may end the work.
            () = cancel.cancelled(), if !delivery.silenced => delivery.silence(),
            () = await_loss(delivery.gone.as_ref()), if delivery.gone.is_some() => {
                delivery.gone = None;
                cancel.cancel();
            }
            result = &mut work => break Some(result),
            () = kill.cancelled() => break None,
            () = &mut silence, if delivery.may_still_open() => delivery.open(),
        }
    };
    while let Ok(event) = events.try_recv() {
        delivery.event(event);
    }
    delivery.receive(&cancel);
    if cancel.is_cancelled() && !delivery.silenced {
        delivery.silence();
    }
    drop(inflight);
    delivery.give_id_back();
    if let Some(mailbox) = &delivery.mailbox {
        mailbox.clear();
    }
    let response = match outcome {
        Some(Ok(response)) => response,
        Some(Err(_)) => {
            tracing::error!("a call panicked; its caller gets an internal error");
            let why = "the host failed while it ran this call; see its log";
            delivery.codec.failure(why)
        }
        None => {
            let why = "the host shut down before this call ended; its outcome is unknown";
            delivery.codec.failure(why)
        }
    };
    delivery.finish(response);
}

async fn await_loss(gone: Option<&CancellationToken>) {
    match gone {
        Some(gone) => gone.cancelled().await,
        None => std::future::pending().await,
    }
}

async fn await_signals(mailbox: Option<&Arc<Mailbox>>) {
    match mailbox {
        Some(mailbox) => mailbox.wait_for_signals().await,
        None => std::future::pending().await,
    }
}
