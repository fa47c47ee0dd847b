//! The HTTP+SSE transport of MCP 2024-11-05. `GET /sse` opens the client's only stream, with optional `?profile=` and
//! `?unity=`. `POST /messages` receives the client's messages.
//!
//! This module contains the paths, the HTTP statuses and the lifetime of a stream. `pipe` handles the messages.

use crate::Mcp;
use crate::pipe::PipePeer;
use crate::profile;
use crate::v2026_07_28::listen;
use bytes::Bytes;
use host_wire::Wire;
use host_wire::http::refusal::Refusal;
use host_wire::http::{Body, Exchange, Incoming, IntoResponse, Response, StatusCode, answer, content_type};
use host_wire::jsonrpc::Fault;
use host_wire::pipe::{Framing, Pipe, Taken};
use host_wire::sessions::new_id;
use host_wire::streams;
use std::convert::Infallible;
use std::sync::Arc;

/// Handles `GET /sse`: opens the stream, whose first event contains the URL for the client's messages.
pub(crate) fn open(incoming: &Incoming) -> Result<Response, Refusal> {
    let wire = &incoming.wire;
    if !incoming.accepts.stream {
        let message = "Accept excludes text/event-stream, the only form of this answer";
        return Err(Refusal::not_acceptable(message));
    }
    let picked = profile::from_query(incoming.parts.uri.query())?;
    let place = listen::place(wire)?;
    let id = new_id().ok_or_else(|| Fault::busy("this system gives no randomness for a session"))?;
    let endpoint = Bytes::from(format!("event: endpoint\ndata: /messages?session_id={id}\n\n"));
    let pipe = Pipe::new(
        id,
        picked,
        incoming.unity(),
        Framing::Events,
        wire.pipe_backlog(),
        Some(place),
        &wire.budget,
    )?;
    wire.pipes.add(&pipe);
    // If a shutdown began in between, it has ended the pipe, or this check detects it.
    if wire.is_draining() {
        pipe.end();
    }
    let carrier = Carrier {
        wire: Arc::clone(wire),
        pipe,
        preface: Some(endpoint),
    };
    let body = futures_util::stream::unfold(carrier, |mut carrier| async move {
        carrier.next().await.map(|bytes| (Ok::<_, Infallible>(bytes), carrier))
    });
    Ok(answer::event_stream(Body::from_stream(body)))
}

/// The response body of one `GET /sse`. The session ends with it, because this transport cannot resume.
struct Carrier {
    wire: Arc<Wire>,
    pipe: Arc<Pipe>,
    preface: Option<Bytes>,
}

impl Carrier {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(preface) = self.preface.take() {
            return Some(preface);
        }
        match self.pipe.take(self.wire.options.keep_alive).await {
            Taken::Some(bytes) => Some(bytes),
            Taken::Silence => Some(streams::KEEP_ALIVE),
            Taken::End => None,
        }
    }
}

impl Drop for Carrier {
    fn drop(&mut self) {
        self.wire.pipes.remove(&self.pipe);
        self.pipe.abandon();
    }
}

/// Handles `POST /messages`: the response is 202, and the answer is sent on the stream. Only a message without a
/// readable request id gets its error as the response.
pub(crate) async fn post(mcp: Arc<Mcp>, exchange: Exchange) -> Result<Response, Refusal> {
    content_type::json_or_undeclared(&exchange.headers)?;
    let pipe = find(&exchange.wire, exchange.query.as_deref())?;
    let peer = PipePeer {
        mcp,
        pipe,
        address: exchange.peer.to_string().into(),
        takes_stateless: false,
    };
    peer.receive(exchange.body, exchange.call, exchange.room).await?;
    Ok((StatusCode::ACCEPTED, "Accepted").into_response())
}

/// Returns the pipe (open `/sse` stream) that the query names. The error is 400 if it names none, 404 if it is unknown.
pub(crate) fn find(wire: &Wire, query: Option<&str>) -> Result<Arc<Pipe>, Refusal> {
    let named = query
        .unwrap_or_default()
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .find(|(name, _)| matches!(*name, "session_id" | "sessionId"));
    let Some((_, id)) = named.filter(|(_, id)| !id.is_empty()) else {
        let missing = Fault::invalid_request(
            "`session_id` is missing in the query: open `GET /sse` first and post to the address in its `endpoint` event",
        );
        return Err(missing.into());
    };
    wire.pipes.find(id).ok_or_else(|| {
        let ended = "there is no such session (its stream ended, or the host restarted): open `GET /sse` again";
        Fault::session_ended(ended).into()
    })
}
