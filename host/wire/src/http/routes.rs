//! The table of routes: every path, its handler, and the form of its refusals.
//!
//! Routing, 405s, the answers of disabled protocols, CORS and the page at `/` all use this table, which has one row for
//! each path.

use crate::dialects::mcp::{self, v2024_11_05};
use crate::dialects::{self, command, editor, explorer};
use crate::health::{self, Detail};
use crate::http::exchange::{Incoming, posted};
use crate::http::route::{Handler, ROUTE, Route, ready};
use crate::http::{answer, guard};
use crate::metrics;
use crate::options::WireOptions;
use crate::unity_links;
use http::Method;

/// The methods of a path that is only read.
const fn reading(handler: Handler) -> [(Method, Handler); 2] {
    [(Method::GET, handler), (Method::HEAD, handler)]
}

/// The path for Unity instances.
const BRIDGE: &str = "/bridge";

/// In the order of the page.
pub(super) static ROUTES: &[Route] = &[
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
        // A client that tries the newer transport first continues with this one after a 4xx.
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
                // The body is not needed.
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
        methods: &reading(|incoming| Box::pin(explorer::read::read(incoming))),
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
        methods: &reading(|incoming| ready(health::health(&incoming.wire, detail(&incoming)))),
        is_open: true,
        is_state: true,
        shown: &[("State of the host", "/health, /ready, /metrics")],
        ..ROUTE
    },
    Route {
        path: "/ready",
        methods: &reading(|incoming| ready(health::ready(&incoming.wire, detail(&incoming)))),
        is_open: true,
        is_state: true,
        ..ROUTE
    },
    Route {
        path: "/metrics",
        methods: &reading(|incoming| ready(metrics::metrics(&incoming.wire))),
        is_state: true,
        ..ROUTE
    },
];

/// The route of a path, if it is enabled.
pub(super) fn find(path: &str, options: &WireOptions) -> Option<&'static Route> {
    let is_it = |route: &&Route| route.path == path || (route.with_slash && path.strip_suffix('/') == Some(route.path));
    let found = ROUTES.iter().find(is_it)?;
    (!options.unitys_alone || found.path == BRIDGE).then_some(found)
}

fn detail(incoming: &Incoming) -> Detail {
    let options = &incoming.wire.options;
    if guard::sees_all(&incoming.parts, incoming.peer, incoming.is_known, options) {
        Detail::All
    } else if guard::knows_a_name(&incoming.parts, incoming.peer, options) {
        Detail::Short
    } else {
        Detail::Whether
    }
}

#[cfg(test)]
mod tests;
