//! Hop 1: the checks for every request before it reaches a dialect. `routes` selects the dialect.
//!
//! It checks CORS, Host, Origin, token and body size. It does not read JSON-RPC: dialects do.

pub(crate) mod accept;
pub(crate) mod answer;
mod body;
pub(crate) mod content_type;
mod cors;
mod exchange;
mod guard;
mod head;
pub(crate) mod inert;
pub(crate) mod lingering;
pub(crate) mod logins;
mod outgoing;
pub(crate) mod refusal;
mod route;
mod routes;
pub(crate) mod switch;
pub(crate) mod unity;

pub(crate) use exchange::{Exchange, Incoming};

use crate::connections::KeptRoom;
use crate::state::Wire;
use accept::Accepts;
use axum_core::body::Body;
use axum_core::extract::Request;
use axum_core::response::Response;
use http::request::Parts;
use http::{Method, StatusCode};
use logins::Login;
use route::Route;
use std::net::SocketAddr;
use std::sync::Arc;
use tracing::Instrument;

/// Answers one request of `peer`; `None` if there is no room for any answer.
pub(crate) async fn enter(wire: Arc<Wire>, peer: SocketAddr, request: Request) -> Option<Response> {
    let (mut parts, body) = request.into_parts();
    head::own(&mut parts);
    guard::hide_credentials(&mut parts.headers);
    let route = routes::find(parts.uri.path(), &wire.options);
    let cors = cors::Cors::of(&parts, route, &wire.options);
    // A preflight grants nothing, so it is answered for every Origin.
    let mut response = if parts.method == Method::OPTIONS {
        answer::empty(StatusCode::NO_CONTENT)
    } else {
        let span = tracing::debug_span!("http.request", method = %parts.method, path = parts.uri.path());
        async {
            let response = guarded(&wire, route, parts, body, peer).await?;
            Some(outgoing::counted(&wire, route, response).await)
        }
        .instrument(span)
        .await?
    };
    cors.apply(&mut response);
    inert::mark(&mut response);
    Some(response)
}

async fn guarded(
    wire: &Arc<Wire>,
    route: Option<&'static Route>,
    parts: Parts,
    body: Body,
    peer: SocketAddr,
) -> Option<Response> {
    let admitted = guard::origin_and_host(&parts, &wire.options);
    let is_open = route.is_some_and(|route| route.is_open_to(&parts.method));
    if !(is_open && guard::is_probe(&parts))
        && let Err(refusal) = admitted
    {
        return Some(*refusal);
    }
    let proves_itself = route.is_some_and(|route| route.proves_itself);
    let login = match proves_itself {
        true => None,
        false => guard::login(&parts.headers, peer, wire),
    };
    // If no token is required, a wrong token has the same effect as none.
    let is_known = login == Some(Login::Right) || wire.options.token.is_none();
    if !is_open && !proves_itself && !is_known {
        return Some(match login {
            Some(Login::Throttled) => guard::too_many_tokens(),
            _ => guard::token_wanted(),
        });
    }
    let room = match route {
        // Its answer shows how the room is used, and it holds nothing.
        Some(route) if route.tells_state(&parts.method) => None,
        _ => match head::room(wire, route, &parts).await {
            Ok(room) => room.map(KeptRoom::new),
            Err(refusal) => return refusal,
        },
    };
    let mut response = served(wire, route, parts, body, (peer, is_known)).await;
    if let Some(room) = room {
        response.extensions_mut().insert(room);
    }
    Some(response)
}

async fn served(
    wire: &Arc<Wire>,
    route: Option<&'static Route>,
    parts: Parts,
    body: Body,
    (peer, is_known): (SocketAddr, bool),
) -> Response {
    let Some(route) = route else {
        return answer::not_found("this path does not exist; standard MCP is at `/mcp`, the host's state at `/health`");
    };
    let incoming = Incoming {
        wire: Arc::clone(wire),
        route,
        table: routes::ROUTES,
        accepts: Accepts::of(&parts.headers),
        parts,
        body,
        peer,
        is_known,
    };
    route.answer(incoming).await
}
