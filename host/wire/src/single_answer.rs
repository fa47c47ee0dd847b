//! Running a guest for dialects that send one answer and nothing before it; a lost connection cancels.
//!
//! This module contains the common part of such calls and reads their bodies. Each dialect defines its requests to the
//! core and the encoding of its answer.

use crate::budget::{Kept, Reservation};
use crate::calls::{self, Answer, CallPlan, Codec, EventUse, Origin};
use crate::http::accept::Accepts;
use crate::http::refusal::Refusal;
use crate::http::{Exchange, answer, content_type};
use crate::jsonrpc::{self, Body, Cause, Fault, METHOD_NOT_FOUND, RequestId};
use crate::refusal::Refused;
use crate::refused_calls::Called;
use crate::state::Wire;
use axum_core::response::Response;
use host_api::{CallContext, CallEvent, ClientCapabilities, ErrorKind, UnityOfCall};
use http::{HeaderMap, StatusCode};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// The functions with which a JSON-RPC dialect creates the faults of requests without a result.
pub struct Form {
    /// Creates the fault of a host that accepts no more requests now, from a message and a kind.
    pub busy: fn(&str, ErrorKind) -> Fault,
    /// Converts the fault of a message that is not a request, or not one of this dialect.
    pub no_request: fn(Fault) -> Fault,
}

impl Form {
    /// Parses a body, or returns the response that rejects it.
    pub fn read<'a>(&self, headers: &HeaderMap, body: &'a [u8]) -> Result<Body<'a>, Box<Response>> {
        if let Err(refusal) = content_type::json_or_undeclared(headers) {
            return Err(Box::new(self.refuse_body(body, refusal)));
        }
        jsonrpc::parse(body).map_err(|fault| Box::new(self.refuse(body, fault)))
    }

    /// Rejects a body that was read and is not a request.
    pub fn refuse(&self, body: &[u8], fault: Fault) -> Response {
        answer::refusal((self.no_request)(fault), Some(&jsonrpc::id_of(body)))
    }

    /// Rejects a body that did not arrive completely.
    pub fn refuse_body(&self, body: &[u8], refusal: Refusal) -> Response {
        let Refusal { status, fault } = refusal;
        let told = match fault.cause {
            Cause::Busy | Cause::TooMany => (self.busy)(&fault.message, ErrorKind::RateLimited),
            Cause::Request | Cause::Ended => (self.no_request)(fault),
        };
        answer::refusal(told.with_status(status), Some(&jsonrpc::id_of(body)))
    }
}

/// Returns the answer to a request. A method that does not exist is the only failure with its own status.
pub fn request_answer(id: &RequestId, answered: Result<Response, Fault>) -> Response {
    let refusal = |fault: Fault| match fault.code {
        METHOD_NOT_FOUND => fault.with_status(StatusCode::NOT_FOUND),
        _ => fault.into(),
    };
    answered.unwrap_or_else(|fault| answer::refusal(refusal(fault), Some(id)))
}

/// The result of `run`.
pub struct Ran<T> {
    /// The answer of the work, or its replacement; `None` if the connection was lost.
    pub text: Option<Kept>,
    /// The additional value of the work; `None` if the host itself aborted.
    pub value: Option<T>,
}

/// Runs `work`, which returns the answer and an additional value, in an owned task within `server.max-in-flight`.
/// `failure` writes the answer if the host itself aborted.
pub async fn run<T, N, W, F>(
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
            // The receiver is gone if the connection ended.
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

/// Runs `work` like `run`, and returns its answer as the response to a POST.
pub async fn respond<N, W, F>(exchange: &Exchange, called: Called<'_>, failure: N, work: W) -> Result<Response, Refused>
where
    N: Fn(&str) -> Vec<u8> + Send + 'static,
    W: FnOnce(CallContext) -> F + Send,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let room = Arc::clone(&exchange.room);
    let named = exchange.unity();
    let work = |mut context: CallContext| {
        context.unity = UnityOfCall::from_name(named);
        let work = work(context);
        async move { (work.await, ()) }
    };
    let ran = run(&exchange.wire, called, room, failure, work).await?;
    Ok(match ran.text {
        Some(text) => answer::kept_in_form(Accepts::JSON_ONLY, &text),
        // Only a lost connection cancels, so no client reads this.
        None => answer::empty(StatusCode::SERVICE_UNAVAILABLE),
    })
}

/// A codec that sends nothing to the caller before the answer; events that concern all clients are passed on.
struct Quiet<N> {
    wire: Arc<Wire>,
    failure: N,
}

impl<N: Fn(&str) -> Vec<u8> + Send + 'static> Codec for Quiet<N> {
    fn event(&mut self, event: CallEvent) -> EventUse {
        self.wire.changes.announce(&event);
        EventUse::Nothing
    }

    fn failure(&self, why: &str) -> Vec<u8> {
        (self.failure)(why)
    }
}
