//! HTTP requests as dialects receive them, with or without the body.

use crate::budget::Reservation;
use crate::http::accept::Accepts;
use crate::http::refusal::Refusal;
use crate::http::{answer, body};
use crate::jsonrpc;
use crate::state::Wire;
use axum_core::body::Body;
use axum_core::response::Response;
use bytes::Bytes;
use host_api::{BoxFuture, CallId};
use http::request::Parts;
use http::{HeaderMap, Method};
use std::net::SocketAddr;
use std::sync::Arc;

/// A handler that answers a request without reading its body first.
pub(crate) type Handler = Arc<dyn Fn(Incoming) -> BoxFuture<'static, Response> + Send + Sync>;
/// A handler that answers a request whose body has been read.
pub(crate) type PostHandler = Arc<dyn Fn(Exchange) -> BoxFuture<'static, Response> + Send + Sync>;

/// An encoder for the error response of a protocol; the body of the request that it gets may be incomplete.
pub(super) type Refuse = Box<dyn for<'a> Fn(&'a [u8], Refusal) -> BoxFuture<'a, Response> + Send + Sync>;

/// An HTTP path that may have several protocols: what the handler of one request needs to know about all of them.
pub(super) trait SharedPath: Send + Sync {
    /// Lists the methods of the path that `is_meant` accepts, for the header `Allow`.
    fn allowed_of(&self, is_meant: &dyn Fn(&Method) -> bool) -> String;

    /// Encodes an error response in the format of the protocol that serves this request. `body` may be incomplete.
    fn refuse<'a>(&'a self, body: &'a [u8], refusal: Refusal) -> BoxFuture<'a, Response>;

    fn claimant(&self, incoming: &Incoming) -> Option<Handler>;

    fn body_claimant(&self, body: &[u8]) -> Option<PostHandler>;
}

/// A request that passed the access checks, with an unread body.
pub struct Incoming {
    pub wire: Arc<Wire>,
    pub(super) place: Arc<dyn SharedPath>,
    pub parts: Parts,
    pub(super) body: Body,
    pub peer: SocketAddr,
    /// True if the client sent the right token, or if the host requires no token.
    pub(crate) is_known: bool,
    pub accepts: Accepts,
}

/// A request that passed the access checks, with its whole body.
pub struct Exchange {
    pub wire: Arc<Wire>,
    place: Arc<dyn SharedPath>,
    pub headers: HeaderMap,
    pub query: Option<Box<str>>,
    pub peer: SocketAddr,
    pub accepts: Accepts,
    /// The id of the first call that this request creates; further calls of a batch get their own ids.
    pub call: CallId,
    pub body: Bytes,
    /// The memory reservation for the parsed body and the calls created from it; each call holds it to its end.
    pub room: Arc<Reservation>,
}

impl Incoming {
    /// Returns a 405 response to this request. Its header `Allow` lists only the path's methods that are in `known`.
    pub fn serving_only(&self, known: &[Method]) -> Response {
        self.not_served(&self.place.allowed_of(&|method| known.contains(method)))
    }

    /// Returns a 405 response for an incomplete request that the path would serve; `message` names the missing part.
    pub fn incomplete_request(&self, message: &str) -> Response {
        answer::not_allowed(message.to_owned(), &self.place.allowed_of(&|_| true))
    }

    pub(super) fn not_served(&self, allowed: &str) -> Response {
        answer::method_not_allowed(&self.parts.method, self.parts.uri.path(), allowed)
    }

    /// Returns the handler of another protocol that takes over this request because of its head; `None` if none does.
    pub fn claimant(&self) -> Option<Handler> {
        self.place.claimant(self)
    }
}

impl Exchange {
    /// Returns the handler of another protocol that takes over this request because of its body; `None` if none does.
    pub fn claimant(&self) -> Option<PostHandler> {
        self.place.body_claimant(&self.body)
    }
}

/// Reads the body of a POST request, reserves memory for it, and passes the request to its protocol `dialect`.
pub async fn posted<F: Future<Output = Response>>(incoming: Incoming, dialect: impl FnOnce(Exchange) -> F) -> Response {
    let Incoming {
        wire,
        place,
        parts,
        body,
        peer,
        accepts,
        ..
    } = incoming;
    let body = match body::read(body, &parts.headers, &wire).await {
        Ok(body) => jsonrpc::without_byte_order_mark(body.bytes()),
        Err(refusal) => return place.refuse(&[], refusal).await,
    };
    let room = match wire.admit(&body) {
        Ok(room) => Arc::new(room),
        Err(full) => return place.refuse(&body, full.into()).await,
    };
    let call = CallId::next();
    let path = parts.uri.path().trim_end_matches('/');
    tracing::debug!(target: "hop", call = %call, hop = "wire.http", %peer, path, bytes = body.len());
    let exchange = Exchange {
        wire,
        place,
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
