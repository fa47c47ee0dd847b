//! The HTTP entry point: the checks of every request before it reaches a dialect. `place` selects the dialect.
//!
//! This module checks CORS, Host, Origin, token and body size. It does not read JSON-RPC: the dialects do.

pub mod accept;
pub mod answer;
mod body;
pub mod claim;
pub mod content_type;
mod cors;
mod exchange;
pub mod guard;
mod head;
pub mod inert;
pub(crate) mod lingering;
pub(crate) mod logins;
mod outgoing;
pub mod place;
pub mod refusal;
pub mod route;
pub mod switch;
pub mod unity;

pub use exchange::{Exchange, Incoming, posted};

// The HTTP types that dialects use: only this crate depends on the HTTP libraries.
pub use axum_core::body::Body;
pub use axum_core::response::{IntoResponse, Response};
pub use http::request::Parts;
pub use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header};

use crate::connections::KeptRoom;
use crate::state::Wire;
use accept::Accepts;
use axum_core::extract::Request;
use logins::Login;
use place::{Place, Places};
use std::net::SocketAddr;
use std::sync::Arc;
use tracing::Instrument;

/// Answers one request of the client `peer`; `None` if there is no memory for any answer.
pub async fn enter(wire: &Arc<Wire>, places: &Places, peer: SocketAddr, request: Request) -> Option<Response> {
    let (mut parts, body) = request.into_parts();
    head::own_fields(&mut parts);
    guard::hide_credentials(&mut parts.headers);
    let place = places.find(parts.uri.path());
    let cors = cors::Cors::for_request(&parts, place, &wire.options);
    // A preflight request needs no access, so it is answered for every Origin.
    let mut response = if parts.method == Method::OPTIONS {
        answer::empty(StatusCode::NO_CONTENT)
    } else {
        let span = tracing::debug_span!("http.request", method = %parts.method, path = parts.uri.path());
        async {
            let response = check_guards(wire, place, parts, body, peer).await?;
            Some(outgoing::reserve_response(wire, place.map(Arc::as_ref), response).await)
        }
        .instrument(span)
        .await?
    };
    cors.apply(&mut response);
    inert::mark(&mut response);
    Some(response)
}

async fn check_guards(
    wire: &Arc<Wire>,
    place: Option<&Arc<Place>>,
    parts: Parts,
    body: Body,
    peer: SocketAddr,
) -> Option<Response> {
    let admitted = guard::origin_and_host(&parts, &wire.options);
    let is_open = place.is_some_and(|place| place.is_open_to(&parts.method));
    if !(is_open && guard::is_probe(&parts))
        && let Err(refusal) = admitted
    {
        return Some(refusal.into_response());
    }
    let proves_itself = place.is_some_and(|place| place.proves_itself());
    let login = match proves_itself {
        true => None,
        false => guard::login(&parts.headers, peer, wire),
    };
    // If the host requires no token, a wrong token has the same effect as no token.
    let is_known = login == Some(Login::Right) || wire.options.token.is_none();
    if !is_open && !proves_itself && !is_known {
        return Some(match login {
            Some(Login::Throttled) => guard::too_many_tokens(),
            _ => guard::token_wanted(),
        });
    }
    let room = match place {
        // A page about the state of the host reserves no memory: it must work if memory is exhausted.
        Some(place) if place.tells_state(&parts.method) => None,
        _ => match head::room(wire, place.map(Arc::as_ref), &parts).await {
            Ok(room) => room.map(KeptRoom::new),
            Err(refusal) => return refusal,
        },
    };
    let mut response = served(wire, place, parts, body, peer, is_known).await;
    if let Some(room) = room {
        response.extensions_mut().insert(room);
    }
    Some(response)
}

async fn served(
    wire: &Arc<Wire>,
    place: Option<&Arc<Place>>,
    parts: Parts,
    body: Body,
    peer: SocketAddr,
    is_known: bool,
) -> Response {
    let Some(place) = place else {
        return answer::not_found("this path does not exist; standard MCP is at `/mcp`, the host's state at `/health`");
    };
    let incoming = Incoming {
        wire: Arc::clone(wire),
        place: Arc::<Place>::clone(place),
        accepts: Accepts::from_headers(&parts.headers),
        parts,
        body,
        peer,
        is_known,
    };
    place.answer(incoming).await
}
