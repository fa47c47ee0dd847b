//! Taking an upgrade: what it is refused for, the places that the connection holds, and the task that serves it.
//!
//! Belongs here: what all kinds of WebSocket connections have in common. Does not: who may come, and what is said.

use super::{Arriving, Handshake, LINK, Socket, open, shake};
use crate::budget::Share;
use crate::connections::Busy;
use crate::http::answer;
use crate::http::refusal::Refusal;
use crate::jsonrpc::INTERNAL_ERROR;
use crate::slots::Slots;
use crate::state::Wire;
use axum_core::response::Response;
use http::StatusCode;
use http::header::{HeaderValue, SEC_WEBSOCKET_PROTOCOL};
use http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};

/// How connections of one kind are taken.
pub(crate) struct Terms<'a> {
    /// Places for open ones.
    pub(crate) places: &'a Arc<Slots>,
    /// What is said where all so many of them are taken.
    pub(crate) full: fn(usize) -> String,
    /// Bytes that this one holds besides its buffers.
    pub(crate) held: usize,
    /// Bytes of a message.
    pub(crate) largest: usize,
    /// The one that is spoken, where this kind has any.
    pub(crate) subprotocol: Option<&'static str>,
    /// Nobody waits any more for the connection to become a WebSocket.
    pub(crate) over: &'a CancellationToken,
    /// Owns its task from the upgrade on.
    pub(crate) links: &'a TaskTracker,
    pub(crate) span: Span,
}

/// Makes a WebSocket of the connection and has `serve` serve it in a task of its own.
pub(crate) fn take<F>(
    wire: &Arc<Wire>,
    parts: Parts,
    peer: SocketAddr,
    terms: Terms<'_>,
    serve: impl FnOnce(Socket, Arriving) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    taken(wire, parts, peer, terms, serve).unwrap_or_else(|refusal| *refusal)
}

fn taken<F>(
    wire: &Arc<Wire>,
    mut parts: Parts,
    peer: SocketAddr,
    terms: Terms<'_>,
    serve: impl FnOnce(Socket, Arriving) -> F + Send + 'static,
) -> Result<Response, Box<Response>>
where
    F: Future<Output = ()> + Send + 'static,
{
    if wire.is_draining() {
        return Err(unavailable("the host is shutting down"));
    }
    let Handshake {
        on_upgrade,
        mut response,
    } = shake(&mut parts)?;
    let place = terms.places.take();
    let place = place.ok_or_else(|| unavailable((terms.full)(terms.places.max())))?;
    let room = wire.budget.reserve(Share::Commands, LINK + terms.held);
    let room = room.map_err(|full| Box::new(answer::refusal(full, None)))?;
    if let Some(subprotocol) = terms.subprotocol {
        let chosen = HeaderValue::from_static(subprotocol);
        response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, chosen);
    }
    // The accept loop lets go of the connection once it is no HTTP any more, or carries no other request.
    let connection = parts.extensions.remove::<Arc<Busy>>();
    let arriving = Arriving::new(&wire.budget);
    let (largest, over) = (terms.largest, terms.over.clone());
    let patience = wire.options.body_timeout;
    let link = async move {
        let _places = (place, connection, room);
        let opened = tokio::select! {
            opened = open(on_upgrade, largest, arriving.clone(), patience) => opened,
            () = over.cancelled() => return,
        };
        match opened {
            Ok(socket) => serve(socket, arriving).await,
            Err(error) => tracing::debug!(%peer, %error, "a connection did not become a WebSocket"),
        }
    };
    terms.links.spawn(link.instrument(terms.span));
    Ok(response)
}

fn unavailable(message: impl Into<String>) -> Box<Response> {
    let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, INTERNAL_ERROR, message);
    Box::new(answer::refusal(refusal, None))
}
