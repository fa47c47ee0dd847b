//! Running a guest for dialects that give one answer and nothing before it; a lost connection cancels.
//!
//! Belongs here: what such calls have in common, and the bodies that they come in. Does not: what a dialect asks of the core,
//! or how it writes the answer.

use crate::budget::{Kept, Reservation};
use crate::calls::{self, Answer, CallPlan, Codec, EventUse, Origin};
use crate::dialects::mcp;
use crate::dialects::refused::Refused;
use crate::http::accept::Accepts;
use crate::http::refusal::Refusal;
use crate::http::{Exchange, answer, content_type};
use crate::jsonrpc::{self, Body, Cause, Fault, METHOD_NOT_FOUND, RequestId};
use crate::refused_calls::Called;
use crate::state::Wire;
use axum_core::response::Response;
use host_api::{CallContext, CallEvent, ClientCapabilities, ErrorKind, UnityOfCall};
use http::{HeaderMap, StatusCode};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// How a dialect that speaks JSON-RPC says why a request has no result.
pub(crate) struct Form {
    /// This host takes no more of it now.
    pub(crate) busy: fn(&str, ErrorKind) -> Fault,
    /// It is no request, or none of this dialect's.
    pub(crate) no_request: fn(Fault) -> Fault,
}

impl Form {
    /// What a body holds, or how it is refused.
    pub(crate) fn read<'a>(&self, headers: &HeaderMap, body: &'a [u8]) -> Result<Body<'a>, Box<Response>> {
        if let Err(refusal) = content_type::json_or_undeclared(headers) {
            return Err(Box::new(self.refuse_body(body, refusal)));
        }
        jsonrpc::parse(body).map_err(|fault| Box::new(self.refuse(body, fault)))
    }

    /// A body that was read and is no request.
    pub(crate) fn refuse(&self, body: &[u8], fault: Fault) -> Response {
        answer::refusal((self.no_request)(fault), Some(&jsonrpc::id_of(body)))
    }

    /// A body that did not come through.
    pub(crate) fn refuse_body(&self, body: &[u8], refusal: Refusal) -> Response {
        let Refusal { status, fault } = refusal;
        let told = match fault.cause {
            Cause::Busy | Cause::TooMany => (self.busy)(&fault.message, ErrorKind::RateLimited),
            Cause::Request | Cause::Ended => (self.no_request)(fault),
        };
        answer::refusal(told.with_status(status), Some(&jsonrpc::id_of(body)))
    }
}

/// The answer to a request. A method that does not exist is the one failure with a status of its own.
pub(crate) fn answered(id: &RequestId, answered: Result<Response, Fault>) -> Response {
    let refusal = |fault: Fault| match fault.code {
        METHOD_NOT_FOUND => fault.with_status(StatusCode::NOT_FOUND),
        _ => fault.into(),
    };
    answered.unwrap_or_else(|fault| answer::refusal(refusal(fault), Some(id)))
}

/// How a call ended.
pub(crate) struct Ran<T> {
    /// What the work wrote, or what stands for it; `None` where its connection was lost.
    pub(crate) text: Option<Kept>,
    /// What the work gave beside it; `None` where the host itself broke off.
    pub(crate) value: Option<T>,
}

/// Runs `work`, which gives the answer and a value beside it, in an owned task within `server.max-in-flight`. `failure`
/// writes the answer where the host itself broke off.
pub(crate) async fn run<T, N, W, F>(
    wire: &Arc<Wire>,
    called: Called<'_>,
    room: Arc<Reservation>,
    failure: N,
    work: W,
) -> Result<Ran<T>, Refused>
where
    T: Send + 'static,
    N: Fn(&str) -> Vec<u8> + Send + 'static,
    W: FnOnce(CallContext) -> F + Send,
    F: Future<Output = (Vec<u8>, T)> + Send + 'static,
{
    let slot = called.admit(wire)?;
    let plan = CallPlan {
        id: called.id,
        room,
        cancel: CancellationToken::new(),
        client: ClientCapabilities::default(),
        ask: None,
        accepts: Accepts::JSON_ONLY,
        slot,
        origin: Origin::Connection,
        unity: None,
    };
    let quiet = Quiet {
        wire: Arc::clone(wire),
        failure,
    };
    let (done, value) = oneshot::channel();
    let ran = calls::run(wire, plan, quiet, move |mut context| {
        context.events = context.events.announcements_only();
        let work = work(context);
        async move {
            let (text, value) = work.await;
            // Nobody takes it where the connection is gone.
            let _ = done.send(value);
            text
        }
    });
    let text = match ran.await {
        Answer::Json(text) => Some(text),
        Answer::Stream(_) | Answer::Silence => None,
    };
    let value = value.await.ok();
    Ok(Ran { text, value })
}

/// The same as the response to a POST.
pub(crate) async fn respond<N, W, F>(
    exchange: &Exchange,
    called: Called<'_>,
    failure: N,
    work: W,
) -> Result<Response, Refused>
where
    N: Fn(&str) -> Vec<u8> + Send + 'static,
    W: FnOnce(CallContext) -> F + Send,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let room = Arc::clone(&exchange.room);
    let named = exchange.unity();
    let work = |mut context: CallContext| {
        context.unity = UnityOfCall::named(named);
        let work = work(context);
        async move { (work.await, ()) }
    };
    let ran = run(&exchange.wire, called, room, failure, work).await?;
    Ok(match ran.text {
        Some(text) => answer::kept_in_form(Accepts::JSON_ONLY, &text),
        // Only a lost connection cancels: nobody reads this.
        None => answer::empty(StatusCode::SERVICE_UNAVAILABLE),
    })
}

/// The caller hears nothing before the answer; what concerns all clients is passed on.
struct Quiet<N> {
    wire: Arc<Wire>,
    failure: N,
}

impl<N: Fn(&str) -> Vec<u8> + Send + 'static> Codec for Quiet<N> {
    fn event(&mut self, event: CallEvent) -> EventUse {
        mcp::notices::pass_on(&self.wire, event);
        EventUse::Nothing
    }

    fn failure(&self, why: &str) -> Vec<u8> {
        (self.failure)(why)
    }
}
