//! The start of an MCP call whose guest may ask questions, and in MCP 2026-07-28 also the resuming of a parked call.
//!
//! This module plans a call and parses the answers of a retry. `methods` implements the called methods.

use crate::Mcp;
use crate::ask;
use crate::ask::parked_calls::{Brought, Parkable, Waiting};
use crate::ask::request_state::{Arguments, Nonce, Sealed, Subject};
use crate::ask::retry::{identity, match_responses, open, responses};
use crate::ask::used_states::Claim;
use crate::ask::v2025_11_25::Handshake;
use crate::ask::v2026_07_28::Stateless;
use crate::events::{Logs, McpCodec};
use crate::peer::Asker;
use crate::tasks;
use host_api::{AskChannel, CallContext, Caller, ClientCapabilities};
use host_wire::budget::Reservation;
use host_wire::calls::{self, Answer, CallPlan, Origin};
use host_wire::http::accept::Accepts;
use host_wire::in_flight::Client;
use host_wire::jsonrpc::{Fault, RequestId, shorten};
use host_wire::mailbox::{Asking, Attachment, Mailbox};
use host_wire::pipe::OnPipe;
use host_wire::refused_calls::Called;
use host_wire::request_ids::IdRefused;
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// A started call. Resolves to the start of its answer, or to the error if the request failed before its guest ran.
pub(crate) type Running = std::pin::Pin<Box<dyn Future<Output = Result<Answer, Fault>> + Send>>;

/// The unparsed `inputResponses` and `requestState` with which a request of MCP 2026-07-28 answers questions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Members<'a> {
    pub(crate) responses: Option<&'a RawValue>,
    pub(crate) state: Option<&'a RawValue>,
}

/// The data of a request that starts a call of a tool, resource, prompt or completion.
pub(crate) struct Start<'a> {
    pub(crate) id: &'a RequestId,
    pub(crate) method: &'static str,
    pub(crate) token: Option<Box<RawValue>>,
    /// What is called: the kind `tool`, `resource`, `prompt` or `completion`, and the name or URI.
    pub(crate) named: (&'static str, String),
    /// The part of the request with answers to earlier questions; `None` if guests of this method cannot ask any.
    pub(crate) members: Option<Members<'a>>,
    /// The parts of the request that a retry with answers must repeat; `None` if the call cannot wait for a retry.
    pub(crate) subject: Option<Retriable>,
    /// The caller of a call that becomes a task if it takes long; `None` if it never becomes one.
    pub(crate) task_of: Option<Caller>,
}

/// The parts of a request that must be equal in its retry, with which a client answers the questions of the call.
pub(crate) struct Retriable {
    pub(crate) caller: Caller,
    /// Name of the tool or prompt, or URI of the resource.
    pub(crate) name: String,
    pub(crate) arguments: Arguments,
    pub(crate) idempotency_key: Option<String>,
}

/// True if a call may wait for a second request with the client's answers (a retry), or if its request is such a retry.
pub(crate) fn may_park(asker: &Asker, members: Members<'_>) -> bool {
    asker.version.is_stateless() && (members.state.is_some() || ask::any(asker.capabilities))
}

/// The request to which the outcome of a call is sent.
#[derive(Clone)]
pub(crate) enum Addressee {
    Request(RequestId),
    /// The newest request of a call that can wait for answers: each request that brings answers (a retry) replaces it.
    Parkable(Arc<Stateless>),
}

impl Addressee {
    /// Runs the work of the call. A call that may become a task becomes one if it takes long.
    pub(crate) async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        match self {
            Self::Request(_) => work.await,
            Self::Parkable(channel) => channel.run_as_task_if_long(work).await,
        }
    }

    /// Encodes the response to the request from the outcome of the call. `failed` is true if the outcome is an error.
    pub(crate) fn respond(&self, failed: bool, outcome: impl FnOnce(&RequestId) -> Vec<u8>) -> Vec<u8> {
        match self {
            Self::Request(id) => outcome(id),
            Self::Parkable(channel) => channel.respond(failed, outcome),
        }
    }
}

/// Starts the call of a request. A retry instead passes its answers to the call that waits for them.
pub(crate) fn begin<W, F>(mcp: &Arc<Mcp>, asker: Asker, start: Start<'_>, work: W) -> Result<Running, Fault>
where
    W: FnOnce(CallContext, Addressee) -> F + Send + 'static,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    called_tool(&asker, &start).admit_unless_draining(&mcp.wire)?;
    match start.members {
        Some(members) if asker.version.is_stateless() => stateless(mcp, asker, start, members, work),
        _ => handshake(mcp, asker, start, work),
    }
}

fn called_tool<'a>(asker: &'a Asker, start: &'a Start<'_>) -> Called<'a> {
    Called {
        id: asker.call,
        caller: &asker.caller,
        kind: start.named.0,
        name: &start.named.1,
    }
}

