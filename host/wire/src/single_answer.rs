//! Execution of calls for dialects that send one answer and no events before it. A lost connection cancels the call.
//!
//! This module contains the common part of such calls, and parses their request bodies. Each dialect creates its
//! requests and encodes its answers.

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

/// Functions with which a JSON-RPC client protocol creates its own errors for requests that have no result.
pub struct Form {
    /// Creates the error for a request that the host rejects because it is busy, from a message and an error kind.
    pub busy: fn(&str, ErrorKind) -> Fault,
    /// Converts the error for a message that is not a valid request of this protocol.
    pub no_request: fn(Fault) -> Fault,
}

impl Form {
    /// Checks the content type and parses a request body as JSON-RPC. The error is the complete HTTP response to send.
    pub fn read<'a>(&self, headers: &HeaderMap, body: &'a [u8]) -> Result<Body<'a>, Box<Response>> {
        if let Err(refusal) = content_type::json_or_undeclared(headers) {
            return Err(Box::new(self.refuse_body(body, refusal)));
        }
        jsonrpc::parse(body).map_err(|fault| Box::new(self.refuse(body, fault)))
    }

    /// Returns the error response to a complete HTTP body that is not a valid request of this protocol.
    pub fn refuse(&self, body: &[u8], fault: Fault) -> Response {
        answer::refusal((self.no_request)(fault), Some(&jsonrpc::id_of(body)))
    }

    /// Returns the error response, in this protocol's format, to a request whose body was not read completely.
    pub fn refuse_body(&self, body: &[u8], refusal: Refusal) -> Response {
        let Refusal { status, fault } = refusal;
        let told = match fault.cause {
            Cause::Busy | Cause::TooMany => (self.busy)(&fault.message, ErrorKind::RateLimited),
            Cause::Request | Cause::Ended => (self.no_request)(fault),
        };
        answer::refusal(told.with_status(status), Some(&jsonrpc::id_of(body)))
    }
}

/// Returns the response to a request. For an unknown method, the response has HTTP status 404.
pub fn request_answer(id: &RequestId, answered: Result<Response, Fault>) -> Response {
    let refusal = |fault: Fault| match fault.code {
        METHOD_NOT_FOUND => fault.with_status(StatusCode::NOT_FOUND),
        _ => fault.into(),
    };
    answered.unwrap_or_else(|fault| answer::refusal(refusal(fault), Some(id)))
}

/// The result of work that runs as one call: the answer to the client, and a further value of the work.
pub struct Ran<T> {
    /// The answer that the work created, or an error answer; `None` if the connection was lost.
    pub text: Option<Kept>,
    /// The additional value that the work returned; `None` if the work did not complete.
    pub value: Option<T>,
}

/// Runs `work` in its own task within `server.max-in-flight`; `work` returns the answer and an additional value.
/// `failure` encodes the answer if the host cannot complete the work. Fails if the call gets no slot.
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
            // The receiver no longer exists if the connection was lost.
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

/// Runs `work` as a call that counts for `server.max-in-flight`. Returns its answer as the response to a POST request.
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
        // Only a lost connection cancels the call, so no client receives this response.
        None => answer::empty(StatusCode::SERVICE_UNAVAILABLE),
    })
}

/// An encoder for calls whose client gets no events. Changes that concern other clients are still passed to them.
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
