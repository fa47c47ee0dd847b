//! Which dialect a request belongs to. A dialect decodes to an `api` request and encodes an `api` outcome;
//! it holds no tool logic, and its error numbers stand nowhere else. A new dialect is one new folder and a line here.

mod command;
mod editor;
mod explorer;
mod mcp;
mod one_answer;
mod published;
mod sessionless;

pub(crate) use command::Command;
pub(crate) use command::counts::CommandTotals;
pub(crate) use explorer::Explorer;
pub(crate) use explorer::hub::Relay;
pub(crate) use mcp::ask::parked::Parked;
pub(crate) use mcp::ask::used_states::UsedStates;
pub(crate) use mcp::listing::Catalogue;
pub(crate) use mcp::notices::{Subscribers, announce, end_streams};
pub(crate) use mcp::pipe::PipePeer;
pub(crate) use mcp::versions::Version;
pub(crate) use sessionless::listing::MarkedTools;

use crate::http::accept::Accepts;
use crate::http::{Exchange, answer};
use crate::jsonrpc::{self, Fault};
use crate::state::Wire;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use std::net::SocketAddr;
use std::sync::Arc;

/// What `/mcp` serves, for `Allow`.
pub(crate) const MCP_METHODS: &str = "POST, GET, DELETE, OPTIONS";
/// What `/mcp` serves to a 2026-07-28 client.
const MODERN_METHODS: &str = "POST, OPTIONS";

/// `POST /mcp`: standard MCP, told apart by the version header or by the `_meta` of the request; without a session
/// Explorer's private names.
pub(crate) async fn post(exchange: Exchange) -> Response {
    let bytes = exchange.body.clone();
    let is_standard = mcp::v2025_11_25::has_mcp_header(&exchange.headers);
    match jsonrpc::parse(&bytes) {
        Ok(body) if mcp::v2026_07_28::speaks(&exchange.headers, &body) => mcp::v2026_07_28::post(exchange, body).await,
        _ if !is_standard && explorer::is_for_explorer(&exchange.wire, &bytes, false) => explorer::post(exchange).await,
        Ok(body) => mcp::v2025_11_25::post(exchange, body).await,
        Err(fault) => answer::fault(&fault, None),
    }
}

/// `GET /sse`: the one stream of the 2024-11-05 transport.
pub(crate) fn open_sse(wire: &Arc<Wire>, accepts: Accepts) -> Response {
    mcp::v2024_11_05::open(wire, accepts)
}

/// `POST /messages`, refused before its body is read where it names no open stream.
pub(crate) fn check_messages(wire: &Wire, query: Option<&str>) -> Option<Response> {
    mcp::v2024_11_05::find(wire, query)
        .err()
        .map(|fault| answer::fault(&fault, None))
}

/// `POST /messages`: what a client of the 2024-11-05 transport says.
pub(crate) async fn post_messages(exchange: Exchange, query: Option<&str>) -> Response {
    mcp::v2024_11_05::post(exchange, query).await
}

/// `POST /message`: all of it is Explorer's.
pub(crate) async fn post_message(exchange: Exchange) -> Response {
    explorer::post(exchange).await
}

/// `POST /editor`: all of it is EditorMCP's.
pub(crate) async fn post_editor(exchange: Exchange) -> Response {
    editor::post(exchange).await
}

/// `POST /`: Explorer's private names and its `initialize`; the rest is sessionless JSON-RPC.
pub(crate) async fn post_root(exchange: Exchange) -> Response {
    let bytes = exchange.body.clone();
    if explorer::is_for_explorer(&exchange.wire, &bytes, true) {
        return explorer::post(exchange).await;
    }
    sessionless::post(exchange).await
}

/// A request that did not come through to its dialect, in the form of that of its path. `body` as far as it is there.
pub(crate) async fn refuse_body(wire: &Wire, path: &str, body: &[u8], fault: &Fault) -> Response {
    match path {
        "/message" => explorer::refuse_body(wire, body, fault).await,
        "" if explorer::is_for_explorer(wire, body, true) => explorer::refuse_body(wire, body, fault).await,
        "/editor" => editor::refuse_body(body, fault),
        "" => sessionless::refuse_body(body, fault),
        _ => {
            let id = jsonrpc::id_of(body);
            answer::fault(fault, Some(&id).filter(|id| id.as_json() != "null"))
        }
    }
}

/// `GET /` for a client that wants events.
pub(crate) async fn mirror(wire: &Arc<Wire>, peer: SocketAddr) -> Response {
    match explorer::stream::mirror(wire, peer) {
        Ok(response) => response,
        Err(failure) => explorer::refuse(wire, &None, &failure).await,
    }
}

/// `GET /read`.
pub(crate) async fn read(wire: &Arc<Wire>, peer: SocketAddr, query: Option<&str>) -> Response {
    explorer::read::read(wire, peer, query).await
}

/// An upgrade of `/ws` or `/` to a WebSocket.
pub(crate) fn command(wire: &Arc<Wire>, parts: Parts, peer: SocketAddr) -> Response {
    command::upgrade(wire, parts, peer)
}

/// `/ws` asked for as if it were a page.
pub(crate) fn command_without_upgrade(wire: &Wire) -> Response {
    command::without_upgrade(wire)
}

/// `GET /mcp`: with a session its stream, with a version alone an error, with neither Explorer's mirror.
pub(crate) async fn get(wire: &Arc<Wire>, peer: SocketAddr, headers: &HeaderMap, accepts: Accepts) -> Response {
    if mcp::v2026_07_28::is_modern_header(headers) {
        return answer::method_not_allowed(&Method::GET, "/mcp", MODERN_METHODS);
    }
    let explorer = &wire.options.explorer;
    let is_mirrored = explorer.enabled && explorer::stream::is_mirrored_to(peer, explorer);
    if is_mirrored && accepts.sse && !mcp::v2025_11_25::has_mcp_header(headers) {
        return mirror(wire, peer).await;
    }
    mcp::v2025_11_25::get(wire, headers, accepts)
}

/// `DELETE /mcp`.
pub(crate) async fn delete(wire: &Arc<Wire>, headers: &HeaderMap) -> Response {
    if mcp::v2026_07_28::is_modern_header(headers) {
        return answer::method_not_allowed(&Method::DELETE, "/mcp", MODERN_METHODS);
    }
    mcp::v2025_11_25::delete(wire, headers).await
}
