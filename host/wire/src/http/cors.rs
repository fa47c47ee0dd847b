//! CORS headers, which every response gets. They allow no access by themselves: `guard` decides about access.

use crate::http::guard::{OriginVerdict, allowed_origin};
use crate::http::place::Place;
use crate::options::WireOptions;
use axum_core::response::Response;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, HeaderValue, VARY,
};
use http::request::Parts;
use std::sync::Arc;

pub(crate) struct Cors {
    /// The additional CORS headers for a web page with an allowed Origin, on a path for browsers; `None` for other
    /// requests.
    widened: Option<Widened>,
}

struct Widened {
    place: Arc<Place>,
    requested: Option<HeaderValue>,
}

impl Cors {
    pub(crate) fn for_request(parts: &Parts, place: Option<&Arc<Place>>, options: &WireOptions) -> Self {
        let place = place.filter(|place| place.is_for_browsers());
        let place = place.filter(|_| allowed_origin(&parts.headers, options) == OriginVerdict::Allowed);
        let widened = place.map(|place| Widened {
            place: Arc::clone(place),
            requested: parts.headers.get(ACCESS_CONTROL_REQUEST_HEADERS).cloned(),
        });
        Self { widened }
    }

    pub(crate) fn apply(self, response: &mut Response) {
        const HEADERS: HeaderValue = HeaderValue::from_static("Content-Type, Authorization");
        // The `explorer` protocol specifies these headers for every path, even for paths that do not exist.
        const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, OPTIONS");
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
        match self.widened {
            None => {
                headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HEADERS);
                headers.insert(ACCESS_CONTROL_ALLOW_METHODS, METHODS);
            }
            Some(Widened { place, requested }) => {
                headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, requested.unwrap_or(HEADERS));
                let methods = HeaderValue::try_from(place.allowed()).expect("methods are header text");
                headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
                headers.insert(
                    ACCESS_CONTROL_EXPOSE_HEADERS,
                    HeaderValue::from_static("Mcp-Session-Id, MCP-Protocol-Version"),
                );
                headers.insert(VARY, HeaderValue::from_static("Origin, Access-Control-Request-Headers"));
            }
        }
    }
}
