//! Room for the head of a request of HTTP/2, and for the task that answers it, from before anything is made of it.
//!
//! One connection brings a hundred of them, so that the number of connections bounds none of this. HTTP/1 has one at a time,
//! in its connection's own buffer. Belongs here: how much it is, and the refusal. Does not: bodies (`body`), calls
//! (`Wire::admit`).

use crate::budget::{Reservation, Share};
use crate::http::routes::{self, Route};
use crate::state::Wire;
use axum::http::Version;
use axum::http::request::Parts;
use axum::response::Response;

/// What a request needs besides its head: its task, its stream, what the connection knows of both.
const REQUEST: usize = 12 << 10;
/// What a field needs besides its bytes: its place in the map, which has room for twice as many, and what tells its parts.
const FIELD: usize = 320;

/// Room until the request is answered, or how it is refused.
pub(crate) async fn room(wire: &Wire, route: Option<&Route>, parts: &Parts) -> Result<Reservation, Response> {
    if parts.version < Version::HTTP_2 {
        return Ok(wire.budget.nothing(Share::Requests));
    }
    match wire.budget.reserve(Share::Requests, weight(parts)) {
        Ok(room) => Ok(room),
        Err(full) => {
            // Its id stands in its body, for which there is no room either.
            Err(routes::refuse(route, wire, &[], &full.into()).await)
        }
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
    use axum::extract::Request;

    #[test]
    fn a_head_of_many_short_fields_weighs_more_than_its_bytes() {
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
}
