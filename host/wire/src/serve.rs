//! Start and shutdown of the HTTP server: from listeners to a shutdown that lets running calls end.

use crate::budget::Budget;
use crate::connections;
use crate::dialect::NewDialect;
use crate::options::WireOptions;
use crate::port_routes::Served;
use crate::sessions::Sessions;
use crate::state::Wire;
use host_api::{BoxFuture, ToolService};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The errors that end the server other than by a requested shutdown.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    #[error("there is no listener to serve on")]
    NoListener,
    #[error("a listener's task failed")]
    Task(#[source] tokio::task::JoinError),
    #[error("reading the stored sessions failed")]
    Sessions(#[source] tokio::task::JoinError),
}

/// Shutdown: maximum time in which calls that were aborted after the drain time can still send an answer.
pub const LAST_WORDS: Duration = Duration::from_secs(1);
/// Shutdown: maximum time for the connections of Unity instances to end; the host then ends without them.
const UNITYS: Duration = Duration::from_secs(5);
/// Maximum interval between searches for idle sessions and abandoned streams.
const SWEEP: Duration = Duration::from_secs(30);

/// Serves `service` to the clients of all protocols `dialects` on all `listeners` until `shutdown` is cancelled. Then
/// new calls are rejected, streams end, and running calls get `options.drain` to end.
///
/// # Errors There is no listener, a listener's task panicked, or reading the stored sessions panicked.
pub fn serve(
    listeners: Vec<TcpListener>,
    service: Arc<dyn ToolService>,
    options: WireOptions,
    dialects: Vec<NewDialect>,
    shutdown: CancellationToken,
) -> BoxFuture<'static, Result<(), WireError>> {
    Box::pin(run(listeners, service, options, dialects, shutdown))
}

async fn run(
    listeners: Vec<TcpListener>,
    service: Arc<dyn ToolService>,
    options: WireOptions,
    dialects: Vec<NewDialect>,
    shutdown: CancellationToken,
) -> Result<(), WireError> {
    if listeners.is_empty() {
        return Err(WireError::NoListener);
    }
    let drain = options.drain;
    let budget = Budget::new(options.memory);
    let sessions = sessions(&options, &budget).await?;
    let wire = Wire::new(service, options, budget, sessions);
    let served = Served::new(Arc::clone(&wire), dialects);
    let upkeep = TaskTracker::new();
    served.dialects.start(&upkeep, &wire.closing);
    upkeep.spawn(sweep(Arc::clone(&wire)));
    upkeep.spawn(relieve(Arc::clone(&wire)));
    upkeep.spawn(log_logins(Arc::clone(&wire)));
    upkeep.close();

    let mut servers = JoinSet::new();
    for listener in listeners {
        servers.spawn(connections::accept(listener, Arc::clone(&served)));
    }

    let failed = tokio::select! {
        () = shutdown.cancelled() => None,
        Some(ended) = servers.join_next() => ended.map_err(WireError::Task).err(),
    };
    wire.closing.cancel();
    wire.tasks.close();
    served.dialects.close_links();
    let end = Instant::now() + drain;
    if tokio::time::timeout_at(end, calls(&served)).await.is_err() {
        tracing::warn!(
            calls = wire.tasks.len(),
            "the drain time is over; aborting the calls that still run"
        );
        wire.kill.cancel();
        // A call that does not end now is abandoned together with its connection.
        let _ = tokio::time::timeout(LAST_WORDS, calls(&served)).await;
    }
    wire.closed.cancel();
    let answers = end.max(Instant::now() + LAST_WORDS);
    let written = tokio::time::timeout_at(answers, async { while servers.join_next().await.is_some() {} });
    if written.await.is_err() {
        tracing::warn!("some connections did not take their last answer in time");
        wire.cut.cancel();
        served.dialects.links_ended().await;
        while servers.join_next().await.is_some() {}
    }
    // Calls that ran until now needed their Unity instances.
    wire.unity_links.over.cancel();
    wire.unity_links.links.close();
    if tokio::time::timeout(UNITYS, wire.unity_links.links.wait())
        .await
        .is_err()
    {
        tracing::warn!("some links of Unity instances did not end in time");
    }
    upkeep.wait().await;
    wire.logins.log_rest();
    wire.sessions.put_down().await;
    failed.map_or(Ok(()), Err)
}

async fn calls(served: &Served) {
    served.wire.tasks.wait().await;
    served.dialects.links_ended().await;
}

async fn sessions(options: &WireOptions, budget: &Arc<Budget>) -> Result<Sessions, WireError> {
    let (max, idle) = (options.max_sessions, options.session_idle);
    match options.sessions_dir.clone() {
        Some(folder) => {
            let budget = Arc::clone(budget);
            tokio::task::spawn_blocking(move || Sessions::open_stored(&folder, max, idle, &budget))
                .await
                .map_err(WireError::Sessions)
        }
        None => Ok(Sessions::new(max, idle, budget)),
    }
}

async fn relieve(wire: Arc<Wire>) {
    wire.outlets.relieve(&wire.budget, &wire.closing).await;
}

async fn log_logins(wire: Arc<Wire>) {
    wire.logins.log_counted(&wire.closing).await;
}

async fn sweep(wire: Arc<Wire>) {
    let shortest = wire.options.session_idle.min(wire.options.handshake_timeout);
    let pause = (shortest / 4).clamp(Duration::from_millis(100), SWEEP);
    while tokio::time::timeout(pause, wire.closing.cancelled()).await.is_err() {
        let options = &wire.options;
        wire.sessions.sweep(options.stream_kept, options.handshake_timeout);
    }
}
