//! The dialect for UnityExplorer clients: JSON-RPC requests, results and event streams in their formats.
//!
//! This module selects the method of a request and limits concurrent requests. Other modules contain message formats,
//! errors, streams and request parsing. The dialect knows no tool and no data type of a tool.

mod calls;
mod content;
mod errors;
mod hub;
mod listing;
mod log;
mod marked_frames;
mod options;
mod read;
mod reading;
mod request;
mod ring;
mod shapes;
mod stream;

pub use options::Options;

use crate::calls::Finished;
use crate::errors::Failure;
use crate::hub::{Hub, Relay};
use crate::listing::{Listed, Listing};
use crate::log::ErrorLines;
use crate::request::{CallParams, Id, Method, Request};
use crate::ring::Ring;
use crate::shapes::Message;
use host_api::{Audience, BoxFuture};
use host_wire::Wire;
use host_wire::backlog::Bounds;
use host_wire::catalog_form::raw;
use host_wire::first_catalog;
use host_wire::http::Response;
use host_wire::http::claim::Claim;
use host_wire::http::header::RETRY_AFTER;
use host_wire::http::refusal::Refusal;
use host_wire::http::route::Route;
use host_wire::http::switch::Switch;
use host_wire::http::{Exchange, IntoResponse, answer};
use host_wire::http::{Method as HttpMethod, StatusCode};
use host_wire::slots::Slots;
use host_wire::{Dialect, Gauge, HealthMember, NewDialect};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The MCP version in the response to `initialize`, independent of the version that the client requests.
const PROTOCOL_VERSION: &str = "2024-11-05";
const OWN: Audience = Audience::Protocol(&["explorer"]);

/// Creates the constructor of the protocol of UnityExplorer, with these settings.
pub fn dialect(options: Options) -> NewDialect {
    Box::new(|wire| Explorer::new(wire, options))
}

struct Explorer {
    wire: Arc<Wire>,
    options: Options,
    hub: Hub,
    /// The task that passes events to the event streams; taken when it starts, then `None`.
    relay: Mutex<Option<Relay>>,
    listing: Listing,
    /// The slots that limit concurrent JSON-RPC requests of this protocol. Streams and `GET /read` use no slot.
    in_flight: Arc<Slots>,
    error_lines: ErrorLines,
}

impl Explorer {
    fn new(wire: &Arc<Wire>, options: Options) -> Arc<Self> {
        let bounds = Bounds {
            messages: options.ring_events,
            bytes: options.ring_bytes,
        };
        let ring = Ring::new(bounds, Arc::clone(&wire.dropped), &wire.budget);
        let (hub, relay) = Hub::new(&wire.service, ring, &wire.dropped);
        Arc::new(Self {
            wire: Arc::clone(wire),
            hub,
            relay: Mutex::new(Some(relay)),
            listing: Listing::default(),
            in_flight: Slots::new(options.max_in_flight),
            error_lines: ErrorLines::default(),
            options,
        })
    }

    fn listing(&self, audience: &Audience) -> Arc<Listed> {
        self.listing.current(&*self.wire.service, &(), audience)
    }
}

impl Dialect for Explorer {
    fn routes(self: Arc<Self>) -> Vec<Route> {
        let switch = Switch {
            is_on: self.options.enabled,
            protocol: "Explorer's protocol",
            key: "dialects.explorer.enabled",
        };
        let (of_read, refusing) = (Arc::clone(&self), Arc::clone(&self));
        let (at_root, at_mcp) = (self.claims(true), self.claims(false));
        let message = Route::new("/message")
            .with_slash()
            .switch(switch)
            .post(move |exchange| post(Arc::clone(&self), exchange))
            .refuse(move |body, refusal| Box::pin(refuse_body(Arc::clone(&refusing), body, refusal)))
            .show(&[(
                "Unity Explorer",
                "POST /message, GET /read?uri=unity://status, events at / (Accept: text/event-stream)",
            )]);
        let read = Route::new("/read")
            .switch(switch)
            .read(move |incoming| read::read(Arc::clone(&of_read), incoming));
        let claims = |path, claims: [Claim; 2]| claims.into_iter().fold(Route::new(path), Route::claim);
        vec![message, read, claims("/", at_root), claims("/mcp", at_mcp)]
    }

    fn run(self: Arc<Self>) -> BoxFuture<'static, ()> {
        let relay = self.relay.lock().unwrap_or_else(PoisonError::into_inner).take();
        match relay {
            Some(relay) => Box::pin(relay.run(self.wire.closing.clone())),
            None => Box::pin(std::future::ready(())),
        }
    }

    fn gauges(&self) -> Vec<Gauge> {
        vec![
            (
                "explorer_in_flight",
                "Explorer requests in flight.",
                self.in_flight.taken_count() as u64,
            ),
            (
                "explorer_refused",
                "Explorer requests rejected because there were too many, since the host listens.",
                self.error_lines.refused_count(),
            ),
            (
                "explorer_errors_unlogged",
                "Failed Explorer requests that were not logged, since the host listens.",
                self.error_lines.left_out_count(),
            ),
            (
                "explorer_streams",
                "Readers of Explorer's events, among the streams.",
                self.hub.readers() as u64,
            ),
        ]
    }

    fn health(&self) -> Vec<HealthMember> {
        vec![("explorer_streams", raw(&self.hub.readers()))]
    }
}

