//! The standard MCP dialect, with all supported MCP versions. A module for some of the versions is named by the date of
//! the newest version that it implements.

mod ask;
mod codes;
mod events;
mod extensions;
mod handshake;
mod methods;
mod notices;
mod options;
mod peer;
mod pipe;
mod profile;
mod stdio;
mod tasks;
mod v2024_11_05;
mod v2025_11_25;
mod v2026_07_28;

pub use options::{Options, StateKey, TaskLimits};
pub use stdio::{Reader, Writer, serve_stdio};

use ask::parked_calls::Parked;
use ask::used_states::UsedStates;
use host_api::{Audience, BoxFuture};
use host_mcp_shapes::listing::{Catalogue, Encoded};
use host_mcp_shapes::shapes::Speaker;
use host_mcp_shapes::versions::Version;
use host_wire::Wire;
use host_wire::http::Method;
use host_wire::http::refusal::Refusal;
use host_wire::http::route::Route;
use host_wire::http::switch::Switch;
use host_wire::http::{Exchange, Incoming, IntoResponse, Response, answer, content_type, posted};
use host_wire::jsonrpc;
use host_wire::{Dialect, NewDialect};
use notices::Subscribers;
use std::future::ready;
use std::sync::Arc;
use tasks::store::Tasks;
use v2026_07_28::headers::Mirrored;

/// Creates the constructor of the MCP protocol of the host, with these settings.
pub fn dialect(options: Options) -> NewDialect {
    Box::new(|wire| Mcp::new(wire, options))
}

struct Mcp {
    wire: Arc<Wire>,
    options: Options,
    lists: Catalogue,
    mirrored: Mirrored,
    subscribers: Arc<Subscribers>,
    parked: Arc<Parked>,
    used_states: UsedStates,
    tasks: Arc<Tasks>,
}

impl Mcp {
    fn new(wire: &Arc<Wire>, options: Options) -> Arc<Self> {
        let mcp = Arc::new(Self {
            wire: Arc::clone(wire),
            lists: Catalogue::default(),
            mirrored: Mirrored::default(),
            subscribers: Arc::default(),
            parked: Arc::default(),
            used_states: UsedStates::new(options.used_states_file.clone()),
            tasks: Tasks::new(options.tasks, wire.options.client_share),
            options,
        });
        let listener = Arc::downgrade(&mcp);
        wire.changes.follow(listener);
        mcp
    }

    fn catalogue(&self, audience: &Audience) -> Arc<Encoded> {
        self.lists.current(&*self.wire.service, &self.options.lists, audience)
    }

    /// Returns true if long calls may become tasks.
    fn offers_tasks(&self) -> bool {
        self.options.tasks.most > 0
    }

    fn speaker(&self, version: Version) -> Speaker<'_> {
        Speaker {
            version,
            server_name: &self.wire.options.server_name,
            server_version: &self.wire.options.server_version,
            text: self.options.text,
        }
    }
}

impl Dialect for Mcp {
    fn routes(self: Arc<Self>) -> Vec<Route> {
        let switch = Switch {
            is_on: self.options.sse,
            protocol: "MCP's HTTP+SSE transport",
            key: "dialects.sse.enabled",
        };
        let (streamable, of_messages) = (Arc::clone(&self), self);
        vec![
            Route::new("/mcp")
                .with_slash()
                .post(move |exchange| post(Arc::clone(&streamable), exchange))
                .on(Method::GET, get)
                .on(Method::DELETE, delete)
                .for_browsers()
                .show(&[
                    ("MCP clients (Streamable HTTP)", "http://{host}/mcp"),
                    (
                        "  for example",
                        "claude mcp add --transport http unity http://{host}/mcp",
                    ),
                ]),
            // A client that tries the newer transport first continues with `/sse` after a 4xx.
            Route::new("/sse")
                .switch(switch)
                .on(Method::GET, |incoming| ready(v2024_11_05::open(&incoming)))
                .for_browsers()
                .show(&[("MCP clients of 2024-11-05", "http://{host}/sse")]),
            Route::new("/messages")
                .switch(switch)
                .on(Method::POST, move |incoming| {
                    message(Arc::clone(&of_messages), incoming)
                })
                .for_browsers(),
        ]
    }

    fn run(self: Arc<Self>) -> BoxFuture<'static, ()> {
        Box::pin(notices::announce(self))
    }

    fn end_streams(&self) {
        notices::end_streams(self);
    }
}

/// Handles `POST /messages`, which receives the messages of an HTTP+SSE client.
async fn message(mcp: Arc<Mcp>, incoming: Incoming) -> Result<Response, Refusal> {
    // Without a pipe, the body is not needed.
    v2024_11_05::find(&incoming.wire, incoming.parts.uri.query())?;
    let post = async |exchange| v2024_11_05::post(mcp, exchange).await.into_response();
    Ok(posted(incoming, post).await)
}

/// Handles `POST /mcp`. The version header or the `_meta` of the request selects the MCP version. A request without MCP
/// headers is offered to the protocols with claims first.
async fn post(mcp: Arc<Mcp>, exchange: Exchange) -> Response {
    let bytes = exchange.body.clone();
    let is_standard = v2025_11_25::has_mcp_header(&exchange.headers);
    let parsed = jsonrpc::parse(&bytes);
    let is_stateless = parsed
        .as_ref()
        .is_ok_and(|body| v2026_07_28::is_stateless_request(&exchange.headers, body));
    if !is_standard
        && !is_stateless
        && let Some(handler) = exchange.claimant()
    {
        return handler(exchange).await;
    }
    if let Err(refusal) = content_type::json_or_undeclared(&exchange.headers) {
        return answer::refusal(refusal, Some(&jsonrpc::id_of(&bytes)));
    }
    match parsed {
        Ok(body) => match profile::from_query(exchange.query.as_deref()) {
            Ok(picked) if is_stateless => v2026_07_28::post(&mcp, exchange, picked, body).await,
            Ok(picked) => v2025_11_25::post(&mcp, exchange, picked, body).await,
            Err(fault) => answer::refusal(fault, Some(&jsonrpc::id_of(&bytes))),
        },
        Err(fault) => {
            let id = jsonrpc::id_of(&bytes);
            let version = v2025_11_25::version_of(&exchange.wire, &exchange.headers);
            let may_lack = id.as_json() == "null" && version.is_some_and(Version::has_errors_without_id);
            answer::refusal(fault, Some(&id).filter(|_| !may_lack))
        }
    }
}

/// Handles `GET /mcp`, the event stream of a session. Without MCP headers, protocols with claims get the request first.
async fn get(incoming: Incoming) -> Result<Response, Refusal> {
    if v2026_07_28::is_header_of_era(&incoming.parts.headers) {
        return Ok(incoming.serving_only(&v2026_07_28::METHODS));
    }
    if !v2025_11_25::has_mcp_header(&incoming.parts.headers)
        && let Some(handler) = incoming.claimant()
    {
        return Ok(handler(incoming).await);
    }
    let stream = v2025_11_25::get(&incoming)?;
    Ok(stream.unwrap_or_else(|| incoming.incomplete_request(NO_STREAM)))
}

const NO_STREAM: &str = "GET here opens a stream of events, and the header `Accept: text/event-stream` is missing; messages are sent by POST";

/// Handles `DELETE /mcp`, which ends a session.
async fn delete(incoming: Incoming) -> Result<Response, Refusal> {
    if v2026_07_28::is_header_of_era(&incoming.parts.headers) {
        return Ok(incoming.serving_only(&v2026_07_28::METHODS));
    }
    v2025_11_25::delete(&incoming.wire, &incoming.parts.headers).await
}
