//! The command `unity-tool-host stdio`: a host for the one client that started it, over stdin and stdout.
//!
//! This module starts a host without listeners, and ends it in the right order. `dialect-mcp` handles the lines.

use crate::config::{Configuration, Sources};
use crate::core::{Core, Tools};
use crate::host_file::HostFile;
use crate::shutdown::{Signals, leave_at_the_next};
use crate::{listen, start, start_line};
use anyhow::{Context, Result};
use host_api::ToolService;
use host_dialect_mcp::Options as McpOptions;
use host_wire::{WireError, WireOptions};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Serves one MCP client over stdin and stdout until stdin ends or the first signal arrives; a second signal ends the
/// process at once. Announces no address to clients, so any number of such hosts can run at once. If running instances
/// may connect, opens a loopback port only for them. Requests without a target use the target `unity`.
pub(crate) async fn serve(
    read: Configuration,
    sources: Sources,
    tools: Tools,
    unity: Option<String>,
    mut signals: Signals,
) -> Result<()> {
    // The process that started this one already owns stdin, so no token is needed.
    let (core, options, mcp) = start::open(&read, &sources, &tools, None, None).await?;
    start_line::report(&core, &read.settings);
    let service: Arc<dyn ToolService> = core.catalog.clone();
    let stop = CancellationToken::new();
    let door = Door::open(&core, &read.settings.server.data_dir, &options).await?;
    let (stdin, stdout) = (Box::new(tokio::io::stdin()), Box::new(tokio::io::stdout()));
    let mcp = McpOptions { unity, ..mcp };
    let wire = host_dialect_mcp::serve_stdio(stdin, stdout, service, options, mcp, stop.clone());
    tokio::pin!(wire);
    let served = tokio::select! {
        ended = wire.as_mut() => ended,
        name = signals.end(&core.operator) => {
            tracing::info!(signal = name, "ending; a second signal ends at once");
            leave_at_the_next(signals, Arc::clone(&core.catalog));
            core.tell_unsaved().await;
            stop.cancel();
            wire.await
        }
    };
    if let Some(door) = door {
        door.close().await?;
    }
    core.close().await;
    served.context("cannot read stdin")
}

/// A network listener for stdio hosts. It is on loopback and accepts only connections of running Unity instances.
struct Door {
    wire: JoinHandle<Result<(), WireError>>,
    told: Option<HostFile>,
    stop: CancellationToken,
}

impl Door {
    /// Starts the listener; `None` if no Unity instance may connect.
    async fn open(core: &Core, data_dir: &Path, options: &WireOptions) -> Result<Option<Self>> {
        if core.targets.is_none() {
            return Ok(None);
        }
        let anywhere = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0);
        let listeners = listen::bind(&[anywhere]).await?;
        let addresses = start::addresses(&listeners)?;
        let service: Arc<dyn ToolService> = core.catalog.clone();
        let options = WireOptions {
            links_only: true,
            ..options.clone()
        };
        let stop = CancellationToken::new();
        let wire = tokio::spawn(host_wire::serve(listeners, service, options, Vec::new(), stop.clone()));
        let told = start::publish_address(core, data_dir, addresses).await;
        Ok(Some(Self { wire, told, stop }))
    }

    async fn close(self) -> Result<()> {
        drop(self.told);
        self.stop.cancel();
        let served = self.wire.await.context("serving Unity instances was interrupted")?;
        served.context("serving Unity instances failed")
    }
}
