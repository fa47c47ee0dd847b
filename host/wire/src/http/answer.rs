//! Constructors of HTTP responses: JSON, an event stream, an error. Every error response has a JSON-RPC body.

use crate::budget::Kept;
use crate::http::accept::Accepts;
use crate::http::refusal::Refusal;
use crate::jsonrpc::{METHOD_NOT_FOUND, RequestId, shorten};
use crate::streams::{self, StreamReader};
use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use http::{Method, StatusCode};

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A response extension that marks a body whose bytes are already reserved in the memory budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted;

pub fn json(status: StatusCode, body: impl Into<Bytes>) -> Response {
    let mut response = Response::new(Body::from(body.into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    // Allocated at once with capacity for the headers that every answer gets later.
    headers.reserve(8);
    headers.insert(CONTENT_TYPE, JSON);
    response
}

/// Returns a response with only a status.
pub fn empty(status: StatusCode) -> Response {
    status.into_response()
}

/// Converts the reason why an HTTP request has no result to a JSON-RPC error response without an id.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        refusal(self, None)
    }
}

pub fn refusal(refusal: impl Into<Refusal>, id: Option<&RequestId>) -> Response {
    let Refusal { status, fault } = refusal.into();
    let mut response = json(status, fault.to_json(id));
    if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
        response
            .headers_mut()
            .insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

pub fn stream(reader: StreamReader) -> Response {
    event_stream(reader.into_body())
}

/// Returns an event stream without messages: the answer to a cancelled request of a client that wanted a stream.
pub fn empty_stream() -> Response {
    event_stream(Body::empty())
}

pub fn event_stream(body: Body) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static("no-store, no-cache, no-transform"),
    );
    headers.insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    response
}

pub(crate) fn method_not_allowed(method: &Method, path: &str, allow: &str) -> Response {
    not_allowed(
        format!("{method} is not served on {}: use {allow}", shorten(path)),
        allow,
    )
}

pub(crate) fn not_allowed(message: String, allow: &str) -> Response {
    let not_allowed = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, METHOD_NOT_FOUND, message);
    ([(ALLOW, allow)], not_allowed).into_response()
}

pub fn not_found(message: &str) -> Response {
    Refusal::new(StatusCode::NOT_FOUND, METHOD_NOT_FOUND, message).into_response()
}

pub fn text(status: StatusCode, body: String, kind: &'static str) -> Response {
    (status, [(CONTENT_TYPE, kind)], body).into_response()
}

/// Returns a complete JSON-RPC response in a form that the client accepts: as JSON, else as a stream of one event.
pub fn in_form(accepts: Accepts, response: Vec<u8>) -> Response {
    if accepts.json || !accepts.stream {
        json(StatusCode::OK, response)
    } else {
        event_stream(Body::from(streams::single_message(&response)))
    }
}

/// Returns the response to a request that failed. An error with HTTP status 200 is sent in a form that the client
/// accepts. Any other error is sent as JSON with its own status.
pub fn failed_in_form(accepts: Accepts, failed: impl Into<Refusal>, id: Option<&RequestId>) -> Response {
    let failed = failed.into();
    match failed.status {
        StatusCode::OK => in_form(accepts, failed.fault.to_json(id)),
        _ => refusal(failed, id),
    }
}

/// Returns a response in a form that the client accepts. Its bytes are already reserved in the memory budget.
pub fn kept_in_form(accepts: Accepts, response: &Kept) -> Response {
    if accepts.json || !accepts.stream {
        let mut response = json(StatusCode::OK, response.bytes());
        response.extensions_mut().insert(Counted);
        response
    } else {
        event_stream(Body::from(streams::single_message(response.as_ref())))
    }
}
