//! Hop 1: what every request passes before a dialect sees it. Which dialect that is stands in `routes`.
//!
//! CORS, Host, Origin, token, body size. Reads no JSON-RPC: dialects do.

pub(crate) mod accept;
pub(crate) mod answer;
mod body;
pub(crate) mod content_type;
mod cors;
mod guard;
mod head;
pub(crate) mod inert;
pub(crate) mod lingering;
mod outgoing;
pub(crate) mod refusal;
mod routes;
pub(crate) mod switch;
pub(crate) mod unity;

use crate::budget::Reservation;
use crate::connections::KeptRoom;
use crate::state::Wire;
use accept::Accepts;
use axum_core::body::Body;
use axum_core::extract::Request;
use axum_core::response::Response;
use bytes::Bytes;
use host_api::CallId;
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};
use routes::Route;
use std::net::SocketAddr;
use std::sync::Arc;
use tracing::Instrument;

/// A request that may pass, its body not read yet.
pub(crate) struct Incoming {
    pub(crate) wire: Arc<Wire>,
    route: &'static Route,
    pub(crate) parts: Parts,
    body: Body,
    pub(crate) peer: SocketAddr,
    pub(crate) accepts: Accepts,
}

/// One request as a dialect gets it.
pub(crate) struct Exchange {
    pub(crate) wire: Arc<Wire>,
    pub(crate) headers: HeaderMap,
    pub(crate) query: Option<Box<str>>,
    pub(crate) peer: SocketAddr,
    pub(crate) accepts: Accepts,
    /// Of the first call that the request makes; further calls of a batch take ids of their own.
    pub(crate) call: CallId,
    pub(crate) body: Bytes,
    /// For what the body is read into and the calls made of it, each of which holds it until it ends.
    pub(crate) room: Arc<Reservation>,
}

impl Incoming {
    /// 405 to who speaks something that knows only some of the path's methods.
    pub(crate) fn serving_only(&self, known: &[Method]) -> Response {
        self.not_served(&self.route.allowed_of(|method| known.contains(method)))
    }

    /// 405 for a method that the path serves to others, with what this request lacks.
    pub(crate) fn lacking(&self, message: &str) -> Response {
        answer::not_allowed(message.to_owned(), &self.route.allowed())
    }

    fn not_served(&self, allowed: &str) -> Response {
        answer::method_not_allowed(&self.parts.method, self.parts.uri.path(), allowed)
    }

    /// Who is served by which routes now, and how, as a page shows it.
    pub(crate) fn in_service(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        routes::shown(&self.wire.options)
    }
}

/// Answers one request of `peer`; `None` where there is no room for any answer.
pub(crate) async fn enter(wire: Arc<Wire>, peer: SocketAddr, request: Request) -> Option<Response> {
    let (mut parts, body) = request.into_parts();
    head::own(&mut parts);
    guard::hide_credentials(&mut parts.headers);
    let route = routes::find(parts.uri.path(), &wire.options);
    let cors = cors::Cors::of(&parts, route, &wire.options);
    // A preflight grants nothing, so it is answered whatever its Origin.
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
    if !(is_open && guard::is_probe(&parts)) {
        if let Err(refusal) = admitted {
            return Some(*refusal);
        }
        let needs_token = !is_open && !route.is_some_and(|route| route.proves_itself);
        if needs_token && !guard::has_token(&parts.headers, &wire.options) {
            return Some(guard::token_wanted());
        }
    }
    let room = match route {
        // It tells what takes the room, and holds nothing.
        Some(route) if route.tells_state(&parts.method) => None,
        _ => match head::room(wire, route, &parts).await {
            Ok(room) => room.map(KeptRoom::new),
            Err(refusal) => return refusal,
        },
    };
    let mut response = served(wire, route, parts, body, peer).await;
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
    peer: SocketAddr,
) -> Response {
    let Some(route) = route else {
        return answer::not_found("nothing is served here; standard MCP is at `/mcp`, the host's state at `/health`");
    };
    let incoming = Incoming {
        wire: Arc::clone(wire),
        route,
        accepts: Accepts::of(&parts.headers),
        parts,
        body,
        peer,
    };
    route.answer(incoming).await
}

/// Reads the body and hands the request to the dialect.
async fn posted<F: Future<Output = Response>>(incoming: Incoming, dialect: impl FnOnce(Exchange) -> F) -> Response {
    let Incoming {
        wire,
        route,
        parts,
        body,
        peer,
        accepts,
    } = incoming;
    let body = match body::read(body, &parts.headers, &wire).await {
        Ok(body) => body.bytes(),
        Err(refusal) => return (route.refuse)(&wire, &[], refusal).await,
    };
    let room = match wire.admit(&body) {
        Ok(room) => Arc::new(room),
        Err(full) => return (route.refuse)(&wire, &body, full.into()).await,
    };
    let call = CallId::next();
    let path = parts.uri.path().trim_end_matches('/');
    tracing::debug!(target: "hop", call = %call, hop = "wire.http", %peer, path, bytes = body.len());
    let exchange = Exchange {
        wire,
        query: parts.uri.query().map(Box::from),
        headers: parts.headers,
        peer,
        accepts,
        call,
        body,
        room,
    };
    dialect(exchange).await
}
