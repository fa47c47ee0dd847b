//! Hop 2 for commands over a WebSocket: accepting upgrades, and the state that all its connections share.

mod calls;
pub(crate) mod counts;
mod link;
mod schema;
mod shapes;
pub(crate) mod shared;

use crate::dialects::bare_requests;
use crate::dialects::command::calls::CommandSender;
use crate::dialects::command::counts::Counts;
use crate::http::switch::Switch;
use crate::http::unity;
use crate::jsonrpc::shortened;
use crate::random_id::random_id;
use crate::state::Wire;
use crate::websocket::{self, Terms};
use axum_core::response::Response;
use host_api::{Caller, Dialect, Proof};
use http::header::USER_AGENT;
use http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;

pub(crate) const SWITCH: Switch = Switch {
    is_on: |options| options.command.enabled,
    protocol: "the command protocol",
    key: "dialects.command.enabled",
};

/// Upgrades the connection to a WebSocket and serves it in a separate task.
pub(crate) fn upgrade(wire: &Arc<Wire>, parts: Parts, peer: SocketAddr) -> Response {
    let client = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    let caller = Caller {
        client: client.map(|client| shortened(client).into()).unwrap_or_default(),
        // No other client writes to this connection, even behind a proxy.
        proof: random_id::<16>().map(|id| Proof::Connection(id.into())),
        ..bare_requests::caller(Dialect::Command, peer)
    };
    let unity = unity::of(&parts);
    let terms = Terms {
        places: &wire.command.connections,
        full: |max| format!("{max} WebSocket connections are open, the maximum of this host"),
        held: unity.as_ref().map_or(0, String::len),
        largest: wire.options.max_body,
        subprotocol: None,
        over: &wire.cut,
        links: &wire.command.links,
        span: tracing::debug_span!("command.link", %peer),
    };
    let host = Arc::clone(wire);
    websocket::take(wire, parts, peer, terms, move |socket, arriving| async move {
        // Logs the counts when it is dropped, however the connection ends.
        let mut counts = Counts::new(peer, Arc::clone(&host.command.counted));
        tokio::select! {
            () = link::run(&host, CommandSender { caller, unity }, socket, &arriving, &mut counts) => {}
            () = host.cut.cancelled() => counts.end("cut off at the shutdown of the host"),
        }
    })
}

/// The answer to a request for `/ws` without an upgrade.
pub(crate) fn upgrade_wanted() -> Response {
    websocket::upgrade_wanted(
        "this path accepts only WebSocket connections: connect to it with `ws://`, and send commands as JSON text frames",
    )
}
