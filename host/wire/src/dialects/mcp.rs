//! Standard MCP: one folder for all its versions. Code of only one version is named by the date of the newest version
//! that has it.

pub(crate) mod ask;
mod errors;
mod events;
mod handshake;
pub(crate) mod listing;
mod members;
pub(crate) mod methods;
pub(crate) mod notices;
mod peer;
pub(crate) mod pipe;
mod profile;
pub(crate) mod request_meta;
pub(crate) mod shapes;
pub(crate) mod speaking;
pub(crate) mod v2024_11_05;
pub(crate) mod v2025_11_25;
pub(crate) mod v2026_07_28;
pub(crate) mod versions;

use crate::dialects::explorer;
use crate::http::{Exchange, Incoming, answer, content_type};
use crate::jsonrpc;
use axum_core::response::Response;
use versions::Version;

/// `POST /mcp`: the version header or the `_meta` of the request selects the era. Without a session, Explorer's private
/// method names are accepted too.
pub(crate) async fn post(exchange: Exchange) -> Response {
    let bytes = exchange.body.clone();
    let is_standard = v2025_11_25::has_mcp_header(&exchange.headers);
    let parsed = jsonrpc::parse(&bytes);
    let is_stateless = parsed
        .as_ref()
        .is_ok_and(|body| v2026_07_28::speaks(&exchange.headers, body));
    let is_private = !is_standard && !is_stateless && explorer::is_for_explorer(&exchange.wire, &bytes, false);
    if is_private {
        return explorer::post(exchange).await;
    }
    if let Err(refusal) = content_type::json_or_undeclared(&exchange.headers) {
        return answer::refusal(refusal, Some(&jsonrpc::id_of(&bytes)));
    }
    match parsed {
        Ok(body) => match profile::picked(exchange.query.as_deref()) {
            Ok(picked) if is_stateless => v2026_07_28::post(exchange, picked, body).await,
            Ok(picked) => v2025_11_25::post(exchange, picked, body).await,
            Err(fault) => answer::refusal(fault, Some(&jsonrpc::id_of(&bytes))),
        },
        Err(fault) => {
            let id = jsonrpc::id_of(&bytes);
            let version = v2025_11_25::version_of(&exchange.wire, &exchange.headers);
            let may_lack = id.as_json() == "null" && version.is_some_and(Version::has_errors_without_id);
            answer::refusal(fault, Some(&id).filter(|_| !may_lack))
        }
    }
}

/// `GET /mcp`: with a session its stream, with only a version an error. A request without both is not an MCP client,
/// because an MCP session always has an id here: it gets the mirror that Explorer's protocol offers on this path, or
/// the same error.
pub(crate) async fn get(incoming: Incoming) -> Response {
    let Incoming { wire, parts, peer, .. } = &incoming;
    if v2026_07_28::is_header_of_era(&parts.headers) {
        return incoming.serving_only(&v2026_07_28::METHODS);
    }
    let unity = incoming.unity();
    let wants_mirror = incoming.accepts.sse && !v2025_11_25::has_mcp_header(&parts.headers);
    if wants_mirror && explorer::is_mirrored_to(wire, *peer) {
        return explorer::mirror(wire, *peer, unity).await;
    }
    let stream = v2025_11_25::get(wire, &parts.headers, unity, incoming.accepts);
    stream.unwrap_or_else(|| incoming.lacking(NO_STREAM))
}

/// The error for a GET without headers that select a stream.
const NO_STREAM: &str = "GET here opens a stream of events, and the header `Accept: text/event-stream` is missing; messages are sent by POST";

/// `DELETE /mcp`.
pub(crate) async fn delete(incoming: Incoming) -> Response {
    if v2026_07_28::is_header_of_era(&incoming.parts.headers) {
        return incoming.serving_only(&v2026_07_28::METHODS);
    }
    v2025_11_25::delete(&incoming.wire, &incoming.parts.headers).await
}
