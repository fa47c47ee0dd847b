//! A serving host: the core with listeners.
//!
//! This module starts to serve, and ends everything in the right order. Other modules implement the parts.

use crate::bundle_folders::empty_folders;
use crate::config::{self, Configuration, Settings, Sources};
use crate::core::{Core, Tools};
use crate::discovery::Announced;
use crate::host_file::HostFile;
use crate::shutdown::{Signals, leave_at_the_next};
use crate::{bridge_state, dialects, listen, loading, reload, start_line, state_key, token, token_watch};
use anyhow::{Context, Result};
use host_api::{LinkService, ToolService};
use host_dialect_mcp::Options as McpOptions;
use host_runtime::HostFacts;
use host_wire::{Token, WireError, WireOptions};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Interval at which the host checks that its discovery file exists.
const DISCOVERY_LOOK: Duration = Duration::from_secs(2);

/// A running host that serves its listeners.
pub struct Running {
    /// The addresses of the listeners in the order of the configuration. The `::1` pair of an address follows it.
    pub addresses: Vec<SocketAddr>,
    pub core: Core,
    /// The token whose cancellation ends serving: it closes the listeners, and running calls may end.
    stop: CancellationToken,
    wire: JoinHandle<Result<(), WireError>>,
    announced: Notice,
    told: Option<HostFile>,
}

/// The discovery file, shared with the task that checks it; `None` as soon as the host accepts no new connection.
type Notice = Arc<Mutex<Option<Announced>>>;

/// Starts a host like `unity-tool-host serve`, in this process. `Running::stop` ends it.
pub async fn start(sources: &Sources, tools: Tools) -> Result<Running> {
    let read = Configuration::read(sources)?;
    Running::start(read, sources.clone(), tools).await
}

impl Running {
    pub(crate) async fn start(read: Configuration, sources: Sources, tools: Tools) -> Result<Self> {
        let settings = read.settings.clone();
        let max_connections = crate::file_limit::room_for(settings.server.max_connections);
        // Listening comes first: a client may connect as soon as it knows the address, and a port in use fails before
        // the project is opened.
        let listeners = listen::bind(&settings.server.listen).await?;
        let token_file = settings.server.token_file.clone();
        let token = match token_file.clone() {
            Some(file) => Some(
                tokio::task::spawn_blocking(move || token::read_or_create(&file))
                    .await
                    .context("reading the token was interrupted")??,
            ),
            None => None,
        };
        let addresses = addresses(&listeners)?;
        let (core, options, mcp) = open(&read, &sources, &tools, addresses.first(), token.clone()).await?;
        if let (Some(file), Some(token)) = (token_file, token) {
            let (problems, end) = (core.problems.clone(), core.shutdown.clone());
            core.tracker.spawn(token_watch::follow(file, token, problems, end));
        }
        let stop = CancellationToken::new();
        let service: Arc<dyn ToolService> = core.catalog.clone();
        let options = WireOptions {
            max_connections,
            // Only for transports to which clients can return: a pipe ends with its one client.
            sessions_dir: Some(settings.server.data_dir.join("sessions")),
            ..options
        };
        let dialects = dialects::all(&settings, mcp);
        let wire = tokio::spawn(host_wire::serve(listeners, service, options, dialects, stop.clone()));
        let announced: Notice = Arc::new(Mutex::new(announce(&settings, addresses.first().copied()).await));
        core.tracker
            .spawn(keep_announced(Arc::clone(&announced), core.shutdown.clone()));
        let told = publish_address(&core, &settings.server.data_dir, addresses.clone()).await;
        for address in &addresses {
            tracing::info!(%address, "listening");
        }
        start_line::report(&core, &settings);
        Ok(Self {
            addresses,
            core,
            stop,
            wire,
            announced,
            told,
        })
    }

    /// Returns the base URL of the host, without a slash at its end; empty if the host has no listener.
    pub fn url(&self) -> String {
        match self.addresses.first() {
            Some(address) => format!("http://{address}"),
            None => String::new(),
        }
    }

