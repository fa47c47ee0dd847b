//! `unity-tool-host stdio`: a host for the one client that started it, behind stdin and stdout.
//!
//! Belongs here: starting without listeners, and ending in the right order. Does not: what is said on the lines (`wire`).

use crate::config::{Configuration, Sources};
use crate::core::Tools;
use crate::shutdown::{Signals, leave_at_the_next};
use crate::start;
use anyhow::{Context, Result};
use host_api::ToolService;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Serves until stdin ends or the first signal comes; a second signal ends the process at once. Announces no address and
/// takes no port, so any number may run at once.
///
/// # Errors
/// A part does not open, or stdin cannot be read.
pub(crate) async fn serve(read: Configuration, sources: Sources, tools: Tools, mut signals: Signals) -> Result<()> {
    // Whoever started this process has its stdin already: no token is asked for.
    let (core, options) = start::open(&read, &sources, &tools, None, None).await?;
    let service: Arc<dyn ToolService> = core.catalog.clone();
    let stop = CancellationToken::new();
    let (stdin, stdout) = (tokio::io::stdin(), tokio::io::stdout());
    let wire = host_wire::serve_stdio(stdin, stdout, service, options, stop.clone());
    tokio::pin!(wire);
    let served = tokio::select! {
        ended = wire.as_mut() => ended,
        name = signals.next() => {
            tracing::info!(signal = name, "ending; a second signal ends at once");
            stop.cancel();
            leave_at_the_next(signals);
            wire.await
        }
    };
    core.close().await;
    served.context("stdin cannot be read")
}
