//! Selection of the dialect of a request. A dialect decodes to an `api` request and encodes an `api` outcome. It
//! contains no tool logic, and only it contains its error codes. A new dialect is one new folder, a line here and its
//! routes.

mod bare_requests;
pub(crate) mod command;
pub(crate) mod editor;
pub(crate) mod explorer;
pub(crate) mod mcp;
mod one_answer;
pub(crate) mod per_catalog;
mod published;
pub(crate) mod refused;
mod sessionless;
#[cfg(test)]
pub(crate) mod toy;

pub(crate) use command::counts::CommandTotals;
pub(crate) use command::shared::Command;
pub(crate) use explorer::hub::Relay;
pub(crate) use explorer::shared::Explorer;
pub(crate) use mcp::ask::parked::Parked;
pub(crate) use mcp::ask::used_states::UsedStates;
pub(crate) use mcp::listing::Catalogue;
pub(crate) use mcp::notices::{Subscribers, announce, end_streams};
pub(crate) use mcp::pipe::PipePeer;
pub(crate) use mcp::versions::Version;
pub(crate) use sessionless::listing::MarkedTools;

use crate::health;
use crate::http::refusal::Refusal;
use crate::http::{Exchange, Incoming};
use crate::state::Wire;
use axum_core::response::Response;
use http::Method;

/// `POST /`: Explorer's private methods and its `initialize`; the rest is sessionless JSON-RPC.
pub(crate) async fn post_root(exchange: Exchange) -> Response {
    if explorer::is_for_explorer(&exchange.wire, &exchange.body, true) {
        explorer::post(exchange).await
    } else {
        sessionless::post(exchange).await
    }
}

/// Answers a `POST /` that did not arrive completely.
pub(crate) async fn refuse_root(wire: &Wire, body: &[u8], refusal: Refusal) -> Response {
    if explorer::is_for_explorer(wire, body, true) {
        explorer::refuse_body(wire, body, refusal).await
    } else {
        sessionless::FORM.refuse_body(body, refusal)
    }
}

/// `GET /`: Explorer's events for a client that accepts events, a page for a browser.
pub(crate) async fn get_root(incoming: Incoming) -> Response {
    let Incoming { wire, parts, peer, .. } = &incoming;
    let unity = incoming.unity();
    if parts.method == Method::GET && incoming.accepts.sse && explorer::SWITCH.is_on(&wire.options) {
        explorer::mirror(wire, *peer, unity).await
    } else {
        health::page(&incoming)
    }
}
