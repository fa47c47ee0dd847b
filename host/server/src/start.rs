//! A serving host: the core behind listeners.
//!
//! Belongs here: starting to serve, and ending in the right order. Does not: what is served.

use crate::config::{Configuration, Settings, Sources};
use crate::core::{Core, Tools};
use crate::shutdown::{Signals, leave_at_once};
use crate::{listen, loading, reload, token};
use anyhow::{Context, Result};
use host_api::ToolService;
use host_runtime::HostFacts;
use host_wire::{WireError, WireOptions};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A host that serves.
pub struct Running {
    /// The first is the one that was asked for; its `::1` pair follows.
    pub addresses: Vec<SocketAddr>,
    pub core: Core,
    /// Cancelled: the listeners close and calls in flight drain.
    stop: CancellationToken,
    wire: JoinHandle<Result<(), WireError>>,
}

/// Starts a host as `unity-tool-host serve` does, in this process. It is ended with `Running::stop`.
pub async fn start(sources: &Sources, tools: Tools) -> Result<Running> {
    let read = Configuration::read(sources)?;
    Running::start(read, sources.clone(), tools).await
}

impl Running {
    pub(crate) async fn start(read: Configuration, sources: Sources, tools: Tools) -> Result<Self> {
        let settings = read.settings.clone();
        crate::file_limit::raise();
        // Listening comes first: whoever is told the address may connect at once, and a taken port costs no opening.
        let listeners = listen::bind(&settings.server.listen).await?;
        let token = match settings.server.token_file.clone() {
            Some(file) => Some(
                tokio::task::spawn_blocking(move || token::read_or_create(&file))
                    .await
                    .context("reading the token was cut off")??,
            ),
            None => None,
        };
        let addresses = addresses(&listeners)?;
        let core = Core::open(&read, &sources, &tools).await?;
        core.runtime.set_host_facts(facts(&settings, addresses.first()));
        core.tracker
            .spawn(loading::show(Arc::clone(&core.bridge), core.shutdown.clone()));
        core.tracker.spawn(reload::watch(
            read,
            sources,
            Arc::clone(&core.policy),
            Arc::clone(&core.catalog),
            core.shutdown.clone(),
        ));
        let stop = CancellationToken::new();
        let service: Arc<dyn ToolService> = core.catalog.clone();
        let options = wire_options(&settings, token);
        let wire = tokio::spawn(host_wire::serve(listeners, service, options, stop.clone()));
        for address in &addresses {
            tracing::info!(%address, "listening");
        }
        Ok(Self {
            addresses,
            core,
            stop,
            wire,
        })
    }

    /// Base address, without a slash at its end.
    pub fn url(&self) -> String {
        match self.addresses.first() {
            Some(address) => format!("http://{address}"),
            None => String::new(),
        }
    }

    /// Ends: no new connection, calls in flight drain, background tasks end.
    ///
    /// # Errors
    /// A listener had failed before.
    pub async fn stop(self) -> Result<()> {
        self.stop.cancel();
        let served = self.wire.await.context("serving was cut off")?;
        self.core.close().await;
        served.context("serving failed")
    }

    /// Serves until the first signal, then as `stop`; a second signal ends the process at once.
    pub(crate) async fn until_shutdown(mut self, mut signals: Signals) -> Result<()> {
        tokio::select! {
            name = signals.next() => tracing::info!(signal = name, "ending; a second signal ends at once"),
            ended = &mut self.wire => {
                self.core.close().await;
                return ended.context("serving was cut off")?.context("serving failed");
            }
        }
        tokio::select! {
            ended = self.stop() => ended,
            _ = signals.next() => leave_at_once(),
        }
    }
}

fn addresses(listeners: &[TcpListener]) -> Result<Vec<SocketAddr>> {
    listeners
        .iter()
        .map(|listener| listener.local_addr().context("a listener has no address"))
        .collect()
}

fn facts(settings: &Settings, address: Option<&SocketAddr>) -> HostFacts {
    HostFacts {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        bind_address: address.map(|address| address.ip().to_string()).unwrap_or_default(),
        port: address.map_or(0, SocketAddr::port),
        export_root: settings.server.data_dir.display().to_string(),
        log_level: settings.log.level.clone(),
    }
}

fn wire_options(settings: &Settings, token: Option<String>) -> WireOptions {
    let server = &settings.server;
    let usual = WireOptions::default();
    WireOptions {
        token,
        allowed_origins: server.allowed_origins.clone(),
        allowed_hosts: server.allowed_hosts.clone(),
        max_in_flight: server.max_in_flight,
        max_sessions: server.max_sessions,
        max_streams: server.max_streams,
        drain: server.drain,
        output_schemas: settings.output_schemas,
        // Arguments arrive inside a JSON-RPC envelope, and a client may escape every character.
        max_body: usual
            .max_body
            .max(settings.limits.arguments.saturating_mul(2).saturating_add(1 << 20)),
        ..usual
    }
}
