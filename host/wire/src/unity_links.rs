//! `/bridge`: connections that Unitys dial in on, carried as whole messages to whoever serves them.
//!
//! Belongs here: who may upgrade, and messages between socket and queues. Does not: what they say and who is believed
//! (`LinkService`), HTTP's own guard.

mod carrying;

use crate::budget::Share;
use crate::connections::Busy;
use crate::http::answer;
use crate::http::refusal::Refusal;
use crate::http::routes::Switch;
use crate::jsonrpc::{INTERNAL_ERROR, INVALID_REQUEST};
use crate::slots::Slots;
use crate::state::Wire;
use crate::websocket::{self, Arriving};
use axum_core::response::Response;
use host_api::Link;
use http::header::{HeaderValue, ORIGIN, SEC_WEBSOCKET_PROTOCOL};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

pub(crate) const SWITCH: Switch = Switch {
    is_on: |options| options.unitys.is_some(),
    protocol: "the link to running Unitys",
    key: "unity.live",
};

/// What the package for Unity asks for.
const SUBPROTOCOL: &str = "unity-tools-bridge.v1";

/// Connections open at once, those that prove nothing among them.
const MOST: usize = 32;

/// What all connections of Unitys share.
pub(crate) struct UnityLinks {
    connections: Arc<Slots>,
    /// Owns the task of each, from the upgrade on.
    pub(crate) links: TaskTracker,
    /// Calls have drained: links end.
    pub(crate) over: CancellationToken,
}

impl UnityLinks {
    pub(crate) fn new() -> Self {
        Self {
            connections: Slots::new(MOST),
            links: TaskTracker::new(),
            over: CancellationToken::new(),
        }
    }
}

/// Makes a WebSocket of the connection and carries it in a task of its own.
pub(crate) fn upgrade(wire: &Arc<Wire>, mut parts: Parts, peer: SocketAddr) -> Response {
    let Some(service) = wire.options.unitys.clone() else {
        return unavailable("no Unity is taken here");
    };
    if let Err(refusal) = may_come(&parts, peer) {
        return answer::refusal(refusal, None);
    }
    if wire.is_draining() {
        return unavailable("the host is shutting down");
    }
    let handshake = match websocket::shake(&mut parts) {
        Ok(handshake) => handshake,
        Err(refusal) => return *refusal,
    };
    let Some(place) = wire.unity_links.connections.take() else {
        return unavailable("as many Unitys are connected as this host takes");
    };
    let room = match wire.budget.reserve(Share::Commands, websocket::LINK) {
        Ok(room) => room,
        Err(full) => return answer::refusal(full, None),
    };
    let connection = parts.extensions.remove::<Arc<Busy>>();
    let (on_upgrade, mut response) = handshake.into_parts();
    let chosen = HeaderValue::from_static(SUBPROTOCOL);
    response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, chosen);
    let host = Arc::clone(wire);
    let link = async move {
        let _places = (place, connection, room);
        let arriving = Arriving::new(&host.budget);
        let opened = tokio::select! {
            opened = websocket::open(on_upgrade, carrying::LARGEST, arriving.clone()) => opened,
            () = host.unity_links.over.cancelled() => return,
        };
        match opened {
            Ok(socket) => {
                let (link, carrier) = Link::pair();
                let carried = carrying::carry(socket, carrier, &arriving, &host.unity_links.over);
                tokio::join!(service.serve(link), carried);
            }
            Err(error) => tracing::debug!(%peer, %error, "a connection did not become a WebSocket"),
        }
    };
    let span = tracing::debug_span!("unity.link", %peer);
    wire.unity_links.links.spawn(link.instrument(span));
    response
}

/// `/bridge` without an upgrade.
pub(crate) fn upgrade_wanted() -> Response {
    websocket::upgrade_wanted(
        "this path takes WebSocket connections of Unitys alone: put the package into Unity and it dials by itself",
    )
}

fn may_come(parts: &Parts, peer: SocketAddr) -> Result<(), Refusal> {
    let forbidden = |why| Refusal::new(StatusCode::FORBIDDEN, INVALID_REQUEST, why);
    if parts.headers.contains_key(ORIGIN) {
        return Err(forbidden("a Unity sends no Origin, and no page may speak for one"));
    }
    if !peer.ip().to_canonical().is_loopback() {
        return Err(forbidden("Unitys are taken from this machine alone"));
    }
    if parts.method != Method::GET || !asks_for(&parts.headers) {
        let why = format!("a Unity asks by GET for the subprotocol `{SUBPROTOCOL}`");
        return Err(Refusal::new(StatusCode::BAD_REQUEST, INVALID_REQUEST, why));
    }
    Ok(())
}

fn asks_for(headers: &HeaderMap) -> bool {
    let asked = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    asked
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .any(|word| word.trim_ascii() == SUBPROTOCOL.as_bytes())
}

fn unavailable(why: &str) -> Response {
    let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, INTERNAL_ERROR, why);
    answer::refusal(refusal, None)
}
