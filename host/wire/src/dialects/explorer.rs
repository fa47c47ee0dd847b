//! Hop 2 for UnityExplorer: its JSON-RPC requests, recognized and answered in its own forms.
//!
//! This module dispatches methods and limits the number of requests in flight. Shapes, errors, streams and request
//! parsing are in the files beside it. It knows no tool and no DTO.

mod calls;
pub(crate) mod content;
mod errors;
pub(crate) mod hub;
pub(crate) mod listing;
mod log;
mod marked;
pub(crate) mod read;
mod reading;
mod request;
mod shapes;
pub(crate) mod shared;
mod stream;

use crate::dialects::explorer::calls::Finished;
use crate::dialects::explorer::errors::Failure;
use crate::dialects::explorer::request::{CallParams, Id, Method, Request};
use crate::dialects::explorer::shapes::Message;
use crate::dialects::published;
use crate::http::refusal::Refusal;
use crate::http::switch::Switch;
use crate::http::{Exchange, answer};
use crate::state::Wire;
use axum_core::body::Body;
use axum_core::response::Response;
use host_api::Audience;
use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;

/// The version in the answer to `initialize`, whichever version the client requests.
const PROTOCOL_VERSION: &str = "2024-11-05";
/// The audience whose tools this protocol lists.
const OWN: Audience = Audience::Protocol(&["explorer"]);

pub(crate) const SWITCH: Switch = Switch {
    is_on: |options| options.explorer.enabled,
    protocol: "Explorer's protocol",
    key: "dialects.explorer.enabled",
};

/// A JSON-RPC request of an Explorer client.
pub(crate) async fn post(exchange: Exchange) -> Response {
    let wire = &exchange.wire;
    let request = match Request::parse(&exchange.body) {
        Ok(request) => request,
        Err(told) => {
            let (id, failure) = *told;
            return refuse(wire, &id, &failure).await;
        }
    };
    let Some(method) = Method::named(&request.method) else {
        let failure = Failure::unknown_method(&request.method);
        return refuse(wire, &request.id, &failure).await;
    };
    if method == Method::StreamEvents {
        return stream_events(&exchange, &request.id).await;
    }
    let Some(slot) = wire.explorer.in_flight.take() else {
        let failure = Failure::too_many_requests(wire.explorer.in_flight.max()).with_hint(
            "wait for answers before sending more; the operator can raise `dialects.explorer.max-in-flight`",
        );
        return refuse(wire, &request.id, &failure).await;
    };
    let response = answered(&exchange, method, request).await;
    drop(slot);
    response
}

/// The event mirror.
pub(crate) async fn mirror(wire: &Arc<Wire>, peer: SocketAddr, unity: Option<String>) -> Response {
    match stream::mirror(wire, peer, unity) {
        Ok(response) => response,
        Err(failure) => refuse(wire, &None, &failure).await,
    }
}

/// True if this protocol is enabled and its mirror is open to `peer`.
pub(crate) fn is_mirrored_to(wire: &Wire, peer: SocketAddr) -> bool {
    SWITCH.is_on(&wire.options) && stream::is_mirrored_to(peer, &wire.options.explorer)
}

/// Answers a body that did not arrive completely.
pub(crate) async fn refuse_body(wire: &Wire, body: &[u8], refusal: Refusal) -> Response {
    let status = refusal.status;
    let finished = calls::fail(wire, &request::id_of(body), &Failure::of_refusal(refusal)).await;
    respond(Finished { status, ..finished })
}

/// True if a POST on a shared path belongs to Explorer. With `opens`, `initialize` belongs to it too.
pub(crate) fn is_for_explorer(wire: &Wire, body: &[u8], opens: bool) -> bool {
    SWITCH.is_on(&wire.options) && request::is_for_explorer(body, opens)
}

async fn answered(exchange: &Exchange, method: Method, request: Request<'_>) -> Response {
    let wire = &exchange.wire;
    let Request { id, params, .. } = request;
    let finished = match method {
        Method::Initialize => {
            // Without the catalog only the instructions are missing from the welcome.
            let _ = published::first(wire).await;
            tell(wire, Message::result(&id, &welcome(wire))).await
        }
        Method::Initialized if id.is_none() => return answer::empty(StatusCode::ACCEPTED),
        Method::Initialized => tell(wire, Message::result(&id, &json!({ "ok": true }))).await,
        Method::Ping => tell(wire, Message::result(&id, &json!({}))).await,
        Method::ListTools | Method::ListResources => match published::first(wire).await {
            Ok(()) => {
                let listed = wire.explorer.listing.current(wire.published(), &OWN);
                let list = match method {
                    Method::ListTools => &listed.tools,
                    _ => &listed.resources,
                };
                tell(wire, Message::result(&id, list)).await
            }
            Err(error) => calls::fail(wire, &id, &Failure::of(error)).await,
        },
        Method::CallTool => match CallParams::read(params) {
            Ok(params) => calls::call_tool(exchange, id, params).await,
            Err(failure) => calls::fail(wire, &id, &failure).await,
        },
        Method::ReadResource => match request::uri_of(params) {
            Ok(uri) => calls::read_resource(exchange, id, uri).await,
            Err(failure) => calls::fail(wire, &id, &failure).await,
        },
        Method::StreamEvents => return stream_events(exchange, &id).await,
    };
    respond(finished)
}

/// This method has no result: its answer is the stream.
async fn stream_events(exchange: &Exchange, id: &Id) -> Response {
    match stream::lines(&exchange.wire, exchange.peer, exchange.unity()) {
        Ok(response) => response,
        Err(failure) => refuse(&exchange.wire, id, &failure).await,
    }
}

fn welcome(wire: &Wire) -> serde_json::Value {
    json!({
        "protocolVersion": PROTOCOL_VERSION,
        "capabilities": {
            "tools": { "listChanged": true },
            "resources": { "listChanged": true },
            "experimental": { "streamEvents": {} },
        },
        "serverInfo": { "name": wire.options.server_name, "version": wire.options.server_version },
        "instructions": wire.service.catalog(&OWN).instructions,
    })
}

/// A result that does not come from a guest.
async fn tell(wire: &Wire, message: Message) -> Finished {
    wire.explorer.hub.tell(false, || vec![message.clone()]).await;
    Finished {
        status: StatusCode::OK,
        message,
    }
}

async fn refuse(wire: &Wire, id: &Id, failure: &Failure) -> Response {
    respond(calls::fail(wire, id, failure).await)
}

fn respond(finished: Finished) -> Response {
    let mut response = Response::new(Body::from(finished.message.json()));
    *response.status_mut() = finished.status;
    if finished.status == StatusCode::TOO_MANY_REQUESTS {
        let soon = HeaderValue::from_static("1");
        response.headers_mut().insert(RETRY_AFTER, soon);
    }
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}
