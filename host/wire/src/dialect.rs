//! The interface of a dialect, a protocol such as MCP: its routes, tasks, and parts of `/health` and `/metrics`.
//!
//! A dialect decodes requests to types of the `api` crate and encodes outcomes. It contains no tool logic. Its error
//! codes and its state are only in its own crate, and this crate knows no dialect by name.

use crate::http::route::Route;
use crate::state::Wire;
use host_api::BoxFuture;
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A client protocol of the host (dialect), such as MCP. All dialects share the HTTP port of the host.
pub trait Dialect: Send + Sync {
    /// Returns the routes of this protocol, in the order in which the page at `/` lists them.
    fn routes(self: Arc<Self>) -> Vec<Route>;

    /// Runs the background work of this protocol until the shutdown, such as sending notifications about new tools.
    fn run(self: Arc<Self>) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Ends streams that are not the answer of a call, such as streams for notifications. It is called at the shutdown.
    fn end_streams(&self) {}

    /// Returns the tracker of the tasks for connections that are no longer HTTP, such as WebSockets. The shutdown waits
    /// for these tasks; `None` if the protocol has none.
    fn links(&self) -> Option<TaskTracker> {
        None
    }

    /// Returns the metrics that this client protocol adds to `/metrics`.
    fn gauges(&self) -> Vec<Gauge> {
        Vec::new()
    }

    /// Returns the JSON members that this client protocol adds to the full `/health`.
    fn health(&self) -> Vec<HealthMember> {
        Vec::new()
    }
}

/// A constructor of a client protocol, which gets the state of the running HTTP server.
pub type NewDialect = Box<dyn FnOnce(&Arc<Wire>) -> Arc<dyn Dialect> + Send>;

/// One gauge of `/metrics`: its name without the prefix of the host, its help text, and its value.
pub type Gauge = (&'static str, &'static str, u64);

/// One member of the full `/health`: its name and its JSON value.
pub type HealthMember = (&'static str, Box<RawValue>);

#[derive(Clone)]
pub(crate) struct Dialects(Arc<[Arc<dyn Dialect>]>);

impl Dialects {
    pub(crate) fn new(wire: &Arc<Wire>, dialects: Vec<NewDialect>) -> Self {
        Self(dialects.into_iter().map(|new| new(wire)).collect())
    }

    pub(crate) fn routes(&self) -> Vec<Route> {
        let dialects = self.0.iter().map(Arc::clone);
        dialects.flat_map(Dialect::routes).collect()
    }

    /// Starts the background work of all client protocols. At shutdown (`closing`), the streams of each one are then
    /// ended.
    pub(crate) fn start(&self, upkeep: &TaskTracker, closing: &CancellationToken) {
        for dialect in self.0.iter() {
            let (dialect, closing) = (Arc::clone(dialect), closing.clone());
            let running = upkeep.spawn(Arc::clone(&dialect).run());
            upkeep.spawn(async move {
                if let Err(error) = running.await {
                    tracing::error!(%error, "the task that notifies clients failed");
                }
                closing.cancelled().await;
                dialect.end_streams();
            });
        }
    }

    /// Closes the trackers of connections that are no longer HTTP, so that waiting for these connections can end.
    pub(crate) fn close_links(&self) {
        self.links().for_each(|links| _ = links.close());
    }

    pub(crate) async fn links_ended(&self) {
        for links in self.links() {
            links.wait().await;
        }
    }

    fn links(&self) -> impl Iterator<Item = TaskTracker> {
        self.0.iter().filter_map(|dialect| dialect.links())
    }

    pub(crate) fn gauges(&self) -> impl Iterator<Item = Gauge> {
        self.0.iter().flat_map(|dialect| dialect.gauges())
    }

    pub(crate) fn health(&self) -> impl Iterator<Item = HealthMember> {
        self.0.iter().flat_map(|dialect| dialect.health())
    }
}
