//! The acceptance of WebSocket upgrades: the checks, the slot of the connection, and the task that serves it.
//!
//! This module contains the common part for all kinds of WebSocket connections. Each kind checks its clients and
//! handles its messages.

use super::{Arriving, Handshake, LINK, Socket, open, shake};
use crate::budget::Share;
use crate::connections::Busy;
use crate::http::refusal::Refusal;
use crate::jsonrpc::INTERNAL_ERROR;
use crate::slots::Slots;
use crate::state::Wire;
use axum_core::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderValue, SEC_WEBSOCKET_PROTOCOL};
use http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};

/// The limits and shared resources of the WebSocket connections of one protocol or of Unity instances.
pub struct Terms<'a> {
    /// The slots that limit the number of open connections.
    pub places: &'a Arc<Slots>,
    /// Creates the error message if all slots are in use, from the maximum number of slots.
    pub full: fn(usize) -> String,
    /// Bytes that each connection reserves in the memory budget, in addition to its buffers.
    pub held: usize,
    /// Maximum bytes of one message from a client; a larger one ends the connection.
    pub largest: usize,
    /// The WebSocket subprotocol that clients must request; `None` if these connections have none.
    pub subprotocol: Option<&'static str>,
    /// A token that aborts upgrades that are not complete when it is cancelled.
    pub over: &'a CancellationToken,
    /// The tracker of the tasks that serve the connections.
    pub links: &'a TaskTracker,
    pub span: Span,
}

/// Upgrades the connection to a WebSocket, which `serve` handles in a separate task. Returns the response to send.
pub fn take<F>(
    wire: &Arc<Wire>,
    parts: Parts,
    peer: SocketAddr,
    terms: Terms<'_>,
    serve: impl FnOnce(Socket, Arriving) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    upgrade_connection(wire, parts, peer, terms, serve).unwrap_or_else(|refusal| *refusal)
}

fn upgrade_connection<F>(
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
    let room = room.map_err(|full| Box::new(Refusal::from(full).into_response()))?;
    if let Some(subprotocol) = terms.subprotocol {
        let chosen = HeaderValue::from_static(subprotocol);
        response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, chosen);
    }
    // The accept loop may close the connection when it is no longer HTTP and has no other request.
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
    Box::new(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, INTERNAL_ERROR, message).into_response())
}
