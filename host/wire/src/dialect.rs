//! A dialect as the wire sees it: its routes, its tasks, and its lines of `/health` and `/metrics`.
//!
//! A dialect decodes to an `api` request and encodes an `api` outcome. It contains no tool logic, and only it contains its
//! error codes. It keeps its own state, and the wire knows no dialect by name.

use crate::http::route::Route;
use crate::state::Wire;
use host_api::BoxFuture;
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A protocol that the wire serves together with others.
pub trait Dialect: Send + Sync {
    /// Returns the routes of this protocol, in the order of the page at `/`.
    fn routes(self: Arc<Self>) -> Vec<Route>;

    /// Runs background work until the shutdown, such as following the events of the host.
    fn run(self: Arc<Self>) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }

    /// Ends the streams that belong to no call; called at the shutdown, after `run` has ended.
    fn end_streams(&self) {}

    /// Returns the tracker of the tasks whose connections are no longer HTTP, such as WebSockets. The shutdown waits
    /// for them as for calls.
    fn links(&self) -> Option<TaskTracker> {
        None
    }

    /// Returns the gauges that this dialect adds to `/metrics`.
    fn gauges(&self) -> Vec<Gauge> {
        Vec::new()
    }

    /// Returns the members that this dialect adds to the full `/health`.
    fn health(&self) -> Vec<HealthMember> {
        Vec::new()
    }
}

/// Creates a dialect of a running wire.
pub type NewDialect = Box<dyn FnOnce(&Arc<Wire>) -> Arc<dyn Dialect> + Send>;

/// One gauge of `/metrics`: its name without the prefix of the host, its help text, its value.
pub type Gauge = (&'static str, &'static str, u64);

/// One member of the full `/health`: its name and its JSON.
pub type HealthMember = (&'static str, Box<RawValue>);

/// All dialects of a port, in order.
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

    /// Starts the background work of all dialects. After `closing` is cancelled, each ends its streams by itself: none
    /// waits for another one.
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

    /// Closes the trackers of the links, so that no connection is added any more.
    pub(crate) fn close_links(&self) {
        self.links().for_each(|links| _ = links.close());
    }

    /// Waits for the end of all links.
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