    /// Ends the host: removes its files, drains the running calls, closes the listeners and ends background tasks.
    ///
    /// # Errors
    /// A listener failed before, or serving was interrupted.
    pub async fn stop(self) -> Result<()> {
        self.core.tell_unsaved().await;
        withdraw(self.announced, self.told).await;
        self.stop.cancel();
        let served = self.wire.await.context("serving was interrupted")?;
        self.core.close().await;
        served.context("serving failed")
    }

    /// Serves until the first signal to end, then ends like `stop`. A second signal ends the process at once.
    pub(crate) async fn until_shutdown(mut self, mut signals: Signals) -> Result<()> {
        tokio::select! {
            name = signals.end(&self.core.operator) => tracing::info!(signal = name, "ending; a second signal ends at once"),
            ended = &mut self.wire => {
                withdraw(self.announced, self.told).await;
                self.core.close().await;
                return ended.context("serving was interrupted")?.context("serving failed");
            }
        }
        leave_at_the_next(signals, Arc::clone(&self.core.catalog));
        self.stop().await
    }
}

/// Starts the host core and its background tasks. `address` is that of the first listener; `None` without listeners.
pub(crate) async fn open(
    read: &Configuration,
    sources: &Sources,
    tools: &Tools,
    address: Option<&SocketAddr>,
    token: Option<Token>,
) -> Result<(Core, WireOptions, McpOptions)> {
    let settings = &read.settings;
    let core = Core::open(read, sources, tools).await?;
    core.runtime.set_host_facts(facts(settings, address));
    core.tracker
        .spawn(loading::show(Arc::clone(&core.bridge), core.shutdown.clone()));
    core.tracker
        .spawn(bridge_state::tell(Arc::clone(&core.bridge), core.shutdown.clone()));
    core.tracker
        .spawn(reload::watch(Arc::clone(&core.operator), core.shutdown.clone()));
    let (operator, data_dir) = (Arc::clone(&core.operator), settings.server.data_dir.clone());
    tokio::task::spawn_blocking(move || operator.begin_serving(&data_dir))
        .await
        .context("comparing with the active values before was interrupted")?;
    let data_dir = settings.server.data_dir.clone();
    let state_key = tokio::task::spawn_blocking(move || state_key::read_or_create(&data_dir))
        .await
        .context("reading the key of parked calls was interrupted")?;
    let mcp = McpOptions {
        state_key,
        used_states_file: Some(state_key::used_file(&settings.server.data_dir)),
        ..dialects::mcp_options(settings)
    };
    let options = WireOptions {
        problems: core.problems.clone(),
        targets: core
            .targets
            .clone()
            .map(|targets| Arc::new(targets) as Arc<dyn LinkService>),
        ..wire_options(settings, token)
    };
    for empty in empty_folders(tools) {
        tracing::warn!("{empty}");
    }
    Ok((core, options, mcp))
}

/// Writes the discovery file, with which clients of this machine find the host; `None` if it is switched off or writing
/// fails. A failure is only a warning, because a client that knows the address can still connect.
async fn announce(settings: &Settings, address: Option<SocketAddr>) -> Option<Announced> {
    // The file leads clients of the Explorer dialect to this host.
    let file = settings
        .server
        .discovery_file
        .clone()
        .filter(|_| settings.explorer.enabled)?;
    let address = address?;
    tokio::task::spawn_blocking(move || {
        Announced::write(&file, address)
            .inspect_err(|error| {
                tracing::warn!(
                    file = %file.display(),
                    "cannot write the discovery file, so clients need the address of this host: {error:#}; set \
                     `server.discovery-file` to another path, or to \"off\""
                );
            })
            .ok()
    })
    .await
    .ok()
    .flatten()
}

/// Writes the host file for Unity instances of this machine; `None` if none may connect or writing fails.
pub(crate) async fn publish_address(core: &Core, data_dir: &Path, addresses: Vec<SocketAddr>) -> Option<HostFile> {
    let targets = core.targets.clone()?;
    let data_dir = data_dir.to_owned();
    let write = move || HostFile::write(&data_dir, &addresses, targets.host(), targets.secret());
    let written = tokio::task::spawn_blocking(write).await;
    let written = written
        .context("writing the host file was interrupted")
        .and_then(|written| written);
    written
        .inspect_err(|error| tracing::error!("no Unity finds this host: cannot write its file: {error:#}"))
        .ok()
}

