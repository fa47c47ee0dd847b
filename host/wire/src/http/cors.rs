//! CORS headers, on every response. They grant nothing by themselves: the guard decides who is served.

use crate::http::guard::{OriginVerdict, allowed_origin};
use crate::http::routes::Route;
use crate::options::WireOptions;
use axum_core::response::Response;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, HeaderValue, VARY,
};
use http::request::Parts;

/// What one request's response will carry.
#[derive(Debug)]
pub(crate) struct Cors {
    /// Requested headers of an allowed Origin on a path that browser MCP clients use; empty where it asked for none.
    widened: Option<Option<HeaderValue>>,
}

impl Cors {
    pub(crate) fn of(parts: &Parts, route: Option<&Route>, options: &WireOptions) -> Self {
        let is_mcp = route.is_some_and(|route| route.is_for_browsers);
        let widened = (is_mcp && allowed_origin(&parts.headers, options) == OriginVerdict::Allowed)
            .then(|| parts.headers.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned());
        Self { widened }
    }

    pub(crate) fn apply(self, response: &mut Response) {
        const HEADERS: HeaderValue = HeaderValue::from_static("Content-Type, Authorization");
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
        match self.widened {
            None => {
                headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HEADERS);
                headers.insert(
                    ACCESS_CONTROL_ALLOW_METHODS,
                    HeaderValue::from_static("GET, POST, OPTIONS"),
                );
            }
            Some(requested) => {
                headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, requested.unwrap_or(HEADERS));
                headers.insert(
                    ACCESS_CONTROL_ALLOW_METHODS,
                    HeaderValue::from_static("GET, POST, DELETE, OPTIONS"),
                );
                headers.insert(
                    ACCESS_CONTROL_EXPOSE_HEADERS,
                    HeaderValue::from_static("Mcp-Session-Id, MCP-Protocol-Version"),
                );
                headers.insert(VARY, HeaderValue::from_static("Origin, Access-Control-Request-Headers"));
            }
        }
    }
}
