//! Hop 1: what every request passes before a dialect sees it, and the table of paths.
//!
//! CORS, Host, Origin, token, body size. Reads no JSON-RPC: dialects do.

pub(crate) mod accept;
pub(crate) mod answer;
mod body;
mod cors;
mod guard;

use crate::dialects;
use crate::state::Wire;
use crate::{health, metrics};
use accept::Accepts;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{ACCEPT, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use host_api::CallId;
use std::net::SocketAddr;
use std::sync::Arc;
use tracing::Instrument;

/// The whole face, for `axum::serve`.
pub(crate) fn router(wire: Arc<Wire>) -> Router {
    Router::new().fallback(enter).with_state(wire)
}

/// One request as a dialect gets it.
pub(crate) struct Exchange {
    pub(crate) wire: Arc<Wire>,
    pub(crate) headers: HeaderMap,
    pub(crate) peer: SocketAddr,
    pub(crate) accepts: Accepts,
    /// Of the first call that the request makes; further calls of a batch take ids of their own.
    pub(crate) call: CallId,
    pub(crate) body: Bytes,
}

async fn enter(
    State(wire): State<Arc<Wire>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let cors = cors::Cors::of(&parts, &wire.options);
    // A preflight grants nothing, so it is answered whatever its Origin.
    let mut response = if parts.method == Method::OPTIONS {
        answer::empty(StatusCode::NO_CONTENT)
    } else {
        let span = tracing::debug_span!("http.request", method = %parts.method, path = parts.uri.path());
        guarded(wire, parts, body, peer).instrument(span).await
    };
    cors.apply(&mut response);
    response
}

async fn guarded(wire: Arc<Wire>, parts: Parts, body: Body, peer: SocketAddr) -> Response {
    if let Err(refusal) = guard::origin_and_host(&parts, &wire.options) {
        return *refusal;
    }
    let path = parts.uri.path();
    let is_read = matches!(parts.method, Method::GET | Method::HEAD);
    if path == "/health" && is_read {
        let all = guard::sees_all(&parts.headers, peer, &wire.options);
        return health::health(&wire, all);
    }
    if !guard::has_token(&parts.headers, &wire.options) {
        return guard::token_wanted();
    }
    match path {
        "/mcp" | "/mcp/" => mcp(wire, parts, body, peer).await,
        "/ready" if is_read => health::ready(&wire),
        "/metrics" if is_read => metrics::metrics(&wire),
        "/health" | "/ready" | "/metrics" => answer::method_not_allowed(&parts.method, path, "GET, HEAD, OPTIONS"),
        "/" if is_read && !wants_a_dialect(&parts.headers) => health::page(&wire),
        "/" | "/message" | "/read" | "/editor" | "/ws" | "/sse" | "/messages" => answer::not_found(&format!(
            "this build does not serve the protocol of `{path}`; standard MCP is at `/mcp`"
        )),
        _ => answer::not_found("nothing is served here; standard MCP is at `/mcp`, the host's state at `/health`"),
    }
}

/// A WebSocket upgrade or an event stream at `/` belongs to a dialect, not to a person with a browser.
fn wants_a_dialect(headers: &HeaderMap) -> bool {
    headers.contains_key(UPGRADE)
        || headers
            .get(ACCEPT)
            .is_some_and(|accept| accept.as_bytes().starts_with(b"text/event-stream"))
}

async fn mcp(wire: Arc<Wire>, parts: Parts, body: Body, peer: SocketAddr) -> Response {
    let accepts = Accepts::of(&parts.headers);
    match parts.method {
        Method::POST => {
            let body = match body::read(body, &parts.headers, &wire.options).await {
                Ok(body) => body,
                Err(fault) => return answer::fault(&fault, None),
            };
            let call = CallId::next();
            tracing::debug!(target: "hop", call = %call, hop = "wire.http", %peer, path = parts.uri.path(), bytes = body.len());
            let exchange = Exchange {
                wire,
                headers: parts.headers,
                peer,
                accepts,
                call,
                body,
            };
            dialects::post(exchange).await
        }
        Method::GET => dialects::get(&wire, &parts.headers, accepts),
        Method::DELETE => dialects::delete(&wire, &parts.headers),
        _ => answer::method_not_allowed(&parts.method, parts.uri.path(), dialects::MCP_METHODS),
    }
}
