//! The table of routes: every path that is served, by whom, and in what form it refuses.
//!
//! Routing, 405s, the answers of what is switched off, CORS and the page at `/` all read this. Belongs here: one row for each
//! path. Does not: what a dialect answers.

use crate::dialects::mcp::{self, v2024_11_05};
use crate::dialects::{self, command, editor, explorer};
use crate::health::{self, Detail};
use crate::http::refusal::Refusal;
use crate::http::switch::Switch;
use crate::http::{Incoming, answer, guard, posted};
use crate::jsonrpc;
use crate::metrics;
use crate::options::WireOptions;
use crate::state::Wire;
use crate::unity_links;
use crate::websocket;
use axum_core::response::Response;
use host_api::BoxFuture;
use http::Method;
use http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;

type Handler = fn(Incoming) -> BoxFuture<'static, Response>;
type MakeWebSocket = fn(&Arc<Wire>, Parts, SocketAddr) -> Response;
type Refuse = for<'a> fn(&'a Wire, &'a [u8], Refusal) -> BoxFuture<'a, Response>;

/// One path.
pub(crate) struct Route {
    path: &'static str,
    /// The same with a `/` behind it is this path too.
    with_slash: bool,
    /// Over its methods.
    switch: Option<Switch>,
    methods: &'static [(Method, Handler)],
    /// Whoever asks to become a WebSocket, whatever the method; with a switch of its own.
    upgrade: Option<(Switch, MakeWebSocket)>,
    /// Any other method.
    otherwise: fn(&Incoming) -> Response,
    /// A request that did not come through to its dialect, in the dialect's form. The body as far as it is there.
    pub(super) refuse: Refuse,
    /// MCP clients in browsers use it: they get the headers that they need.
    pub(super) is_for_browsers: bool,
    /// Reading it needs no token.
    pub(super) is_open: bool,
    /// Whoever comes proves itself once it is connected, without the token.
    pub(super) proves_itself: bool,
    /// It tells what is wrong: its answer finds room when others do not.
    pub(super) is_state: bool,
    /// Who uses it and how, on the page at `/`; `{host}` is this host.
    shown: &'static [(&'static str, &'static str)],
}

/// What a row leaves out.
const ROUTE: Route = Route {
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

/// Where Unitys dial in.
const BRIDGE: &str = "/bridge";

/// In the order of the page.
static ROUTES: &[Route] = &[
    Route {
        path: "/mcp",
        with_slash: true,
        methods: &[
            (Method::POST, |incoming| Box::pin(posted(incoming, mcp::post))),
            (Method::GET, |incoming| Box::pin(mcp::get(incoming))),
            (Method::DELETE, |incoming| Box::pin(mcp::delete(incoming))),
        ],
        is_for_browsers: true,
        shown: &[
            ("MCP clients (Streamable HTTP)", "http://{host}/mcp"),
            (
                "  for example",
                "claude mcp add --transport http unity http://{host}/mcp",
            ),
        ],
        ..ROUTE
    },
    Route {
        path: "/sse",
        switch: Some(v2024_11_05::SWITCH),
        // A client that tries the newer transport first goes on to this one after a 4xx.
        methods: &[(Method::GET, |incoming| {
            ready(v2024_11_05::open(
                &incoming.wire,
                incoming.accepts,
                incoming.parts.uri.query(),
                incoming.unity(),
            ))
        })],
        is_for_browsers: true,
        shown: &[("MCP clients of 2024-11-05", "http://{host}/sse")],
        ..ROUTE
    },
    Route {
        path: "/messages",
        switch: Some(v2024_11_05::SWITCH),
        methods: &[(Method::POST, |incoming| {
            match v2024_11_05::find(&incoming.wire, incoming.parts.uri.query()) {
                Ok(_) => Box::pin(posted(incoming, v2024_11_05::post)),
                // Its body is not worth reading.
                Err(refusal) => ready(answer::refusal(refusal, None)),
            }
        })],
        is_for_browsers: true,
        ..ROUTE
    },
    Route {
        path: "/message",
        with_slash: true,
        switch: Some(explorer::SWITCH),
        methods: &[(Method::POST, |incoming| Box::pin(posted(incoming, explorer::post)))],
        refuse: |wire, body, refusal| Box::pin(explorer::refuse_body(wire, body, refusal)),
        shown: &[(
            "Unity Explorer",
            "POST /message, GET /read?uri=unity://status, events at / (Accept: text/event-stream)",
        )],
        ..ROUTE
    },
    Route {
        path: "/read",
        switch: Some(explorer::SWITCH),
        methods: &[
            (Method::GET, |incoming| Box::pin(explorer::read::read(incoming))),
            (Method::HEAD, |incoming| Box::pin(explorer::read::read(incoming))),
        ],
        ..ROUTE
    },
    Route {
        path: "/editor",
        with_slash: true,
        switch: Some(editor::SWITCH),
        methods: &[(Method::POST, |incoming| Box::pin(posted(incoming, editor::post)))],
        refuse: |_, body, refusal| ready(editor::FORM.refuse_body(body, refusal)),
        shown: &[("EditorMCP", "POST /editor, one JSON-RPC request each")],
        ..ROUTE
    },
    #[cfg(test)]
    Route {
        path: "/toy",
        switch: Some(dialects::toy::SWITCH),
        methods: &[(Method::POST, |incoming| Box::pin(posted(incoming, dialects::toy::post)))],
        refuse: |_, _, refusal| ready(dialects::toy::refuse(&refusal)),
        shown: &[("A toy", "POST /toy")],
        ..ROUTE
    },
    Route {
        path: "/ws",
        switch: Some(command::SWITCH),
        upgrade: Some((command::SWITCH, command::upgrade)),
        otherwise: |_| command::upgrade_wanted(),
        shown: &[(
            "Commands over a WebSocket",
            "ws://{host}/ws, one JSON text frame each; get_schema lists them",
        )],
        ..ROUTE
    },
    Route {
        path: BRIDGE,
        switch: Some(unity_links::SWITCH),
        upgrade: Some((unity_links::SWITCH, unity_links::upgrade)),
        otherwise: |_| unity_links::upgrade_wanted(),
        proves_itself: true,
        ..ROUTE
    },
    Route {
        path: "/",
        methods: &[
            (Method::GET, |incoming| Box::pin(dialects::get_root(incoming))),
            (Method::HEAD, |incoming| Box::pin(dialects::get_root(incoming))),
            (Method::POST, |incoming| Box::pin(posted(incoming, dialects::post_root))),
        ],
        upgrade: Some((command::SWITCH, command::upgrade)),
        refuse: |wire, body, refusal| Box::pin(dialects::refuse_root(wire, body, refusal)),
        shown: &[(
            "JSON-RPC without a session",
            "POST /, with tools/list, tools/call, resources/list, resources/read",
        )],
        ..ROUTE
    },
    Route {
        path: "/health",
        methods: &[
            (Method::GET, |incoming| {
                ready(health::health(&incoming.wire, detail(&incoming)))
            }),
            (Method::HEAD, |incoming| {
                ready(health::health(&incoming.wire, detail(&incoming)))
            }),
        ],
        is_open: true,
        is_state: true,
        shown: &[("State of the host", "/health, /ready, /metrics")],
        ..ROUTE
    },
    Route {
        path: "/ready",
        methods: &[
            (Method::GET, |incoming| {
                ready(health::ready(&incoming.wire, detail(&incoming)))
            }),
            (Method::HEAD, |incoming| {
                ready(health::ready(&incoming.wire, detail(&incoming)))
            }),
        ],
        is_open: true,
        is_state: true,
        ..ROUTE
    },
    Route {
        path: "/metrics",
        methods: &[
            (Method::GET, |incoming| ready(metrics::metrics(&incoming.wire))),
            (Method::HEAD, |incoming| ready(metrics::metrics(&incoming.wire))),
        ],
        is_state: true,
        ..ROUTE
    },
];

/// The route of a path, where it is served here.
pub(super) fn find(path: &str, options: &WireOptions) -> Option<&'static Route> {
    let is_it = |route: &&Route| route.path == path || (route.with_slash && path.strip_suffix('/') == Some(route.path));
    let found = ROUTES.iter().find(is_it)?;
    (!options.unitys_alone || found.path == BRIDGE).then_some(found)
}

