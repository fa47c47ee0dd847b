//! Which dialect a request belongs to. A dialect decodes to an `api` request and encodes an `api` outcome;
//! it holds no tool logic, and its error numbers stand nowhere else. A new dialect is one new file and a line here.

mod mcp_errors;
mod mcp_events;
mod mcp_headers;
mod mcp_legacy;
mod mcp_listing;
mod mcp_methods;
mod mcp_modern;
mod mcp_notices;
mod mcp_shapes;
mod mcp_versions;

pub(crate) use mcp_listing::Catalogue;
pub(crate) use mcp_notices::{Listeners, announce, end_streams};
pub(crate) use mcp_versions::Version;

use crate::http::accept::Accepts;
use crate::http::{Exchange, answer};
use crate::jsonrpc;
use crate::state::Wire;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use std::sync::Arc;

/// What `/mcp` serves, for `Allow`.
pub(crate) const MCP_METHODS: &str = "POST, GET, DELETE, OPTIONS";
/// What `/mcp` serves to a 2026-07-28 client.
const MODERN_METHODS: &str = "POST, OPTIONS";

/// `POST /mcp`: the era is told by the version header or by the `_meta` of the request.
pub(crate) async fn post(exchange: Exchange) -> Response {
    let bytes = exchange.body.clone();
    match jsonrpc::parse(&bytes) {
        Err(fault) => answer::fault(&fault, None),
        Ok(body) if mcp_modern::speaks(&exchange.headers, &body) => mcp_modern::post(exchange, body).await,
        Ok(body) => mcp_legacy::post(exchange, body).await,
    }
}

/// `GET /mcp`.
pub(crate) fn get(wire: &Arc<Wire>, headers: &HeaderMap, accepts: Accepts) -> Response {
    if mcp_modern::is_modern_header(headers) {
        return answer::method_not_allowed(&Method::GET, "/mcp", MODERN_METHODS);
    }
    mcp_legacy::get(wire, headers, accepts)
}

/// `DELETE /mcp`.
pub(crate) fn delete(wire: &Arc<Wire>, headers: &HeaderMap) -> Response {
    if mcp_modern::is_modern_header(headers) {
        return answer::method_not_allowed(&Method::DELETE, "/mcp", MODERN_METHODS);
    }
    mcp_legacy::delete(wire, headers)
}
