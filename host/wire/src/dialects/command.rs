//! Hop 2 for commands over a WebSocket. Which upgrades are taken, and what all its connections share.

mod calls;
pub(crate) mod counts;
mod link;
mod schema;
mod shapes;

use crate::budget::Share;
use crate::connections::Busy;
use crate::dialects::command::calls::Asker;
use crate::dialects::command::counts::{CommandTotals, Counts, Totals};
use crate::dialects::command::schema::Schema;
use crate::dialects::one_answer;
use crate::http::refusal::Refusal;
use crate::http::routes::Switch;
use crate::http::{answer, unity};
use crate::jsonrpc::{INTERNAL_ERROR, shortened};
use crate::options::WireOptions;
use crate::slots::Slots;
use crate::state::Wire;
use crate::websocket::{self, Arriving};
use axum_core::response::Response;
use host_api::{Caller, Dialect};
use http::StatusCode;
use http::header::USER_AGENT;
use http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

pub(crate) const SWITCH: Switch = Switch {
    is_on: |options| options.command.enabled,
    protocol: "the command protocol",
    key: "dialects.command.enabled",
};

/// What all connections of this dialect share.
pub(crate) struct Command {
    /// Open ones.
    pub(crate) connections: Arc<Slots>,
    /// Owns the task of each, from the upgrade on.
    pub(crate) links: TaskTracker,
    /// The catalog as `get_schema` shows it.
    pub(crate) schema: Schema,
    pub(crate) counted: Arc<Totals>,
}

impl Command {
    pub(crate) fn new(options: &WireOptions) -> Self {
        Self {
            connections: Slots::new(options.command.max_connections),
            links: TaskTracker::new(),
            schema: Schema::default(),
            counted: Arc::default(),
        }
    }

    /// What `/health` shows.
    pub(crate) fn totals(&self) -> CommandTotals {
        self.counted.shown(self.connections.taken())
    }
}

/// Makes a WebSocket of the connection and serves it in a task of its own.
pub(crate) fn upgrade(wire: &Arc<Wire>, mut parts: Parts, peer: SocketAddr) -> Response {
    if wire.is_draining() {
        return unavailable("the host is shutting down".to_owned());
    }
    let handshake = match websocket::shake(&mut parts) {
        Ok(handshake) => handshake,
        Err(refusal) => return *refusal,
    };
    let Some(place) = wire.command.connections.take() else {
        let max = wire.command.connections.max();
        return unavailable(format!(
            "{max} WebSocket connections are open, the most that this host serves"
        ));
    };
    let unity = unity::of(&parts);
    let named = unity.as_ref().map_or(0, String::len);
    let room = match wire.budget.reserve(Share::Commands, websocket::LINK + named) {
        Ok(room) => room,
        Err(full) => return answer::refusal(full, None),
    };
    // The accept loop lets go of the connection once it is no HTTP any more, or carries no other request.
    let connection = parts.extensions.remove::<Arc<Busy>>();
    let client = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    let caller = Caller {
        client: client.map(|client| shortened(client).into()).unwrap_or_default(),
        ..one_answer::caller(Dialect::Command, peer)
    };
    let (on_upgrade, response) = handshake.into_parts();
    let host = Arc::clone(wire);
    let arriving = Arriving::new(&wire.budget);
    let link = async move {
        let _places = (place, connection, room);
        let opened = tokio::select! {
            opened = websocket::open(on_upgrade, host.options.max_body, arriving.clone()) => opened,
            () = host.cut.cancelled() => return,
        };
        match opened {
            Ok(socket) => {
                // Says what happened when it goes, however that comes about.
                let mut counts = Counts::new(peer, Arc::clone(&host.command.counted));
                tokio::select! {
                    () = link::run(&host, Asker { caller, unity }, socket, &arriving, &mut counts) => {}
                    () = host.cut.cancelled() => counts.end("cut off at the shutdown of the host"),
                }
            }
            Err(error) => tracing::debug!(%peer, %error, "a connection did not become a WebSocket"),
        }
    };
    wire.command
        .links
        .spawn(link.instrument(tracing::debug_span!("command.link", %peer)));
    response
}

/// `/ws` without an upgrade.
pub(crate) fn upgrade_wanted() -> Response {
    websocket::upgrade_wanted(
        "this path takes WebSocket connections alone: connect to it with `ws://`, and send commands as JSON text frames",
    )
}

fn unavailable(message: String) -> Response {
    let refusal = Refusal::new(StatusCode::SERVICE_UNAVAILABLE, INTERNAL_ERROR, message);
    answer::refusal(refusal, None)
}