/// What `/` shows of the routes that are in service: who, and how.
pub(super) fn shown(options: &WireOptions) -> impl Iterator<Item = (&'static str, &'static str)> {
    let in_service = |route: &&Route| route.switch.as_ref().is_none_or(|switch| switch.is_on(options));
    ROUTES
        .iter()
        .filter(in_service)
        .flat_map(|route| route.shown.iter().copied())
}

impl Route {
    fn handler(&self, method: &Method) -> Option<Handler> {
        let mut methods = self.methods.iter();
        methods
            .find(|(served, _)| served == method)
            .map(|(_, handler)| *handler)
    }

    /// True where the request may come without a token, and from whoever knows no name of this host.
    pub(super) fn is_open_to(&self, method: &Method) -> bool {
        self.is_open && self.handler(method).is_some()
    }

    /// True where what is read tells how the host is.
    pub(super) fn tells_state(&self, method: &Method) -> bool {
        self.is_state && self.handler(method).is_some()
    }

    /// Answers a request that may pass.
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

    /// For `Allow`, and for pages that ask before they send.
    pub(super) fn allowed(&self) -> String {
        self.allowed_of(|_| true)
    }

    pub(super) fn allowed_of(&self, is_meant: impl Fn(&Method) -> bool) -> String {
        let methods = self.methods.iter().map(|(method, _)| method);
        let meant = methods.filter(|method| is_meant(method)).map(Method::as_str);
        meant.chain(["OPTIONS"]).collect::<Vec<_>>().join(", ")
    }
}

/// 405, with what the path serves.
fn method_not_allowed(incoming: &Incoming) -> Response {
    incoming.not_served(&incoming.route.allowed())
}

/// Refuses a request in the form of its path.
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

fn detail(incoming: &Incoming) -> Detail {
    let options = &incoming.wire.options;
    if guard::sees_all(&incoming.parts, incoming.peer, options) {
        Detail::All
    } else if guard::knows_a_name(&incoming.parts, incoming.peer, options) {
        Detail::Short
    } else {
        Detail::Whether
    }
}

fn ready<'a>(response: Response) -> BoxFuture<'a, Response> {
    Box::pin(std::future::ready(response))
}

#[cfg(test)]
mod tests;
