//! Hop 1: what every request passes before a dialect sees it, and the table of paths.
//!
//! CORS, Host, Origin, token, body size. Reads no JSON-RPC: dialects do.

pub(crate) mod accept;
pub(crate) mod answer;
mod body;
mod cors;
mod guard;
mod head;
pub(crate) mod inert;
pub(crate) mod outgoing;

use crate::budget::Reservation;
use crate::dialects;
use crate::state::Wire;
use crate::{health, metrics, websocket};
use accept::Accepts;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use host_api::CallId;
use std::net::SocketAddr;
use std::sync::Arc;
use tracing::Instrument;

/// One request as a dialect gets it.
pub(crate) struct Exchange {
    pub(crate) wire: Arc<Wire>,
    pub(crate) headers: HeaderMap,
    pub(crate) peer: SocketAddr,
    pub(crate) accepts: Accepts,
    /// Of the first call that the request makes; further calls of a batch take ids of their own.
    pub(crate) call: CallId,
    pub(crate) body: Bytes,
    /// For what the body is read into and the calls made of it, each of which holds it until it ends.
    pub(crate) room: Arc<Reservation>,
}

/// Answers one request of `peer`.
pub(crate) async fn enter(wire: Arc<Wire>, peer: SocketAddr, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    guard::hide_credentials(&mut parts.headers);
    let cors = cors::Cors::of(&parts, &wire.options);
    // A preflight grants nothing, so it is answered whatever its Origin.
    let mut response = if parts.method == Method::OPTIONS {
        answer::empty(StatusCode::NO_CONTENT)
    } else {
        let span = tracing::debug_span!("http.request", method = %parts.method, path = parts.uri.path());
        let path = parts.uri.path().to_owned();
        async {
            let response = guarded(Arc::clone(&wire), parts, body, peer).await;
            outgoing::counted(&wire, &path, response).await
        }
        .instrument(span)
        .await
    };
    cors.apply(&mut response);
    inert::mark(&mut response);
    response
}

async fn guarded(wire: Arc<Wire>, parts: Parts, body: Body, peer: SocketAddr) -> Response {
    let path = parts.uri.path();
    let is_read = matches!(parts.method, Method::GET | Method::HEAD);
    let admitted = guard::origin_and_host(&parts, &wire.options);
    if is_read && matches!(path, "/health" | "/ready") && (admitted.is_ok() || guard::is_probe(&parts)) {
        let all = admitted.is_ok() && guard::sees_all(&parts.headers, peer, &wire.options);
        return match path {
            "/health" => health::health(&wire, all),
            _ => health::ready(&wire, all),
        };
    }
    if let Err(refusal) = admitted {
        return *refusal;
    }
    if !guard::has_token(&parts.headers, &wire.options) {
        return guard::token_wanted();
    }
    if is_read && path == "/metrics" {
        // It tells what takes the room, and holds nothing.
        return metrics::metrics(&wire);
    }
    let _room = match head::room(&wire, &parts).await {
        Ok(room) => room,
        Err(refusal) => return refusal,
    };
    let accepts = Accepts::of(&parts.headers);
    let explorer = wire.options.explorer.enabled;
    match path {
        "/mcp" | "/mcp/" => mcp(wire, parts, body, peer, accepts).await,
        "/health" | "/ready" | "/metrics" => answer::method_not_allowed(&parts.method, path, "GET, HEAD, OPTIONS"),
        "/ws" | "/" if websocket::is_upgrade(&parts) => dialects::command(&wire, parts, peer),
        "/ws" => dialects::command_without_upgrade(&wire),
        "/" if parts.method == Method::GET && accepts.sse && explorer => dialects::mirror(&wire, peer).await,
        "/" if is_read => health::page(&wire, &parts.headers),
        "/" if parts.method == Method::POST => posted(wire, parts, body, peer, accepts).await,
        "/message" | "/message/" | "/read" if !explorer => {
            answer::not_found("Explorer's protocol is switched off here by `dialects.explorer.enabled`")
        }
        "/message" | "/message/" if parts.method == Method::POST => posted(wire, parts, body, peer, accepts).await,
        "/message" | "/message/" => answer::method_not_allowed(&parts.method, path, "POST, OPTIONS"),
        "/read" if is_read => dialects::read(&wire, peer, parts.uri.query()).await,
        "/read" => answer::method_not_allowed(&parts.method, path, "GET, HEAD, OPTIONS"),
        "/" => answer::method_not_allowed(&parts.method, path, "GET, HEAD, POST, OPTIONS"),
        "/editor" | "/editor/" if !wire.options.editor.enabled => {
            answer::not_found("EditorMCP's protocol is switched off here by `dialects.editor.enabled`")
        }
        "/editor" | "/editor/" if parts.method == Method::POST => posted(wire, parts, body, peer, accepts).await,
        "/editor" | "/editor/" => answer::method_not_allowed(&parts.method, path, "POST, OPTIONS"),
        "/sse" | "/messages" if !wire.options.sse.enabled => {
            answer::not_found("MCP's HTTP+SSE transport is switched off here by `dialects.sse.enabled`")
        }
        "/sse" if parts.method == Method::GET => dialects::open_sse(&wire, accepts),
        // A client that tries the newer transport first goes on to this one after a 4xx.
        "/sse" => answer::method_not_allowed(&parts.method, path, "GET, OPTIONS"),
        "/messages" if parts.method == Method::POST => match dialects::check_messages(&wire, parts.uri.query()) {
            Some(refusal) => refusal,
            None => posted(wire, parts, body, peer, accepts).await,
        },
        "/messages" => answer::method_not_allowed(&parts.method, path, "POST, OPTIONS"),
        _ => answer::not_found("nothing is served here; standard MCP is at `/mcp`, the host's state at `/health`"),
    }
}

/// Reads the body and hands the request to the dialect of its path.
async fn posted(wire: Arc<Wire>, parts: Parts, body: Body, peer: SocketAddr, accepts: Accepts) -> Response {
    let path = parts.uri.path().trim_end_matches('/');
    let body = match body::read(body, &parts.headers, &wire.options, &wire.budget).await {
        Ok(body) => body.bytes(),
        Err(fault) => return dialects::refuse_body(&wire, path, &[], &fault).await,
    };
    let room = match wire.admit(&body) {
        Ok(room) => Arc::new(room),
        Err(full) => return dialects::refuse_body(&wire, path, &body, &full.into()).await,
    };
    let call = CallId::next();
    tracing::debug!(target: "hop", call = %call, hop = "wire.http", %peer, path, bytes = body.len());
    let exchange = Exchange {
        wire,
        headers: parts.headers,
        peer,
        accepts,
        call,
        body,
        room,
    };
    match path {
        "/mcp" => dialects::post(exchange).await,
        "/message" => dialects::post_message(exchange).await,
        "/editor" => dialects::post_editor(exchange).await,
        "/messages" => dialects::post_messages(exchange, parts.uri.query()).await,
        _ => dialects::post_root(exchange).await,
    }
}

async fn mcp(wire: Arc<Wire>, parts: Parts, body: Body, peer: SocketAddr, accepts: Accepts) -> Response {
    match parts.method {
        Method::POST => posted(wire, parts, body, peer, accepts).await,
        Method::GET => dialects::get(&wire, peer, &parts.headers, accepts).await,
        Method::DELETE => dialects::delete(&wire, &parts.headers).await,
        _ => answer::method_not_allowed(&parts.method, parts.uri.path(), dialects::MCP_METHODS),
    }
}
