//! Memory reservations for the head of an HTTP/2 request and for the task that answers it, before it is handled.
//!
//! One connection can have a hundred such requests, so the limit of connections does not bound their memory. HTTP/1 has
//! one request at a time, in the connection's buffer.

use crate::budget::{Reservation, Share};
use crate::connections::KeptRoom;
use crate::http::place::{self, Place};
use crate::state::Wire;
use axum_core::response::Response;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Uri, Version};

/// Bytes that an HTTP/2 request reserves in addition to its head: for its task and the state of its stream.
const REQUEST: usize = 12 << 10;
/// Bytes that a rejected HTTP/2 request reserves until its client has received the response.
const REFUSED: usize = 6 << 10;
/// Bytes that a header field reserves in addition to its text: for its entry in a map that may be half empty.
const FIELD: usize = 320;

/// Reserves memory for a request until it is answered; `Ok(None)` for HTTP/1, which needs none. The error is the
/// response to send, or `None` if there is no memory for a response either.
pub(crate) async fn room(
    wire: &Wire,
    place: Option<&Place>,
    parts: &Parts,
) -> Result<Option<Reservation>, Option<Response>> {
    if parts.version < Version::HTTP_2 {
        return Ok(None);
    }
    match wire.budget.reserve(Share::Requests, weight(parts)) {
        Ok(room) => Ok(Some(room)),
        Err(full) => {
            // The id of the request is in its body, for which there is no memory either.
            let Ok(room) = wire.budget.reserve_last_words(Share::Requests, REFUSED) else {
                return Err(None);
            };
            let mut refusal = place::refuse(place, &[], full.into()).await;
            refusal.extensions_mut().insert(KeptRoom::new(room));
            Err(Some(refusal))
        }
    }
}

/// Copies the fields of an HTTP/2 request: otherwise, a field of one byte could keep a frame of 16 KiB alive.
pub(crate) fn own_fields(parts: &mut Parts) {
    if parts.version < Version::HTTP_2 {
        return;
    }
    let mut headers = HeaderMap::with_capacity(parts.headers.len());
    for (name, value) in &parts.headers {
        // A copy of a valid name or value is valid.
        let copies = HeaderName::from_bytes(name.as_str().as_bytes());
        if let (Ok(name), Ok(mut copied)) = (copies, HeaderValue::from_bytes(value.as_bytes())) {
            copied.set_sensitive(value.is_sensitive());
            headers.append(name, copied);
        }
    }
    parts.headers = headers;
    if let Ok(uri) = Uri::try_from(parts.uri.to_string()) {
        parts.uri = uri;
    }
}

fn weight(parts: &Parts) -> usize {
    let fields = parts.headers.iter();
    let fields = fields.map(|(name, value)| name.as_str().len() + value.len() + FIELD);
    let uri = parts.uri.path_and_query().map_or(0, |text| text.as_str().len());
    REQUEST + uri + fields.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum_core::extract::Request;

    #[test]
    fn head_weight_includes_overhead_of_each_field() {
        let of = |fields: usize| {
            let mut request = Request::builder().uri("/mcp");
            for number in 0..fields {
                request = request.header(format!("x{number:04}"), "y");
            }
            let (parts, ()) = request.body(()).expect("a request").into_parts();
            weight(&parts)
        };
        assert_eq!(of(0), REQUEST + "/mcp".len());
        assert_eq!(of(400) - of(0), 400 * (FIELD + 6));
    }

    #[test]
    fn copied_request_head_equals_the_original() {
        for (uri, path) in [
            ("http://localhost:7000/read?uri=unity://scenes", "/read"),
            ("/mcp", "/mcp"),
            ("http://localhost/", "/"),
            ("*", "*"),
        ] {
            let request = Request::builder()
                .uri(uri)
                .version(Version::HTTP_2)
                .header("x-one", "1")
                .header("x-one", "2")
                .header("accept", vec![0xe9]);
            let (mut parts, ()) = request.body(()).expect("a request").into_parts();
            let before = (parts.uri.clone(), parts.headers.clone());
            own_fields(&mut parts);
            assert_eq!((parts.uri.path(), &parts.headers), (path, &before.1));
            assert_eq!(parts.uri, before.0);
            let values = |headers: &HeaderMap| headers.get("accept").map(|value| value.as_bytes().as_ptr());
            assert_ne!(values(&parts.headers), values(&before.1), "a copy");
        }
    }
}
