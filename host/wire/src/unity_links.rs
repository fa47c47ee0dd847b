//! `/bridge`: connections that Unitys dial in on, carried as whole messages to whoever serves them.
//!
//! Belongs here: who may upgrade, and messages between socket and queues. Does not: what they say and who is believed
//! (`LinkService`), HTTP's own guard.

mod carrying;
mod shared;

pub(crate) use shared::UnityLinks;

use crate::http::answer;
use crate::http::refusal::Refusal;
use crate::http::switch::Switch;
use crate::jsonrpc::INVALID_REQUEST;
use crate::state::Wire;
use crate::websocket::{self, Terms};
use axum_core::response::Response;
use host_api::Link;
use http::header::{ORIGIN, SEC_WEBSOCKET_PROTOCOL};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};
use std::net::SocketAddr;
use std::sync::Arc;

pub(crate) const SWITCH: Switch = Switch {
    is_on: |options| options.unitys.is_some(),
    protocol: "the link to running Unitys",
    key: "unity.live",
};

/// What the package for Unity asks for.
const SUBPROTOCOL: &str = "unity-tools-bridge.v1";

/// Makes a WebSocket of the connection and carries it in a task of its own.
pub(crate) fn upgrade(wire: &Arc<Wire>, parts: Parts, peer: SocketAddr) -> Response {
    let Some(service) = wire.options.unitys.clone() else {
        return answer::not_found("no Unity is taken here");
    };
    if let Err(refusal) = may_come(&parts, peer) {
        return answer::refusal(refusal, None);
    }
    let terms = Terms {
        places: &wire.unity_links.connections,
        full: |max| format!("{max} Unitys are connected, the most that this host takes"),
        held: 0,
        largest: carrying::LARGEST,
        subprotocol: Some(SUBPROTOCOL),
        over: &wire.unity_links.over,
        links: &wire.unity_links.links,
        span: tracing::debug_span!("unity.link", %peer),
    };
    let host = Arc::clone(wire);
    websocket::take(wire, parts, peer, terms, move |socket, arriving| async move {
        let (link, carrier) = Link::pair();
        let carried = carrying::carry(socket, carrier, &arriving, &host.unity_links.over);
        tokio::join!(service.serve(link), carried);
    })
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
