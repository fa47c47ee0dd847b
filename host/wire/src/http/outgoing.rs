//! Memory reservations for response bodies until they are written, however slowly the client reads.
//!
//! Streams and calls reserve memory for their own messages. This module reserves it for other responses, such as lists.

use crate::budget::Share;
use crate::http::answer::Counted;
use crate::http::place::{self, Place};
use crate::state::Wire;
use axum_core::body::Body;
use axum_core::response::Response;
use http_body_util::BodyExt;
use hyper::body::Body as HttpBody;

/// Returns the response with reserved memory for its body, or an error response if the budget is exhausted.
pub(super) async fn reserve_response(wire: &Wire, place: Option<&Place>, response: Response) -> Response {
    let is_whole = response.body().size_hint().exact().is_some_and(|bytes| bytes > 0);
    if !is_whole || response.extensions().get::<Counted>().is_some() {
        return response;
    }
    let (parts, body) = response.into_parts();
    // Resolves at once, because the body is complete.
    let Ok(collected) = body.collect().await else {
        return Response::from_parts(parts, Body::empty());
    };
    let bytes = collected.to_bytes();
    let kept = match wire.budget.keep(Share::Answers, bytes.clone()) {
        Ok(kept) => kept,
        // The pages about the state of the host must work without free memory too. Error responses are short.
        Err(_) if !parts.status.is_success() || place.is_none_or(Place::is_state) => {
            wire.budget.keep_last_words(Share::Answers, bytes)
        }
        Err(full) => return place::refuse(place, &[], full.into()).await,
    };
    Response::from_parts(parts, Body::from(kept.bytes()))
}