impl Explorer {
    /// Returns the rules by which this protocol takes over requests on a path of another protocol: its own methods, and
    /// GET requests for the event stream. At `/` (`is_root`), also `initialize`, and a GET from another machine, which
    /// gets an error with the reason.
    fn claims(self: &Arc<Self>, is_root: bool) -> [Claim; 2] {
        let is_on = self.options.enabled;
        let (host, refusing) = (Arc::clone(self), Arc::clone(self));
        let body = Claim::by_body(
            move |body| is_on && request::is_for_explorer(body, is_root),
            move |exchange| post(Arc::clone(&host), exchange),
        );
        let body = match is_root {
            true => body.refuse(move |body, refusal| Box::pin(refuse_body(Arc::clone(&refusing), body, refusal))),
            false => body,
        };
        let (looking, host) = (Arc::clone(self), Arc::clone(self));
        let head = Claim::by_head(
            move |incoming| {
                let is_open = is_root || stream::is_mirrored_to(incoming.peer, &looking.options);
                is_on && is_open && incoming.accepts.sse && incoming.parts.method == HttpMethod::GET
            },
            move |incoming| {
                let host = Arc::clone(&host);
                async move { mirror(&host, incoming.peer, incoming.unity()).await }
            },
        );
        [body, head]
    }
}

async fn post(explorer: Arc<Explorer>, exchange: Exchange) -> Response {
    let explorer = &explorer;
    let request = match Request::parse(&exchange.body) {
        Ok(request) => request,
        Err(told) => {
            let (id, failure) = *told;
            return refuse(explorer, &id, &failure).await;
        }
    };
    let Some(method) = Method::from_name(&request.method) else {
        let failure = Failure::unknown_method(&request.method);
        return refuse(explorer, &request.id, &failure).await;
    };
    if method == Method::StreamEvents {
        return stream_events(explorer, &exchange, &request.id).await;
    }
    let Some(slot) = explorer.in_flight.take() else {
        let failure = Failure::too_many_requests(explorer.in_flight.max()).with_hint(
            "wait for answers before sending more; the operator can raise `dialects.explorer.max-in-flight`",
        );
        return refuse(explorer, &request.id, &failure).await;
    };
    let response = answer_request(explorer, &exchange, method, request).await;
    drop(slot);
    response
}

/// Opens the event mirror (a stream of all clients' events and results), or responds why the client may not read it.
async fn mirror(explorer: &Arc<Explorer>, peer: SocketAddr, unity: Option<String>) -> Response {
    match stream::mirror(explorer, peer, unity) {
        Ok(response) => response,
        Err(failure) => refuse(explorer, &None, &failure).await,
    }
}

async fn refuse_body(explorer: Arc<Explorer>, body: &[u8], refusal: Refusal) -> Response {
    let status = refusal.status;
    let finished = calls::fail(&explorer, &request::id_of(body), &Failure::from_refusal(refusal)).await;
    respond(Finished { status, ..finished })
}

async fn answer_request(
    explorer: &Arc<Explorer>,
    exchange: &Exchange,
    method: Method,
    request: Request<'_>,
) -> Response {
    let Request { id, params, .. } = request;
    let finished = match method {
        Method::Initialize => {
            // Without the catalog, only the instructions are missing from the response.
            let _ = first_catalog::first(&explorer.wire).await;
            tell(explorer, Message::result(&id, &welcome(&explorer.wire))).await
        }
        Method::Initialized if id.is_none() => return answer::empty(StatusCode::ACCEPTED),
        Method::Initialized => tell(explorer, Message::result(&id, &json!({ "ok": true }))).await,
        Method::Ping => tell(explorer, Message::result(&id, &json!({}))).await,
        Method::ListTools | Method::ListResources => match first_catalog::first(&explorer.wire).await {
            Ok(()) => {
                let listed = explorer.listing(&OWN);
                let list = match method {
                    Method::ListTools => &listed.tools,
                    _ => &listed.resources,
                };
                tell(explorer, Message::result(&id, list)).await
            }
            Err(error) => calls::fail(explorer, &id, &Failure::from_error(error)).await,
        },
        Method::CallTool => match CallParams::read(params) {
            Ok(params) => calls::call_tool(explorer, exchange, id, params).await,
            Err(failure) => calls::fail(explorer, &id, &failure).await,
        },
        Method::ReadResource => match request::uri_of(params) {
            Ok(uri) => calls::read_resource(explorer, exchange, id, uri).await,
            Err(failure) => calls::fail(explorer, &id, &failure).await,
        },
        Method::StreamEvents => return stream_events(explorer, exchange, &id).await,
    };
    respond(finished)
}

/// Answers the method `stream_events` with an event stream of JSON lines, or with an error if it cannot be opened.
async fn stream_events(explorer: &Arc<Explorer>, exchange: &Exchange, id: &Id) -> Response {
    match stream::lines(explorer, exchange.peer, exchange.unity()) {
        Ok(response) => response,
        Err(failure) => refuse(explorer, id, &failure).await,
    }
}

fn welcome(wire: &Wire) -> serde_json::Value {
    json!({
        "protocolVersion": PROTOCOL_VERSION,
        "capabilities": {
            "tools": { "listChanged": true },
            "resources": { "listChanged": true },
            "experimental": { "streamEvents": {} },
        },
        "serverInfo": { "name": wire.options.server_name, "version": wire.options.server_version },
        "instructions": wire.service.catalog(&OWN).instructions,
    })
}

/// Sends a result of the host itself, not of a tool, to the event streams, and returns it as the response.
async fn tell(explorer: &Explorer, message: Message) -> Finished {
    explorer.hub.tell(false, || vec![message.clone()]).await;
    Finished {
        status: StatusCode::OK,
        message,
    }
}

async fn refuse(explorer: &Explorer, id: &Id, failure: &Failure) -> Response {
    respond(calls::fail(explorer, id, failure).await)
}

fn respond(finished: Finished) -> Response {
    let response = answer::json(finished.status, finished.message.json());
    match finished.status {
        StatusCode::TOO_MANY_REQUESTS => ([(RETRY_AFTER, "1")], response).into_response(),
        _ => response,
    }
}