fn handshake<W, F>(mcp: &Arc<Mcp>, asker: Asker, start: Start<'_>, work: W) -> Result<Running, Fault>
where
    W: FnOnce(CallContext, Addressee) -> F + Send + 'static,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let cancel = CancellationToken::new();
    let id = start.id;
    let origin = match (on_pipe(&asker, id, &cancel)?, &asker.session) {
        (Some(origin), _) => origin,
        (None, None) => Origin::Connection,
        (None, Some(session)) => Origin::Session {
            session: Arc::clone(session),
            id: session
                .ids
                .take(id.as_json(), &cancel)
                .map_err(|why| id_refused(id, why))?,
            hold: mcp.wire.sessions.hold(session),
            primed: asker.version.primes_streams(),
        },
    };
    let slot = called_tool(&asker, &start).admit(&mcp.wire)?;
    // A client that accepts only JSON cannot receive questions before the result.
    let is_reachable = start.members.is_some() && asker.accepts.stream;
    let askable = match &asker.session {
        Some(_) if is_reachable => ask::askable(asker.capabilities, asker.version),
        _ => ClientCapabilities::default(),
    };
    let ask = asker.session.as_ref().filter(|_| ask::any(askable)).map(|session| {
        let mailbox = Mailbox::new(&mcp.wire.in_flight);
        let channel: Arc<dyn AskChannel> = Arc::new(Handshake {
            mcp: Arc::clone(mcp),
            mailbox: Arc::clone(&mailbox),
            questions: Arc::clone(&session.questions),
            version: asker.version,
            askable,
            cancel: cancel.clone(),
        });
        Asking { channel, mailbox }
    });
    let addressee = Addressee::Request(id.clone());
    let progress = start.token.is_some();
    let codec = codec(mcp, &asker, id, start.token);
    let plan = CallPlan {
        id: asker.call,
        room: asker.room,
        cancel,
        client: ClientCapabilities { progress, ..askable },
        ask,
        accepts: asker.accepts,
        slot,
        origin,
        unity: asker.unity,
    };
    let mcp = Arc::clone(mcp);
    let work = move |context| work(context, addressee);
    Ok(Box::pin(
        async move { Ok(calls::run(&mcp.wire, plan, codec, work).await) },
    ))
}

fn stateless<W, F>(
    mcp: &Arc<Mcp>,
    asker: Asker,
    mut start: Start<'_>,
    members: Members<'_>,
    work: W,
) -> Result<Running, Fault>
where
    W: FnOnce(CallContext, Addressee) -> F + Send + 'static,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let askable = ask::askable(asker.capabilities, asker.version);
    let responses = responses(members.responses)?;
    let subject = start.subject.as_ref().map(|of| {
        let caller = identity(&mcp.wire, &of.caller);
        let key = of.idempotency_key.as_deref();
        Subject::new(
            mcp.options.state_key,
            &caller,
            start.method,
            &of.name,
            key,
            &of.arguments,
        )
    });
    let progress = start.token.is_some();
    let codec = codec(mcp, &asker, start.id, start.token.take());
    let task_of = start.task_of.take();
    let state = match (members.state, &subject) {
        (Some(state), Some(subject)) => Some(open(mcp, state, subject)?),
        _ => None,
    };
    let brought = Brought {
        id: start.id.clone(),
        askable,
        answers: match_responses(state.as_ref(), responses),
    };
    // Cancels the call that starts here, or the parked call that is resumed.
    let cancel = CancellationToken::new();
    // Checked before the state is marked as used, so that a request that is rejected here can be sent again.
    let origin = on_pipe(&asker, start.id, &cancel)?.unwrap_or(Origin::Connection);
    let nonce = state.as_ref().map(Sealed::nonce).transpose()?;
    let waiting = nonce.and_then(|nonce| mcp.parked.take(nonce));
    // A retry that resumes a call needs no slot: the parked call allocates its own slot again.
    let slot = waiting
        .is_none()
        .then(|| called_tool(&asker, &start).admit(&mcp.wire))
        .transpose()?;
    let mcp = Arc::clone(mcp);
    Ok(Box::pin(async move {
        if let (Some(state), Some(nonce)) = (&state, nonce) {
            use_up(&mcp, state, nonce, waiting.is_some()).await?;
        }
        if let Some(waiting) = waiting {
            tracing::debug!(target: "hop", call = %asker.call, hop = "wire.resume", dialect = asker.caller.dialect.as_str());
            let codec = codec.for_task(waiting.channel.task());
            return take_over(waiting, brought, origin, asker.accepts, asker.room, codec, cancel).await;
        }
        let task = task_of.map(|caller| tasks::for_call(&mcp, &caller, &cancel));
        let codec = codec.for_task(task.clone());
        // The description of the progress becomes the status message of the task.
        let progress = progress || task.is_some();
        let channel = Stateless::new(&mcp, &cancel, subject, brought, state, task);
        let ask = Asking {
            channel: Arc::<Stateless>::clone(&channel),
            mailbox: Arc::clone(&channel.mailbox),
        };
        let plan = CallPlan {
            id: asker.call,
            room: asker.room,
            cancel,
            client: ClientCapabilities { progress, ..askable },
            ask: Some(ask),
            accepts: asker.accepts,
            // There is always a slot here, because no call is resumed.
            slot: slot.unwrap_or_else(|| mcp.wire.in_flight.count(Client::from_caller(&asker.caller))),
            origin,
            unity: asker.unity,
        };
        let addressee = Addressee::Parkable(Arc::clone(&channel));
        let work = move |context| work(context, addressee);
        let answer = calls::run(&mcp.wire, plan, codec, work).await;
        check_answer(&*channel, answer)
    }))
}