/// Restores the discovery file while this host serves. Clients find the host that wrote the file last, and that host
/// removes the file when it ends.
async fn keep_announced(announced: Notice, end: CancellationToken) {
    while tokio::time::timeout(DISCOVERY_LOOK, end.cancelled()).await.is_err() {
        let announced = Arc::clone(&announced);
        let looked = tokio::task::spawn_blocking(move || {
            if let Some(announced) = &*announced.lock().unwrap_or_else(PoisonError::into_inner) {
                announced.restore();
            }
        });
        if let Err(error) = looked.await {
            tracing::warn!(%error, "checking the discovery file was interrupted");
            return;
        }
    }
}

async fn withdraw(announced: Notice, told: Option<HostFile>) {
    let taken = move || {
        drop(announced.lock().unwrap_or_else(PoisonError::into_inner).take());
        drop(told);
    };
    if let Err(error) = tokio::task::spawn_blocking(taken).await {
        tracing::warn!(%error, "removing the files of this host was interrupted");
    }
}

pub(crate) fn addresses(listeners: &[TcpListener]) -> Result<Vec<SocketAddr>> {
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

fn wire_options(settings: &Settings, token: Option<Token>) -> WireOptions {
    let server = &settings.server;
    WireOptions {
        token,
        allowed_origins: server.allowed_origins.clone(),
        allowed_hosts: server.allowed_hosts.clone(),
        max_in_flight: server.max_in_flight,
        client_share: settings.client_share,
        max_sessions: server.max_sessions,
        max_streams: server.max_streams,
        max_connections: server.max_connections,
        head_timeout: server.head_timeout,
        memory: server.memory,
        drain: server.drain,
        max_body: config::largest_body(&settings.limits),
        ..WireOptions::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Flag, Written};

    fn sources(folder: &Path, more: &[(&str, &str)]) -> Sources {
        let inside = |name: &str| toml::Value::String(folder.join(name).display().to_string());
        let own = [
            ("server.data-dir", inside("data")),
            ("server.cache-dir", inside("cache")),
            ("server.discovery-file", inside("found.json")),
        ];
        let mut sources = Sources::from_flags(folder, more.iter().copied());
        sources.flags.extend(own.map(|(key, value)| Flag {
            key: key.to_owned(),
            shown: format!("--set {key}"),
            written: Written::Value(value),
        }));
        sources
    }

    /// Tests that the defaults in the table of keys equal those in the wire, which other programs use.
    #[test]
    fn defaults_match_wire_option_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Configuration::read(&sources(folder.path(), &[])).unwrap().settings;
        let (set, own) = (wire_options(&settings, None), WireOptions::default());
        let (set, own) = (format!("{set:#?}"), format!("{own:#?}"));
        assert_eq!(set.lines().count(), own.lines().count());
        for (set, own) in set.lines().zip(own.lines()) {
            assert_eq!(set, own);
        }
    }

    fn no_tools() -> Tools {
        Tools {
            no_bundled: true,
            ..Tools::default()
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn discovery_file_exists_only_while_host_serves() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("found.json");
        let sources = sources(folder.path(), &[("server.listen", "127.0.0.1:0")]);
        let running = start(&sources, no_tools()).await.unwrap();
        let found: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(found["baseUrl"], format!("{}/", running.url()));
        assert_eq!(found["port"], running.addresses[0].port());
        running.stop().await.unwrap();
        assert!(!file.exists());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn writes_no_discovery_file_without_explorer_dialect() {
        let folder = tempfile::tempdir().unwrap();
        let more = [("server.listen", "127.0.0.1:0"), ("dialects.explorer.enabled", "false")];
        let running = start(&sources(folder.path(), &more), no_tools()).await.unwrap();
        assert!(!folder.path().join("found.json").exists());
        running.stop().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn starts_if_discovery_file_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("found.json").join("inside")).unwrap();
        let sources = sources(folder.path(), &[("server.listen", "127.0.0.1:0")]);
        start(&sources, no_tools()).await.unwrap().stop().await.unwrap();
    }
}
