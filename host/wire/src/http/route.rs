//! A route: a path, its handlers by method, and the form of its refusals.

use crate::http::answer;
use crate::http::exchange::Incoming;
use crate::http::refusal::Refusal;
use crate::http::switch::Switch;
use crate::jsonrpc;
use crate::options::WireOptions;
use crate::state::Wire;
use crate::websocket;
use axum_core::response::Response;
use host_api::BoxFuture;
use http::Method;
use http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;

pub(super) type Handler = fn(Incoming) -> BoxFuture<'static, Response>;
type MakeWebSocket = fn(&Arc<Wire>, Parts, SocketAddr) -> Response;
type Refuse = for<'a> fn(&'a Wire, &'a [u8], Refusal) -> BoxFuture<'a, Response>;

/// One path.
pub(crate) struct Route {
    pub(super) path: &'static str,
    /// The path with a `/` at its end is this path too.
    pub(super) with_slash: bool,
    /// The switch of its methods.
    pub(super) switch: Option<Switch>,
    pub(super) methods: &'static [(Method, Handler)],
    /// Requests for a WebSocket upgrade, with any method; they have their own switch.
    pub(super) upgrade: Option<(Switch, MakeWebSocket)>,
    /// Any other method.
    pub(super) otherwise: fn(&Incoming) -> Response,
    /// Answers a request that did not reach its dialect, in the dialect's form. The body may be incomplete.
    pub(super) refuse: Refuse,
    /// MCP clients in browsers use it: their responses get the headers that they need.
    pub(super) is_for_browsers: bool,
    /// Reading it needs no token.
    pub(super) is_open: bool,
    /// The client proves its identity after it is connected, without the token.
    pub(super) proves_itself: bool,
    /// It reports the state: its answer gets room even if others do not.
    pub(super) is_state: bool,
    /// Its users and usage, on the page at `/`; `{host}` is this host.
    pub(super) shown: &'static [(&'static str, &'static str)],
}

/// Defaults for a row.
pub(super) const ROUTE: Route = Route {
    path: "",
    with_slash: false,
    switch: None,
    methods: &[],
    upgrade: None,
    otherwise: method_not_allowed,
    refuse: |_, body, refusal| ready(plainly(body, refusal)),
    is_for_browsers: false,
    is_open: false,
    proves_itself: false,
    is_state: false,
    shown: &[],
};

/// Users and usage of the enabled routes.
pub(super) fn shown<'a>(
    table: &'a [Route],
    options: &'a WireOptions,
) -> impl Iterator<Item = (&'static str, &'static str)> + 'a {
    let is_on = |route: &&Route| route.switch.as_ref().is_none_or(|switch| switch.is_on(options));
    let in_service = table.iter().filter(is_on);
    in_service.flat_map(|route| route.shown.iter().copied())
}

impl Route {
    fn handler(&self, method: &Method) -> Option<Handler> {
        let mut methods = self.methods.iter();
        methods
            .find(|(served, _)| served == method)
            .map(|(_, handler)| *handler)
    }

    /// True if the request needs no token and no name of this host.
    pub(super) fn is_open_to(&self, method: &Method) -> bool {
        self.is_open && self.handler(method).is_some()
    }

    /// True if the request reads the state of the host.
    pub(super) fn tells_state(&self, method: &Method) -> bool {
        self.is_state && self.handler(method).is_some()
    }

    /// Answers a request that passed the guard.
    pub(super) async fn answer(&self, incoming: Incoming) -> Response {
        let options = &incoming.wire.options;
        if let Some((switch, make)) = &self.upgrade
            && websocket::is_upgrade(&incoming.parts)
        {
            let refusal = switch.refusal(options);
            return refusal.unwrap_or_else(|| make(&incoming.wire, incoming.parts, incoming.peer));
        }
        let switch = self.switch.as_ref();
        if let Some(refusal) = switch.and_then(|switch| switch.refusal(options)) {
            return refusal;
        }
        match self.handler(&incoming.parts.method) {
            Some(handler) => handler(incoming).await,
            None => (self.otherwise)(&incoming),
        }
    }

    /// For `Allow`, and for preflight requests of pages.
    pub(super) fn allowed(&self) -> String {
        self.allowed_of(|_| true)
    }

    pub(super) fn allowed_of(&self, is_meant: impl Fn(&Method) -> bool) -> String {
        let methods = self.methods.iter().map(|(method, _)| method);
        let meant = methods.filter(|method| is_meant(method)).map(Method::as_str);
        meant.chain(["OPTIONS"]).collect::<Vec<_>>().join(", ")
    }
}

/// 405, with the supported methods.
fn method_not_allowed(incoming: &Incoming) -> Response {
    incoming.not_served(&incoming.route.allowed())
}

/// Rejects a request in the form of its path.
pub(super) async fn refuse(route: Option<&Route>, wire: &Wire, body: &[u8], refusal: Refusal) -> Response {
    match route {
        Some(route) => (route.refuse)(wire, body, refusal).await,
        None => plainly(body, refusal),
    }
}

/// A refusal in JSON-RPC's own form.
fn plainly(body: &[u8], refusal: Refusal) -> Response {
    let id = jsonrpc::id_of(body);
    answer::refusal(refusal, Some(&id).filter(|id| id.as_json() != "null"))
}

pub(super) fn ready<'a>(response: Response) -> BoxFuture<'a, Response> {
    Box::pin(std::future::ready(response))
}