/// Marks the `requestState` of a retry as used. Fails if it was used before, or if its waiting call no longer exists
/// and must not run again because it had changed data.
async fn use_up(mcp: &Mcp, state: &Sealed, nonce: Nonce, is_there: bool) -> Result<(), Fault> {
    match mcp.used_states.claim(nonce, state.expires()).await {
        Claim::New if !is_there && state.has_written => Err(Fault::invalid_params(
            "start over: the call that asked is no longer there, and it had changed something already; look at what it did \
             before calling again without `requestState`",
        )),
        Claim::New => Ok(()),
        Claim::Used => Err(Fault::invalid_params(
            "`requestState` was used already, and each is good for one retry: start over without it",
        )),
        Claim::Full => Err(Fault::busy(
            "too many calls were retried lately: try again in some minutes",
        )),
    }
}

/// Passes the answers in a retry to the call that waits for them. Dropping this future early cancels the call.
async fn take_over(
    waiting: Waiting,
    brought: Brought,
    origin: Origin,
    accepts: Accepts,
    room: Arc<Reservation>,
    codec: McpCodec,
    cancel: CancellationToken,
) -> Result<Answer, Fault> {
    let (first, answer) = oneshot::channel();
    let (first, pipe) = match origin {
        Origin::Pipe { request, .. } => {
            // No request waits here: the answer is sent through the pipe.
            drop(first);
            (None, Some(request))
        }
        _ => (Some(first), None),
    };
    let attachment = Attachment {
        first,
        pipe,
        accepts,
        codec: Box::new(codec),
        room,
        gone: cancel.clone(),
    };
    let channel = Arc::clone(&waiting.channel);
    if channel.resume(brought, attachment) {
        // If the call ended at this moment, `first` is dropped with it.
        let _ = waiting.answered.send(());
    } else {
        channel.end();
    }
    let answer = calls::await_answer(answer, Some(cancel.drop_guard())).await;
    check_answer(&*channel, answer)
}

/// Returns the answer that a call gave to the current request, or the error that the request gets instead of it.
fn check_answer(channel: &dyn Parkable, answer: Answer) -> Result<Answer, Fault> {
    match answer {
        Answer::Json(response) => channel.take_fault().map_or(Ok(Answer::Json(response)), Err),
        other => Ok(other),
    }
}

fn on_pipe(asker: &Asker, id: &RequestId, cancel: &CancellationToken) -> Result<Option<Origin>, Fault> {
    let Some(end) = &asker.pipe else { return Ok(None) };
    let request = OnPipe::begin(&end.pipe, id.as_json(), cancel).map_err(|why| id_refused(id, why))?;
    Ok(Some(Origin::Pipe {
        request,
        batched: end.batched,
    }))
}

/// Returns the JSON-RPC error for a request whose id is in use, or whose session has ended.
pub(crate) fn id_refused(id: &RequestId, why: IdRefused) -> Fault {
    match why {
        IdRefused::InUse => Fault::invalid_request(format!(
            "a request with the id {} is still in flight in this session",
            shorten(id.as_json())
        )),
        IdRefused::Ended => ended_fault(),
    }
}

pub(crate) fn ended_fault() -> Fault {
    Fault::session_ended("the session of this request has ended: send `initialize`, or open `GET /sse`, again")
}

fn codec(mcp: &Arc<Mcp>, asker: &Asker, id: &RequestId, token: Option<Box<RawValue>>) -> McpCodec {
    let logs = match &asker.session {
        Some(session) => Logs::Session(Arc::clone(session)),
        None => Logs::Fixed(asker.log_level),
    };
    McpCodec::new(mcp, id, asker.version, token, logs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_wire::jsonrpc::Cause;

    #[test]
    fn distinguishes_id_in_flight_from_ended_session() {
        let raw = RawValue::from_string("7".to_owned()).expect("JSON");
        let id = RequestId::from_raw(&raw).expect("an id");
        let taken = id_refused(&id, IdRefused::InUse);
        assert!(taken.cause == Cause::Request && taken.message.contains("7 is still in flight"));
        let gone = id_refused(&id, IdRefused::Ended);
        assert!(gone.cause == Cause::Ended && !gone.message.contains("flight"));
    }
}
