//! The dialect for commands over a WebSocket: accepting connections, and the state that all connections share.

mod calls;
mod counts;
mod link;
mod options;
mod schema;
mod shapes;

pub use options::Options;

use crate::calls::CommandSender;
use crate::counts::{Counts, Totals};
use crate::schema::Schema;
use host_api::{Caller, Proof};
use host_wire::Wire;
use host_wire::bare_requests;
use host_wire::catalog_form::raw;
use host_wire::http::Parts;
use host_wire::http::Response;
use host_wire::http::header::USER_AGENT;
use host_wire::http::route::Route;
use host_wire::http::switch::Switch;
use host_wire::http::unity;
use host_wire::jsonrpc::shorten;
use host_wire::random_id::random_id;
use host_wire::slots::Slots;
use host_wire::websocket::{self, Terms};
use host_wire::{Dialect, Gauge, HealthMember, NewDialect};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio_util::task::TaskTracker;

/// Creates the constructor of the protocol for commands over a WebSocket, with these settings.
pub fn dialect(options: Options) -> NewDialect {
    Box::new(|wire| {
        Arc::new(Commands {
            wire: Arc::clone(wire),
            connections: Slots::new(options.max_connections),
            links: TaskTracker::new(),
            schema: Schema::default(),
            counted: Arc::default(),
            options,
        })
    })
}

struct Commands {
    wire: Arc<Wire>,
    options: Options,
    connections: Arc<Slots>,
    links: TaskTracker,
    schema: Schema,
    counted: Arc<Totals>,
}

impl Dialect for Commands {
    fn routes(self: Arc<Self>) -> Vec<Route> {
        let switch = Switch {
            is_on: self.options.enabled,
            protocol: "the command protocol",
            key: "dialects.command.enabled",
        };
        let at_root = Arc::clone(&self);
        vec![
            Route::new("/ws")
                .switch(switch)
                .upgrade(switch, move |parts, peer| upgrade(&self, parts, peer))
                .otherwise(upgrade_wanted)
                .show(&[(
                    "Commands over a WebSocket",
                    "ws://{host}/ws, one JSON text frame each; get_schema lists them",
                )]),
            Route::new("/").upgrade(switch, move |parts, peer| upgrade(&at_root, parts, peer)),
        ]
    }

    fn links(&self) -> Option<TaskTracker> {
        Some(self.links.clone())
    }

    fn gauges(&self) -> Vec<Gauge> {
        vec![(
            "command_connections",
            "Open WebSocket connections of the command protocol, among the connections.",
            self.connections.taken_count() as u64,
        )]
    }

    fn health(&self) -> Vec<HealthMember> {
        vec![("command", raw(&self.counted.to_metrics(self.connections.taken_count())))]
    }
}

fn upgrade(commands: &Arc<Commands>, parts: Parts, peer: SocketAddr) -> Response {
    let wire = &commands.wire;
    let client = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    let caller = Caller {
        client: client.map(|client| shorten(client).into()).unwrap_or_default(),
        // No other client writes to this connection, even behind a proxy.
        proof: random_id::<16>().map(|id| Proof::Connection(id.into())),
        ..bare_requests::caller(host_api::Dialect::Command, peer)
    };
    let unity = unity::requested_target(&parts);
    let terms = Terms {
        places: &commands.connections,
        full: |max| format!("{max} WebSocket connections are open, the maximum of this host"),
        held: unity.as_ref().map_or(0, String::len),
        largest: wire.options.max_body,
        subprotocol: None,
        over: &wire.cut,
        links: &commands.links,
        span: tracing::debug_span!("command.link", %peer),
    };
    let commands = Arc::clone(commands);
    websocket::take(wire, parts, peer, terms, move |socket, arriving| async move {
        // Logs the counts when it is dropped, however the connection ends.
        let mut counts = Counts::new(peer, Arc::clone(&commands.counted));
        tokio::select! {
            () = link::run(&commands, CommandSender { caller, unity }, socket, &arriving, &mut counts) => {}
            () = commands.wire.cut.cancelled() => counts.end("cut off at the shutdown of the host"),
        }
    })
}

fn upgrade_wanted() -> Response {
    websocket::upgrade_wanted(
        "this path accepts only WebSocket connections: connect to it with `ws://`, and send commands as JSON text frames",
    )
}
