//! The path `/bridge`: WebSocket connections from Unity instances, passed as whole messages to a `LinkService`.
//!
//! This module checks upgrade requests, and passes messages between the socket and queues. `LinkService` handles their
//! content and the authentication of the instance.

mod carrying;
mod shared_state;

pub(crate) use shared_state::UnityLinks;

use crate::http::answer;
use crate::http::refusal::Refusal;
use crate::http::route::Route;
use crate::http::switch::Switch;
use crate::jsonrpc::INVALID_REQUEST;
use crate::state::Wire;
use crate::websocket::{self, Terms};
use axum_core::response::{IntoResponse, Response};
use host_api::Link;
use http::header::{ORIGIN, SEC_WEBSOCKET_PROTOCOL};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};
use std::net::SocketAddr;
use std::sync::Arc;

/// The HTTP path to which Unity instances connect.
const PATH: &str = "/bridge";

/// The WebSocket subprotocol that the Unity package requests.
const SUBPROTOCOL: &str = "unity-tools-bridge.v1";

pub(crate) fn route(wire: &Arc<Wire>) -> Route {
    let switch = Switch {
        is_on: wire.options.targets.is_some(),
        protocol: "the link to Unity instances",
        key: "unity.live",
    };
    let wire = Arc::clone(wire);
    Route::new(PATH)
        .switch(switch)
        .upgrade(switch, move |parts, peer| upgrade(&wire, parts, peer))
        .otherwise(upgrade_wanted)
        .proving()
}

fn upgrade(wire: &Arc<Wire>, parts: Parts, peer: SocketAddr) -> Response {
    let Some(service) = wire.options.targets.clone() else {
        return answer::not_found("this host accepts no Unity instances");
    };
    if let Err(refusal) = may_come(&parts, peer) {
        return refusal.into_response();
    }
    let terms = Terms {
        places: &wire.unity_links.connections,
        full: |max| format!("{max} Unity instances are connected, the maximum of this host"),
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

fn upgrade_wanted() -> Response {
    websocket::upgrade_wanted(
        "this path accepts only WebSocket connections of Unity instances: install the package in Unity, and it connects by itself",
    )
}

fn may_come(parts: &Parts, peer: SocketAddr) -> Result<(), Refusal> {
    let forbidden = |why| Refusal::new(StatusCode::FORBIDDEN, INVALID_REQUEST, why);
    if parts.headers.contains_key(ORIGIN) {
        return Err(forbidden(
            "a Unity instance sends no Origin, and no page may speak for one",
        ));
    }
    if !peer.ip().to_canonical().is_loopback() {
        return Err(forbidden("Unity instances are accepted from this machine alone"));
    }
    if parts.method != Method::GET || !asks_for(&parts.headers) {
        let why = format!("a Unity instance must request the subprotocol `{SUBPROTOCOL}` by GET");
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
